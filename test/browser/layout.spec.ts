import type { Locator } from "@playwright/test"
import { expect, halyard, polygon, test } from "./playground.ts"

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "no-preference" }))

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error("It is not on the screen")
  return box
}
const style = (locator: Locator, property: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

test("The modal is 370px wide; a viewport of 430 or less shows a full-width bottom sheet, one of 700 or less in height aligns it to the top; Header text animation: 120 ms, Modal height animation: 150 ms, and View transition: 150 ms", async ({
  playground,
  page,
}) => {
  const { card, dialog, go } = playground
  const width = async () => (await boxOf(card)).width
  const top = async () => (await boxOf(card)).y
  const ends = async () => {
    const { x, y, width, height } = await boxOf(card)
    return { x, width, bottom: y + height }
  }
  const offCentre = async () => {
    const { y, height } = await boxOf(card)
    return Math.abs(y - (800 - height) / 2)
  }
  await playground.visit({ open: "Connect" })
  await expect.poll(width).toBe(370)

  expect(await style(playground.heading("Connect Wallet"), "animation-duration")).toBe("0.12s")
  const body = playground.view("Connect").locator("../../..")
  await expect(body).toHaveCSS("transition-property", "block-size")
  await expect(body).toHaveCSS("transition-duration", "0.15s")

  // The text of the next view arrives in the same way.
  await dialog.evaluate((dialog) => {
    const arrived: (string | null)[] = []
    Object.assign(window, { arrived })
    dialog.addEventListener("animationstart", ({ target }) => {
      if (target instanceof HTMLHeadingElement) arrived.push(target.textContent)
    })
  })
  await go(/^All Wallets/, "AllWallets")
  await expect(playground.view("AllWallets").locator("../../..")).toHaveCSS("transition-duration", "0.15s")
  const arrived = () => page.evaluate(() => (window as unknown as { arrived: string[] }).arrived)
  await expect.poll(arrived).toContain("All Wallets")
  await expect.poll(width).toBe(370)
  // The previous view fades out first.
  const arrives = async (name: "AllWallets" | "Connect") => {
    await expect(playground.view(name)).toHaveCSS("animation-duration", "0.09s")
    await expect(playground.view(name)).toHaveCSS("animation-delay", "0.06s")
  }
  await arrives("AllWallets")
  await go("Back", "Connect")
  await arrives("Connect")
  expect(await style(dialog, "transition-duration")).toMatch(/^0.15s(, 0.15s)*$/)
  await page.setViewportSize({ width: 430, height: 800 })
  await expect.poll(ends).toEqual({ x: 0, width: 430, bottom: 800 })
  await page.setViewportSize({ width: 431, height: 800 })
  await expect.poll(width).toBe(370)
  await expect.poll(offCentre).toBeLessThanOrEqual(1)

  await page.setViewportSize({ width: 800, height: 700 })
  await expect.poll(top).toBe(16)
  await page.setViewportSize({ width: 800, height: 701 })
  await page.waitForFunction(() => innerHeight === 701)
  await expect.poll(top).toBeGreaterThan(16)
})

test("Shake animation: 500 ms; with reduced motion nothing moves, and an outline shows the refusal", async ({
  playground,
  page,
}) => {
  await playground.visit({ open: "UnsupportedChain", clock: "still" })
  await playground.press("Close")
  await expect(playground.card).toHaveCSS("animation-duration", "0.5s")
  await playground.pass(499)
  await expect(playground.dialog).toHaveAttribute("data-refused", "")
  await playground.pass(1)
  await expect(playground.dialog).not.toHaveAttribute("data-refused")

  await page.emulateMedia({ reducedMotion: "reduce" })
  await playground.press("Close")
  await expect(playground.card).toHaveCSS("outline-width", "2px")
  const moving = await playground.dialog.evaluate((dialog) =>
    [...dialog.querySelectorAll("*")]
      .filter((one) => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(one)
        const lasts = (times: string) => times.split(",").some((time) => Number.parseFloat(time) > 0.01)
        return (animationName !== "none" && lasts(animationDuration)) || lasts(transitionDuration)
      })
      .map((one) => one.outerHTML.slice(0, 120)),
  )
  expect(moving).toEqual([])
})

test("an embedded modal shakes for 500 ms, and in a scaled-down page it has the height of its view", async ({
  playground,
  page,
}) => {
  await playground.visit({ options: { enableEmbedded: true } })
  await page.evaluate(async () => {
    const main = document.querySelector("main")
    main?.style.setProperty("scale", "0.5")
    main?.prepend(window.portico.element)
    await window.portico.open()
  })
  const view = playground.view("Connect")
  await view.waitFor()
  await expect(view.locator("../../..")).toHaveAttribute("style", /block-size/)
  const clip = view.locator("../..")
  await expect.poll(() => clip.evaluate(({ clientHeight, scrollHeight }) => scrollHeight - clientHeight)).toBe(0)

  const region = page.locator("portico-modal section")
  await region.evaluate((section) => section.setAttribute("data-refused", ""))
  await expect(region.getByRole("heading", { level: 1 }).locator("../..")).toHaveCSS("animation-duration", "0.5s")
})

test("a snack is in a live region above the card, or inside if there is no room, and disappears after 2.5 seconds", async ({
  playground,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 1000 })
  await playground.visit({ open: "Account", clock: "still" })
  const snack = page.locator("portico-modal :is([role=status], [role=alert]) > [data-snack]")
  await playground.press("Copy address")
  await expect(snack).toHaveText(/Address copied|Failed to copy/)
  const above = async () => {
    const [{ y, height }, card] = [await boxOf(snack), await boxOf(playground.card)]
    return card.y - y - height
  }
  await expect.poll(above).toBeGreaterThanOrEqual(0)
  await page.setViewportSize({ width: 800, height: 500 })
  await expect.poll(above).toBeLessThan(0)
  await expect.poll(async () => (await boxOf(snack)).y).toBeGreaterThan(64)
  await playground.pass(2_499)
  await expect(snack).toHaveCount(1)
  await playground.pass(1)
  await expect(page.locator("portico-modal [data-snack]")).toHaveCount(0)
})

test("an alert has its role and code, covers no control at any window height, and can be dismissed", async ({
  playground,
  page,
}) => {
  await playground.visit({ open: "Connect", options: { debug: true, projectId: "" } })
  const alert = page.locator('portico-modal [data-alert="APKT008"]')
  await expect(alert).toHaveAttribute("role", "alert")
  await expect(alert).toContainText("Project ID Missing")
  for (const [width, height] of [
    [1280, 1000],
    [1280, 720],
    [800, 480],
    [360, 640],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    await alert.waitFor()
    const hidden = () =>
      playground.dialog.evaluate((dialog) => {
        const root = dialog.getRootNode() as ShadowRoot
        const { top, bottom } = dialog
          .querySelector("[data-view]")
          ?.parentElement?.parentElement?.getBoundingClientRect() ?? {
          top: 0,
          bottom: 0,
        }
        const pressed = [...dialog.querySelectorAll<HTMLElement>("button, a, input")].filter(
          (one) => !one.closest("[inert]"),
        )
        const seen = pressed.filter((one) => {
          const box = one.getBoundingClientRect()
          const middle = box.top + box.height / 2
          return !one.closest("[data-view]") || (middle > top && middle < bottom)
        })
        const covered = seen.filter((one) => {
          const box = one.getBoundingClientRect()
          const at = root.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
          return !(at && (one.contains(at) || at.contains(one)))
        })
        return { covered: covered.map((one) => one.textContent || one.ariaLabel), rows: bottom - top >= 40 }
      })
    await expect.poll(hidden, `${width} by ${height}`).toEqual({ covered: [], rows: true })
  }
  await alert.getByRole("button", { name: "Dismiss" }).click()
  await expect(alert).toHaveCount(0)
})

test("leaving a taller view at once leaves no fade at the bottom of the previous view", async ({ playground, log }) => {
  await playground.visit({ script: { wallets: { "*": { switch: "reject" } } } })
  await playground.connect()
  await playground.open("Networks")
  const box = playground.view("Networks").locator("../..")
  await playground.network(polygon).click()
  await expect.poll(log.snacks).toEqual([expect.stringMatching(/^error/)])
  await expect(box.locator("> * > *")).toHaveCount(1)
  await expect.poll(() => box.locator("..").evaluate((element) => element.getAnimations().length)).toBe(0)
  await expect(box).toHaveCSS("mask-image", "none")
})

test("Theme: palettes and size tokens exist for dark and light; font family KHTeka, with a mono variant; and variables for accent, font, color mix, radius, z-index and QR code", async ({
  playground,
  page,
}) => {
  const options = { themeVariables: { "--portico-qr-color": "#103060" } }
  await playground.visit({ theme: "dark", open: "Account", options })
  const { button, heading, view } = playground
  expect(await style(heading("Account"), "font-family")).toMatch(/^"?KHTeka"?,/)
  const address = view("Account").getByText("0xdb").first()
  expect(await style(address, "font-family")).toMatch(/^"?KHTekaMono"?,/)
  const colours = () =>
    button(/^Switch Network/).evaluate((row) => {
      const { color, backgroundColor, fontSize } = getComputedStyle(row)
      return [color, backgroundColor, fontSize]
    })
  const dark = await colours()
  await page.evaluate(() => window.portico.setThemeMode("light"))
  await expect.poll(colours).toEqual(["rgb(20, 24, 30)", "rgb(244, 246, 248)", dark[2]])
  expect(dark.slice(0, 2)).toEqual(["rgb(244, 246, 248)", "rgb(28, 32, 37)"])
  await page.evaluate(() => window.portico.setThemeMode("dark"))

  await playground.open("WhatIsAWallet")
  const { card, dialog } = playground
  const title = dialog.getByRole("heading", { level: 1 })
  const primary = playground.button("Get a Wallet")
  const drawn = async () => ({
    accent: await style(primary, "background-color"),
    font: await style(title, "font-family"),
    surface: await style(card, "background-color"),
    radius: await style(card, "border-top-left-radius"),
    size: await style(title, "font-size"),
  })
  const set = (variables: Readonly<Record<string, string | number>>) =>
    page.evaluate((given) => window.portico.setThemeVariables(given), variables)
  const usual = await drawn()
  expect(usual).toMatchObject({ radius: "24px", size: "18px" })

  await set({ "--portico-accent": "#7a1fa2" })
  await expect.poll(drawn).toEqual({ ...usual, accent: "rgb(122, 31, 162)" })
  await set({ "--portico-font": "Georgia, serif" })
  await expect.poll(async () => (await drawn()).font).toBe("Georgia, serif")
  await set({ "--portico-border-radius-master": "2px", "--portico-font-size-master": "12px" })
  await expect.poll(drawn).toMatchObject({ radius: "12px", size: "21.6px" })

  // A strength without a color has no effect. The more of the color, the further the surface is from its default.
  await set({ "--portico-color-mix-strength": 10 })
  expect((await drawn()).surface).toBe(usual.surface)
  const channels = (color: string) => (color.match(/\d+/g) ?? []).map(Number)
  const away = (color: string) =>
    channels(color).reduce((sum, part, at) => sum + Math.abs(part - (channels(usual.surface)[at] ?? 0)), 0)
  await set({ "--portico-color-mix": "#c02020" })
  await expect.poll(async () => (await drawn()).surface).not.toBe(usual.surface)
  const little = (await drawn()).surface
  await set({ "--portico-color-mix-strength": 30 })
  await expect.poll(async () => away((await drawn()).surface)).toBeGreaterThan(away(little) * 2)
  await page.evaluate(() => window.portico.setThemeMode("light"))
  await expect.poll(drawn).toMatchObject({ accent: "rgb(122, 31, 162)", radius: "12px" })
  const mixed = (await drawn()).surface
  await set({ "--portico-color-mix-strength": 0 })
  await expect.poll(async () => (await drawn()).surface).toBe("rgb(255, 255, 255)")
  expect(mixed).not.toBe("rgb(255, 255, 255)")

  // The top layer needs no z-index; a dialog demoted for a wallet's window has one.
  await dialog.evaluate((element) => element.setAttribute("data-demoted", ""))
  await set({ "--portico-z-index": 40 })
  await expect.poll(() => style(dialog, "z-index")).toBe("40")

  await playground.open("ConnectingWalletConnectBasic")
  const code = dialog.getByRole("img", { name: "QR code to connect" }).locator("path").first()
  await expect.poll(() => style(code, "color")).toBe("rgb(16, 48, 96)")
})

test("the modal and the page's buttons follow changes of the system theme, and reduced transparency lets less through the overlay", async ({
  playground,
  page,
}) => {
  await page.emulateMedia({ colorScheme: "light" })
  await playground.visit({ open: "Connect", options: { themeMode: "system" } })
  const host = page.locator("portico-modal")
  const surface = () => style(playground.card, "background-color")
  await expect(host).toHaveAttribute("data-theme", "light")
  expect(await surface()).toBe("rgb(255, 255, 255)")
  await page.addStyleTag({ path: "src/buttons.css" })
  await page.evaluate(() => {
    const button = '<button class="portico-button" data-portico="network" data-theme="system">Base</button>'
    document.body.insertAdjacentHTML("beforeend", button)
  })
  const button = page.locator(".portico-button")
  expect(await style(button, "background-color")).toBe("rgb(244, 246, 248)")
  await page.emulateMedia({ colorScheme: "dark" })
  await expect(host).toHaveAttribute("data-theme", "dark")
  await expect.poll(surface).toBe("rgb(20, 23, 27)")
  await expect.poll(() => style(button, "background-color")).toBe("rgb(28, 32, 37)")
  expect(await page.evaluate(() => window.portico.getState().themeMode)).toBe("system")

  await page.evaluate(() => window.portico.setThemeMode("light"))
  await expect(host).toHaveAttribute("data-theme", "light")
  await page.emulateMedia({ colorScheme: "light" })
  await page.evaluate(() => window.portico.setThemeMode("dark"))
  await expect(host).toHaveAttribute("data-theme", "dark")

  const scrim = playground.dialog.locator("[data-scrim]")
  const share = async () => Number(/[\d.]+(?=\)$)/.exec(await style(scrim, "background-color"))?.[0] ?? Number.NaN)
  const before = await share()
  expect(before).toBeLessThan(0.8)
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setEmulatedMedia", {
    features: [{ name: "prefers-reduced-transparency", value: "reduce" }],
  })
  await expect.poll(share).toBeCloseTo(before + 0.25)
})

for (const [enableEmbedded, reducedMotion] of [
  [true, "reduce"],
  [false, "no-preference"],
] as const)
  test(`measuring does not cause endless layout: ${enableEmbedded ? "embedded" : "a dialog"}, motion: ${reducedMotion}`, async ({
    playground,
    page,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await page.addInitScript(() => {
      const failures: string[] = []
      Object.assign(window, { failures })
      window.addEventListener("error", ({ message }) => failures.push(message))
    })
    await playground.visit({ options: { enableEmbedded } })
    await page.evaluate(async (embedded) => {
      if (embedded) document.querySelector("main")?.prepend(window.portico.element)
      await window.portico.open()
    }, enableEmbedded)
    const { view, wallet } = playground
    await view("Connect").waitFor()
    await wallet("all").click()
    const rows = view("AllWallets").getByRole("listitem")
    await rows.first().waitFor()
    await view("AllWallets").getByRole("searchbox").fill("hal")
    await expect.poll(() => rows.count()).toBeLessThan(10)
    await page.locator("portico-modal").getByRole("button", { name: "Back" }).click()
    await wallet(halyard).waitFor()
    await playground.connect()
    await playground.open("Account")
    const account = view("Account")
    await account.locator("[data-token]").first().waitFor()
    for (const tab of ["NFTs", "Activity", "Tokens"]) {
      await account.getByRole("tab", { name: tab }).click()
      await account.getByRole("tab", { name: tab, selected: true }).waitFor()
    }
    await playground.open("Networks")
    for (const [width, height] of [
      [600, 480],
      [360, 700],
      [1200, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    }

    expect(await page.evaluate(() => (window as unknown as { failures: string[] }).failures)).toEqual([])
  })

test("a view's buttons, picture and icons have the usual distance to both edges of the card, and an account fits without a fade", async ({
  playground,
  page,
}) => {
  const { card } = playground
  const view = playground.view("Account")
  /** Distances from the card's left or right edge, at one moment. */
  const places = (edge: "left" | "right") =>
    card.evaluate((card, edge) => {
      const distance = (part: Element | null | undefined) =>
        part && Math.abs(part.getBoundingClientRect()[edge] - card.getBoundingClientRect()[edge])
      const view = card.querySelector("[data-view]")
      return {
        avatar: distance(view?.querySelector("svg[width='40'], img[width='40']")),
        copy: distance(view?.querySelectorAll("button")[1]),
      }
    }, edge)
  const fits = async () => {
    const room = async () =>
      bottom(await card.boundingBox()) - bottom(await view.locator("button").last().boundingBox())
    await expect.poll(room).toBeGreaterThan(0)
    await expect(view.locator("../..")).toHaveCSS("mask-image", "none")
  }
  const reach = async (lang: string) => {
    await playground.reach("Account", { lang })
    await view.locator("[data-token]").first().waitFor()
  }
  // Of an empty or disabled view.
  for (const state of ["WalletReceive-turned-off", "WalletReceive-wallet-locked", "SmartSessionList-turned-off"]) {
    await playground.reach(state)
    const sides = async () => {
      const card = await boxOf(playground.card)
      const button = await boxOf(playground.card.locator("[data-view] button").last())
      return [button.x - card.x, card.x + card.width - button.x - button.width]
    }
    // The view may still be moving in from the side.
    await expect.poll(sides, state).toEqual([8, 8])
  }

  await reach("en")
  // The card may still be moving in.
  await expect.poll(() => places("left")).toMatchObject({ avatar: expect.closeTo(20) })
  const ltr = await places("left")
  await fits()
  await reach("ar")
  await expect.poll(() => places("right")).toEqual({ avatar: expect.closeTo(20), copy: expect.closeTo(ltr.copy ?? -1) })

  await page.setViewportSize({ width: 1280, height: 760 })
  await playground.reach("Account-no-NFTs", { lang: "ar" })
  await fits()
})

const bottom = (box: { readonly y: number; readonly height: number } | null) => (box ? box.y + box.height : 0)
