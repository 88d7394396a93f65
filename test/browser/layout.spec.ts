import type { Locator } from "@playwright/test"
import { expect, freeze, halyard, polygon, test } from "./playground.ts"

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "no-preference" }))

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error("It is not on the screen")
  return box
}
const style = (locator: Locator, property: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

test("The modal is 370px wide", async ({ playground }) => {
  await playground.visit({ open: "Connect" })
  await expect.poll(async () => (await boxOf(playground.card)).width).toBe(370)
})

test("a viewport of 430 or less gets a sheet over its whole width at its bottom", async ({ playground, page }) => {
  const { card } = playground
  const ends = async () => {
    const { x, y, width, height } = await boxOf(card)
    return { x, width, bottom: y + height }
  }
  await page.setViewportSize({ width: 430, height: 800 })
  await playground.visit({ open: "Connect" })
  await expect.poll(ends).toEqual({ x: 0, width: 430, bottom: 800 })

  await page.setViewportSize({ width: 431, height: 800 })
  await expect.poll(async () => (await boxOf(card)).width).toBe(370)
  const offCentre = async () => {
    const { y, height } = await boxOf(card)
    return Math.abs(y - (800 - height) / 2)
  }
  await expect.poll(offCentre).toBeLessThanOrEqual(1)
})

test("a viewport of 700 or less in height gets the modal at its top", async ({ playground, page }) => {
  const top = async () => (await boxOf(playground.card)).y
  await page.setViewportSize({ width: 800, height: 700 })
  await playground.visit({ open: "Connect" })
  await expect.poll(top).toBe(16)
  await page.setViewportSize({ width: 800, height: 701 })
  await page.waitForFunction(() => innerHeight === 701)
  await expect.poll(top).toBeGreaterThan(16)
})

test("at 320 wide nothing scrolls sideways in any view", async ({ playground, page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const wide = () =>
    playground.dialog.evaluate((dialog) =>
      [...dialog.querySelectorAll("*")]
        .filter((one) => {
          const { left, right } = one.getBoundingClientRect()
          const unseen = getComputedStyle(one).clipPath !== "none"
          return !unseen && one.closest("svg") === null && (left < -0.5 || right > innerWidth + 0.5)
        })
        .map((one) => one.outerHTML.slice(0, 120)),
    )
  const views = [
    "Connect",
    "AllWallets",
    "ConnectingExternal",
    "ConnectingWalletConnect",
    "Account",
    "Networks",
  ] as const
  for (const open of views) {
    await playground.visit({ open })
    await expect.poll(wide, open).toEqual([])
  }
})

test("Header text animation: 120 ms", async ({ playground }) => {
  await playground.visit({ open: "Connect" })
  expect(await style(playground.heading("Connect Wallet"), "animation-duration")).toBe("0.12s")
})

test("Modal height animation: 150 ms", async ({ playground }) => {
  await playground.visit({ open: "Connect" })
  const body = playground.view("Connect").locator("../../..")
  await expect(body).toHaveCSS("transition-property", "block-size")
  await expect(body).toHaveCSS("transition-duration", "0.15s")
})

test("a modal in a page that is drawn smaller has the height of its view", async ({ playground, page }) => {
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
})

test("View transition: 150 ms", async ({ playground, page }) => {
  const { dialog, view, wallet } = playground
  await page.clock.install()
  await playground.visit()
  await playground.openModal()
  // The next view is loaded and its list fetched once: below, the clock stands still.
  await wallet("all").click()
  await view("AllWallets").getByRole("listitem").first().waitFor()
  await playground.press("Back")
  const layers = dialog.locator("[data-view]").locator("..").locator("> *")
  await wallet("all").waitFor()
  await expect(layers).toHaveCount(1)
  await freeze(page)
  await wallet("all").click()
  await view("AllWallets").waitFor()
  await expect(layers).toHaveCount(2)
  expect(await style(view("AllWallets"), "animation-duration")).toBe("0.09s")
  expect(await style(view("AllWallets"), "animation-delay")).toBe("0.06s")
  await page.clock.runFor(149)
  await expect(layers).toHaveCount(2)
  await page.clock.runFor(1)
  await expect(layers).toHaveCount(1)
  expect(await style(dialog, "transition-duration")).toMatch(/^0.15s(, 0.15s)*$/)
})

test("Shake animation: 500 ms", async ({ playground }) => {
  await playground.visit({ open: "UnsupportedChain", clock: "still" })
  await playground.press("Close")
  await expect(playground.card).toHaveCSS("animation-duration", "0.5s")
  await playground.pass(499)
  await expect(playground.dialog).toHaveAttribute("data-refused", "")
  await playground.pass(1)
  await expect(playground.dialog).not.toHaveAttribute("data-refused")
})

test("with reduced motion nothing moves, and the refusal is a ring", async ({ playground, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await playground.visit({ open: "UnsupportedChain", clock: "still" })
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

test("with reduced transparency the page shows less through what is over it", async ({ playground, page }) => {
  await playground.visit({ open: "Connect" })
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

test("a message is over the card, and inside it where there is no room", async ({ playground, page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 })
  await playground.visit({ open: "Account", clock: "still" })
  const snack = page.locator("portico-modal [data-snack]")
  await playground.press("Copy address")
  await snack.waitFor()
  const above = async () => {
    const [{ y, height }, card] = [await boxOf(snack), await boxOf(playground.card)]
    return card.y - y - height
  }
  await expect.poll(above).toBeGreaterThanOrEqual(0)
  await page.setViewportSize({ width: 800, height: 500 })
  await expect.poll(async () => (await boxOf(snack)).y).toBeGreaterThan(64)
})

test("an alert hides nothing that can be pressed, however low the window", async ({ playground, page }) => {
  await playground.visit({ open: "Connect", options: { debug: true, projectId: "" } })
  const alert = page.locator("portico-modal [data-alert]")
  for (const [width, height] of [
    [1280, 1000],
    [1280, 720],
    [800, 480],
    [360, 640],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    await alert.first().waitFor()
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
})

test("Theme: palettes and size tokens exist for dark and light", async ({ playground, page }) => {
  await playground.visit({ theme: "dark", open: "Connect" })
  const colours = () =>
    playground.wallet(halyard).evaluate((row) => {
      const { color, backgroundColor, fontSize } = getComputedStyle(row)
      return [color, backgroundColor, fontSize]
    })
  const dark = await colours()
  await page.evaluate(() => window.portico.setThemeMode("light"))
  await expect.poll(colours).toEqual(["rgb(20, 24, 30)", "rgb(244, 246, 248)", dark[2]])
  expect(dark.slice(0, 2)).toEqual(["rgb(244, 246, 248)", "rgb(28, 32, 37)"])
})

test("Theme: font family KHTeka, with a mono variant", async ({ playground }) => {
  await playground.visit({ open: "Account" })
  expect(await style(playground.heading("Account"), "font-family")).toMatch(/^"?KHTeka"?,/)
  const address = playground.view("Account").getByText("0x7a").first()
  expect(await style(address, "font-family")).toMatch(/^"?KHTekaMono"?,/)
})

test("a taller view that was left at once leaves no fade at the bottom of the one before it", async ({
  playground,
  log,
}) => {
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

for (const theme of ["dark", "light"] as const)
  test(`Theme variables: accent, font, color mix, radius, z-index (${theme})`, async ({ playground, page }) => {
    await playground.visit({ theme, open: "WhatIsAWallet" })
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

    // A strength without a colour mixes nothing; the more of the colour, the further the surface is from its own.
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

    // The top layer needs no z-index; a dialog that has made room for a wallet's window has one.
    await dialog.evaluate((element) => element.setAttribute("data-demoted", ""))
    await set({ "--portico-z-index": 40 })
    await expect.poll(() => style(dialog, "z-index")).toBe("40")

    await playground.visit({
      theme,
      open: "ConnectingWalletConnect",
      options: { themeVariables: { "--portico-qr-color": "#103060" } },
    })
    const code = dialog.getByRole("img", { name: "Connection code" }).locator("path").first()
    await expect.poll(() => style(code, "color")).toBe("rgb(16, 48, 96)")
  })

test("a theme of the visitor's own system is followed as it changes, by the modal and by the page's buttons", async ({
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
})

for (const enableEmbedded of [true, false])
  for (const reducedMotion of ["reduce", "no-preference"] as const)
    test(`nothing that is measured makes the page measure for ever: ${enableEmbedded ? "embedded" : "a dialog"}, motion: ${reducedMotion}`, async ({
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
