import type { Page } from "@playwright/test"
import { cinderbox, connected, expect, halyard, type Playground, test } from "./playground.ts"

/** What has the focus in the modal: what it is called, and whether nothing lies over its middle. */
const focused = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
    const root = document.querySelector("portico-modal")?.shadowRoot
    const at = root?.activeElement
    if (!root || !at || at.localName === "dialog") return undefined
    const shown = (at.matches("label input") ? at.closest("label") : null) ?? at
    const box = shown.getBoundingClientRect()
    const there = root.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    const found = there.find((one) => root.contains(one) && !one.closest("[data-snack]"))
    const labelled = (at as HTMLInputElement).labels?.[0]?.textContent
    const name = at.ariaLabel ?? labelled ?? at.textContent ?? ""
    return { name: name.trim(), seen: found !== undefined && shown.contains(found) }
  })

/** Presses Tab until what is called so has the focus; each stop on the way is to be seen. */
const tabTo = async (page: Page, name: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab") => {
  const stops: string[] = []
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press(key)
    const stop = await focused(page)
    if (!stop) continue
    expect(stop.seen, `${stop.name} has the focus and is out of sight`).toBe(true)
    if (typeof name === "string" ? stop.name.startsWith(name) : name.test(stop.name)) return
    stops.push(stop.name)
  }
  throw new Error(`No key leads to ${name}, but to ${stops.join(", ")}`)
}

const enter = async (page: Page, name: string | RegExp) => {
  await tabTo(page, name)
  await page.keyboard.press("Enter")
}

/** Opens the modal from the page's button. */
const open = async ({ page, view }: Playground, name: string) => {
  await page.locator('[data-action="account"]').focus()
  await page.keyboard.press("Enter")
  await view(name).waitFor()
}

/** Escape closes, and the page's button has the focus again. */
const closes = async ({ page, dialog }: Playground) => {
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('[data-action="account"]')).toBeFocused()
}

test("By keyboard alone: the code and back", async ({ playground, page }) => {
  await playground.visit()
  await open(playground, "Connect")
  await enter(page, "WalletConnect")
  await playground.view("ConnectingWalletConnect").waitFor()
  await tabTo(page, "Copy link")
  await tabTo(page, "Back", "Shift+Tab")
  await page.keyboard.press("Enter")
  await playground.view("Connect").waitFor()
  await closes(playground)
})

test("By keyboard alone: a transfer with its review", async ({ playground, page }) => {
  await playground.visit()
  await connected(page)
  await open(playground, "Account")
  await enter(page, "Send")
  await playground.view("WalletSend").waitFor()
  await tabTo(page, "Amount")
  await page.keyboard.type("0.4")
  await tabTo(page, "Address or name")
  await page.keyboard.type("ansel.eth")
  await expect(playground.dialog.getByRole("button", { name: "Preview Send" })).toBeEnabled()
  await enter(page, "Preview Send")
  await playground.view("WalletSendPreview").waitFor()
  await expect(playground.dialog.getByRole("button", { name: "Send 0.4 ETH" })).toBeEnabled()
  await enter(page, "Send 0.4 ETH")
  await playground.view("Account").waitFor()
  await closes(playground)
})

test("By keyboard alone: a swap with its review", async ({ playground, page }) => {
  await playground.visit()
  await connected(page)
  await open(playground, "Account")
  await enter(page, "Swap")
  await playground.view("Swap").waitFor()
  await tabTo(page, "You pay")
  await page.keyboard.type("0.5")
  await enter(page, /^Select|^Choose/)
  await playground.view("SwapSelectToken").waitFor()
  await tabTo(page, /Search/)
  await page.keyboard.type("harb")
  await enter(page, "Harbour")
  await playground.view("Swap").waitFor()
  await playground.dialog.getByText("Price impact").waitFor()
  await enter(page, "Review swap")
  await playground.view("SwapPreview").waitFor()
  await expect(playground.view("SwapPreview").getByRole("button", { name: /^(Swap|Approve)/ })).toBeEnabled()
  await enter(page, /^(Swap|Approve)/)
  await playground.view("Account").waitFor()
  await closes(playground)
})

test("By keyboard alone: buying", async ({ playground, page }) => {
  await playground.visit()
  await connected(page)
  await open(playground, "Account")
  await enter(page, "Buy")
  await playground.view("OnRampProviders").waitFor()
  await tabTo(page, "You pay")
  await playground.dialog
    .getByText(/^about /)
    .first()
    .waitFor()
  await enter(page, /Meld/)
  await playground.view("BuyInProgress").waitFor()
  await tabTo(page, "Back", "Shift+Tab")
  await page.keyboard.press("Enter")
  await playground.view("OnRampProviders").waitFor()
  await closes(playground)
})

test("By keyboard alone: receiving and copying", async ({ playground, page }) => {
  await playground.visit()
  await connected(page)
  await open(playground, "Account")
  await enter(page, "Receive")
  await playground.view("WalletReceive").waitFor()
  await enter(page, "Copy")
  await expect(playground.dialog.locator("[data-snack]")).toBeVisible()
  await tabTo(page, "Back", "Shift+Tab")
  await page.keyboard.press("Enter")
  await playground.view("Account").waitFor()
  await closes(playground)
})

test("By keyboard alone: another network, and the way out", async ({ playground, page }) => {
  await playground.visit()
  await connected(page)
  await open(playground, "Account")
  await enter(page, "Switch Network")
  await playground.view("Networks").waitFor()
  await enter(page, "Polygon")
  await playground.view("Account").waitFor()
  await enter(page, "Disconnect")
  await expect(playground.dialog).toHaveCount(0)
  await expect(page.locator('[data-action="account"]')).toBeFocused()
})

test("By keyboard alone: a wallet, after a no in it", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { "*": { connect: "hang" } } } })
  await open(playground, "Connect")
  await enter(page, "Halyard")
  await playground.view("ConnectingExternal").waitFor()
  await playground.asking("Halyard").waitFor()
  await page.keyboard.press("n")
  await playground.dialog.getByRole("heading", { name: "You declined in Halyard" }).waitFor()
  await enter(page, "Try again")
  await playground.asking("Halyard").waitFor()
  await page.keyboard.press("y")
  await expect(playground.dialog).toHaveCount(0)
  await expect(page.locator('[data-action="account"]')).toBeFocused()
})

test("By keyboard alone: a login by e-mail", async ({ playground, page }) => {
  const script = { project: { features: [{ id: "social_login", isEnabled: true, config: ["email"] }] } }
  await playground.visit({ script })
  await open(playground, "Connect")
  await tabTo(page, "Email address")
  await page.keyboard.type("linden@fernhill.example")
  await enter(page, "Continue with email")
  await playground.view("EmailVerifyOtp").waitFor()
  const code = playground.dialog.getByRole("textbox", { name: "6-digit code" })
  await expect(code).toBeFocused()
  await page.keyboard.type("123456")
  await expect(playground.dialog).toHaveCount(0)
  await expect(page.locator('[data-action="account"]')).toBeFocused()
})

test("By keyboard alone: a name", async ({ playground, page }) => {
  await playground.visit({
    options: { networks: ["eip155:1"] },
    script: { wallets: { [halyard]: { chain: 1 } } },
  })
  await connected(page)
  // Of these accounts one has no name.
  await page.evaluate((wallet) => window.demoWorld?.wallets.get(wallet)?.select(1), halyard)
  await open(playground, "Account")
  await enter(page, "Choose account name")
  await playground.view("ChooseAccountName").waitFor()
  await enter(page, "Choose name")
  const field = playground.view("RegisterAccountName").getByRole("textbox", { name: "Name" })
  await expect(field).toBeFocused()
  await page.keyboard.type("ansel")
  await playground.dialog.getByText("This name is taken").waitFor()
  await enter(page, /^ansel1/)
  await expect(field).toHaveValue("ansel1")
  await enter(page, "Register ansel1.reown.id")
  await playground.view("RegisterAccountNameSuccess").waitFor()
  await enter(page, "Let's Go!")
  await playground.view("Account").getByText("ansel1.reown.id").waitFor()
  await closes(playground)
})

test("By keyboard alone: a deposit from an exchange", async ({ playground, page }) => {
  await playground.visit({ open: "FundWallet" })
  await expect(playground.dialog.getByRole("button", { name: "Deposit from exchange" })).toBeEnabled()
  await enter(page, "Deposit from exchange")
  await playground.view("PayWithExchange").waitFor()
  await enter(page, "Asset: ETH")
  await playground.view("PayWithExchangeSelectAsset").waitFor()
  await enter(page, "USDC")
  await playground.view("PayWithExchange").waitFor()
  await enter(page, "$50")
  await playground.dialog.getByText("about 50.0000 USDC").waitFor()
  const opened = page.waitForEvent("popup")
  await enter(page, "Deposit from Millrace")
  await (await opened).close()
  await playground.view("Account").waitFor()
  await page.keyboard.press("Escape")
  await expect(playground.dialog).toHaveCount(0)
})

test("By keyboard alone: a payment", async ({ playground, page }) => {
  await playground.visit({ open: "Pay" })
  await expect(playground.dialog.getByRole("button", { name: "Pay with Halyard" })).toBeEnabled()
  await enter(page, "Pay with Halyard")
  await playground.dialog.getByText("Payment completed").waitFor()
  await expect(playground.dialog).toHaveCount(0)
})

test("By keyboard alone: a smart session is ended", async ({ playground, page }) => {
  await playground.visit({ options: { features: { smartSessions: true } } })
  await page.evaluate((wallet) => window.portico.connect({ wallet }).then(() => undefined), cinderbox)
  await open(playground, "Account")
  await enter(page, "Smart Sessions")
  await playground.dialog.getByRole("button", { name: "Revoke Lamplight" }).waitFor()
  await enter(page, "Revoke Lamplight")
  await expect(playground.dialog.getByRole("button", { name: "Revoke Lamplight" })).toHaveCount(0)
  await tabTo(page, "Active")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowRight")
  await playground.view("SmartSessionList").locator("[data-session]", { hasText: "Lamplight" }).waitFor()
  await closes(playground)
})

test("By keyboard alone: another account, another wallet, and the way out of each", async ({ playground, page }) => {
  const { dialog, view } = playground
  await playground.visit()
  await connected(page)
  await open(playground, "Account")
  await enter(page, /^marguerite\.eth/)
  await view("ProfileWallets").waitFor()
  await enter(page, /0x2D\.\.\.D7A80B/)
  await expect(view("ProfileWallets").locator("[aria-current]")).toContainText("0x2D...D7A80B")
  await enter(page, "Add EVM Wallet")
  await view("ConnectWallets").waitFor()
  await enter(page, "Cinderbox")
  await expect(view("ProfileWallets").locator("[aria-current]")).toContainText("ansel.eth")
  await enter(page, "Disconnect Cinderbox")
  await view("ProfileWallets").getByText("1 connected").waitFor()
  await enter(page, "Disconnect Halyard")
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('[data-action="account"]')).toBeFocused()
})
