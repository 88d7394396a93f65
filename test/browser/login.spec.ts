import type { Locator } from "@playwright/test"
import type { Script } from "../../layers/demo/script.ts"
import { popupOf } from "../real/parts/popup.ts"
import { expect, halyard, hanging, loginsBy, noWallets, onDemand, type Playground, test } from "./playground.ts"
import { codeOf, drawn } from "./qr.ts"

const script = loginsBy("email", "google", "x", "discord", "farcaster", "github", "apple")
const address = "linden@fernhill.example"

onDemand(
  "View: EmailLogin, by keyboard: an address, a pasted code, a wrong one, a right one",
  async ({ playground, page }) => {
    const { button, dialog, field, view } = playground
    const { keyboard } = page
    await playground.visit({ open: "EmailLogin", script })
    await expect(dialog).toHaveAccessibleName("Email Login")
    expect(playground.fetched("views/embedded/email/index")).toBeGreaterThan(0)
    const email = field("Email address")
    await expect(email).toBeVisible()
    do await keyboard.press("Tab")
    while (!(await email.evaluate((input) => input.matches(":focus"))))
    const arrow = button("Continue with email")
    await keyboard.type("lin")
    await expect(arrow, "the arrow wakes at 4 characters").toHaveAttribute("aria-disabled", "true")
    await keyboard.type("den@fernhill.example")
    await expect(arrow).not.toHaveAttribute("aria-disabled")
    await keyboard.press("Enter")

    await expect(view("EmailVerifyOtp")).toBeVisible()
    await expect(dialog).toHaveAccessibleName("Confirm Email")
    const code = field("6-digit code")
    await expect(code, "it has the focus").toBeFocused()
    await expect(code).toHaveAttribute("autocomplete", "one-time-code")
    await expect(code).toHaveAttribute("inputmode", "numeric")

    const paste = (text: string) =>
      view("EmailVerifyOtp").evaluate((at, text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData("text", text)
        at.querySelector("p")?.dispatchEvent(
          new ClipboardEvent("paste", { bubbles: true, cancelable: true, composed: true, clipboardData }),
        )
      }, text)
    await paste("4810725")
    await expect(code, "a longer number is no code").toHaveValue("")
    await keyboard.type("48a1")
    await expect(code, "letters are ignored").toHaveValue("481")
    await keyboard.press("Backspace")
    await expect(code).toHaveValue("48")
    await keyboard.press("ArrowLeft")
    await keyboard.press("ArrowLeft")
    await keyboard.type("9")
    await expect(code, "a digit is inserted at the caret").toHaveValue("948")
    await paste("Your code is 481 072.")
    await expect(code, "a code within a sentence").toHaveValue("481072")
    const wrong = dialog.getByRole("alert")
    await expect(wrong, "a full code is submitted").toContainText("This code is not the one that was sent")
    await expect(code).toHaveAttribute("aria-invalid", "true")
    await expect.poll(() => chosen(code), "a wrong code is selected").toEqual([0, 6])
    const { width = 0 } = (await code.boundingBox()) ?? {}
    await code.click({ position: { x: width * 0.75, y: 20 } })
    await expect.poll(() => chosen(code), "a clicked box is selected").toEqual([4, 5])
    await keyboard.type("9")
    await expect(code, "and overwritten").toHaveValue("481092")
    await expect.poll(() => chosen(code)).toEqual([0, 6])
    await keyboard.type("1")
    await expect(code, "typing after a wrong code replaces it").toHaveValue("1")
    await expect(wrong).toHaveCount(0)
    await keyboard.type("23456")
    await playground.closed()
    expect(await page.evaluate(() => window.portico.state.connection.value)).toMatchObject({
      connectorId: "ID_AUTH",
      auth: { name: "email", email: address },
    })
  },
)

/** The selected part of a field's text. */
const chosen = (field: Locator) =>
  field.evaluate(({ selectionStart, selectionEnd }: HTMLInputElement) => [selectionStart, selectionEnd])

test("The legal checkbox must be ticked first, in the list and in the directory, but only once", async ({
  playground,
  page,
}) => {
  const { dialog, view, wallet } = playground
  const terms = { ...hanging, ...script }
  const options = { features: { legalCheckbox: true } }
  const box = dialog.getByRole("checkbox")
  const disabled = dialog.locator("fieldset[aria-disabled]")
  /** Controls that Tab reaches after the box: wallets by ID, fields by type. */
  const reached = async () => {
    const names: string[] = []
    await box.focus()
    for (let count = 0; count < 12; count += 1) {
      await page.keyboard.press("Tab")
      names.push(
        await page.evaluate(() => {
          const focused = document.querySelector("portico-modal")?.shadowRoot?.activeElement
          return focused?.getAttribute("data-wallet") ?? focused?.getAttribute("type") ?? ""
        }),
      )
    }
    return names
  }
  await playground.visit({ open: "Connect", script: terms, options })
  await expect(wallet("all")).toBeVisible()
  await expect(disabled).toHaveCount(1)
  const locked = await reached()
  expect(locked.filter((name) => name.includes(".") || name === "email")).toEqual([])
  await wallet(halyard).click({ force: true })
  await expect(view("Connect")).toBeVisible()
  await box.check()
  await expect(disabled).toHaveCount(0)
  expect(await reached()).toContain(halyard)
  await box.uncheck()

  await playground.open("AllWallets")
  const first = dialog.locator("[data-wallet]").first()
  await first.waitFor()
  await first.click({ force: true })
  await expect(view("AllWallets")).toBeVisible()
  await box.check()
  await first.click()
  await view("AllWallets").waitFor({ state: "detached" })
  await playground.answer("Reject")

  await playground.close()
  await playground.openModal()
  await wallet("all").click()
  await expect(view("AllWallets")).toBeVisible()
  await expect(box).toHaveCount(0)
  await playground.open("Connect")
  await wallet(halyard).click()
  await expect(view("ConnectingExternal")).toBeVisible()
})

onDemand(
  "A social login opens its pop-up in the click, before any of its code is loaded",
  async ({ playground, page }) => {
    const held: string[] = []
    let release = () => {}
    const released = new Promise<void>((go) => {
      release = go
    })
    const code = /\/(social|ConnectingSocial)-[^/]*\.js$/
    // What the login requests after the release is not held either.
    await page.route(code, async (route) => {
      held.push(route.request().url())
      await released
      await route.continue()
    })
    await playground.visit({ open: "Connect", script: everyLogin })
    expect(held, "code of the login that loads with the first view").toEqual([])
    await expect(playground.field("Email address")).toBeVisible()
    const rule = "Views loaded on demand depending on the enabled feature: email login"
    expect(playground.fetched("views/embedded/email/index"), rule).toBe(0)
    await playground.go("More ways to log in", "ConnectSocials")
    expect(playground.fetched("ConnectSocials"), "the list of all logins comes with its view").toBe(1)
    await playground.go("Back", "Connect")
    const popup = await popupOf(page, () => playground.press("Continue with Google"))
    await expect.poll(() => popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 800])
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await expect(playground.view("Connect")).toBeVisible()
    expect(
      await page.evaluate(() => window.portico.state.connection.value),
      "Views loaded on demand depending on the enabled feature: social login",
    ).toBeUndefined()
    release()
    await playground.closed()
    await expect.poll(() => popup.isClosed()).toBe(true)
    expect(await playground.account()).toMatchObject({ socialProvider: "google" })
    await expect.poll(() => playground.fetched("ConnectingSocial")).toBe(1)
    await page.unroute(code)
  },
)

test("The Promise method opens the pop-up in the click too", async ({ playground, page }) => {
  await playground.visit({ script })
  await page.evaluate(() => {
    const button = document.createElement("button")
    button.textContent = "Log in by X"
    button.onclick = () => void window.portico.loginWithSocial({ provider: "x" }).catch(() => {})
    document.body.prepend(button)
  })
  const popup = await popupOf(page, () => page.getByRole("button", { name: "Log in by X" }).click())
  await expect.poll(async () => (await playground.account()).address).toMatch(/^0x/)
  await expect.poll(() => popup.isClosed()).toBe(true)
  await playground.closed()
})

test("View: ConnectWallets: has the wallets without the logins, behind one button of the Connect view; View: ConnectingFarcaster", async ({
  playground,
}) => {
  const { field, go, wallet } = playground
  const options = { features: { collapseWallets: true } }
  const logins = loginsBy("email", "farcaster")
  await playground.visit({ open: "Connect", script: { ...logins, frame: { connect: "hang" } }, options })
  await expect(field("Email address")).toBeVisible()
  await go("Continue with a wallet", "ConnectWallets")
  await expect(wallet("all")).toBeVisible()
  await expect(field("Email address")).toHaveCount(0)

  await go("Back", "Connect")
  await go("Continue with Farcaster", "ConnectingFarcaster")
  await expect(playground.dialog).toHaveAccessibleName("Farcaster")
  const code = playground.dialog.getByRole("img", { name: "QR code to log in with Farcaster" })
  await expect(code).toBeVisible()
  await expect(code, "the code itself, not its placeholder").not.toHaveAttribute("aria-busy")
  const url = String((await playground.account()).farcasterUrl)
  await expect.poll(() => drawn(code)).toEqual(codeOf(url, "M"))
  await expect(playground.button("Copy link")).toBeVisible()
})

test("View: UpdateEmailWallet: saves a changed address with two codes", async ({ playground, page }) => {
  const { dialog, field } = playground
  await playground.visit({ open: "UpdateEmailWallet", script: { ...script, login: address } })
  await expect(dialog).toHaveAccessibleName("Edit Email")
  await expect(field("Email address")).toHaveValue(address)
  await expect(playground.button("Save")).toHaveAttribute("aria-disabled", "true")
  await field("Email address").fill("rowan@fernhill.example")
  await expect(playground.button("Save")).not.toHaveAttribute("aria-disabled")
  await page.keyboard.press("Enter")
  for (const [name, title] of [
    ["UpdateEmailPrimaryOtp", "Confirm Current Email"],
    ["UpdateEmailSecondaryOtp", "Confirm New Email"],
  ] as const) {
    const view = playground.view(name)
    await expect(view).toBeVisible()
    await expect(dialog).toHaveAccessibleName(title)
    await view.getByRole("textbox", { name: "6-digit code" }).fill("123456")
  }
  await expect(playground.view("Account")).toBeVisible()
  const login = () => page.evaluate(() => window.portico.state.connection.value?.auth)
  await expect.poll(login).toMatchObject({ email: "rowan@fernhill.example" })
})

test("The first opening does not move: card and wallets keep their positions, and logins fill the space reserved for them. The next visit starts with these logins", async ({
  playground,
  page,
}) => {
  const { field, openModal, passUntil, wallet } = playground
  const email = field("Email address")
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const wallets of [{}, noWallets]) {
    await firstVisit(playground, { ...everyLogin, ...wallets })
    await openModal()
    await expect(wallet("all")).toBeVisible()
    const before = await rested(playground)
    await expect(email).toBeHidden()
    expect(before.card.y + before.card.height / 2).toBeCloseTo(450, 0)
    await passUntil(() => email.isVisible())
    expect(await rested(playground)).toEqual(before)
    // Wallets come first if one is installed.
    const top = async (one: Locator) => (await one.boundingBox())?.y ?? Number.NaN
    expect((await top(email)) < (await top(wallet("all")))).toBe(wallets === noWallets)
  }
  await page.reload()
  await openModal()
  await expect(wallet("walletConnect")).toBeVisible()
  await expect(email).toBeVisible()
})

test("Missing logins give up their space: the wallets stay if the pointer is on them, else the card stays centered", async ({
  playground,
  page,
}) => {
  const { dialog, field, openModal, wallet } = playground
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const near of [true, false]) {
    await firstVisit(playground, noWallets)
    await openModal()
    if (near) await wallet("walletConnect").hover()
    await expect(wallet("all")).toBeVisible()
    const before = await rested(playground)
    await playground.passUntil(() =>
      page.evaluate(() => localStorage.getItem("portico:default:project_features") !== null),
    )
    await expect(dialog.getByText("or", { exact: true })).toBeHidden()
    const { card, first } = await rested(playground)
    expect(card.height).toBeLessThan(before.card.height)
    await expect(field("Email address")).toBeHidden()
    if (near) expect(first.y).toBe(before.first.y)
    else expect(card.y + card.height / 2).toBeCloseTo(450, 0)
  }
})

const everyLogin = loginsBy("email", "google", "x", "discord", "farcaster", "github", "apple", "facebook")

/** A visit without any storage from an earlier one, with a slow configuration of the project. */
const firstVisit = async ({ page, visit }: Playground, script: Script) => {
  if (page.url().startsWith("http")) await page.evaluate(() => localStorage.clear())
  await visit({ clock: "still", script: { faults: { config: { delay: 1_500 } }, ...script } })
}

/** Positions of the card and its first wallet, once animations have ended. */
const rested = async ({ card, dialog, wallet }: Playground) => {
  await dialog.evaluate((card) =>
    Promise.allSettled(
      card
        .getAnimations({ subtree: true })
        .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
        .map((one) => one.finished),
    ),
  )
  const box = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { card: await box(card), first: await box(wallet("walletConnect")) }
}
