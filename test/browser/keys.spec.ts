import type { Page } from "@playwright/test"
import type { RouteName } from "../../src/domain/route.ts"
import {
  cinderbox,
  ethereum,
  expect,
  halyard,
  hanging,
  loginsBy,
  test as onPlayground,
  type Visit,
} from "./playground.ts"

/** What has the focus in the modal: its name, and whether nothing covers its middle. */
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

/** Presses Tab until the control of this name has the focus; every stop on the way has to be in sight. */
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

interface Keys {
  /** Visits the page, and opens the modal from its button: at the account if a wallet is connected. */
  begin(visit?: Visit, wallet?: string): Promise<void>
  /** Goes to a control once it can be used, presses Enter and waits for the view that comes. */
  enter(name: string | RegExp, view?: RouteName): Promise<void>
  type(field: string | RegExp, text: string): Promise<void>
  back(view: RouteName): Promise<void>
  /** The modal is closed, by Escape unless it was before, and the page's button has the focus again. */
  end(how?: "Escape"): Promise<void>
}

const test = onPlayground.extend<{ keys: Keys }>({
  keys: async ({ playground, page }, use) => {
    const { button, closed, view } = playground
    const { keyboard } = page
    const opener = page.locator('[data-action="account"]')
    const enter: Keys["enter"] = async (name, next) => {
      await expect(button(name).first()).toBeEnabled()
      await tabTo(page, name)
      await keyboard.press("Enter")
      if (next) await view(next).waitFor()
    }
    await use({
      enter,
      begin: async (visit = {}, wallet) => {
        await playground.visit(visit)
        if (wallet) await playground.connect(wallet)
        await opener.focus()
        await keyboard.press("Enter")
        await view(wallet ? "Account" : "Connect").waitFor()
      },
      type: async (field, text) => {
        await tabTo(page, field)
        await keyboard.type(text)
      },
      back: async (before) => {
        await tabTo(page, "Back", "Shift+Tab")
        await keyboard.press("Enter")
        await view(before).waitFor()
      },
      end: async (how) => {
        if (how) await keyboard.press(how)
        await closed()
        await expect(opener).toBeFocused()
      },
    })
  },
})

test("By keyboard alone: the code and back", async ({ keys, page }) => {
  await keys.begin()
  await keys.enter("WalletConnect", "ConnectingWalletConnect")
  await tabTo(page, "Copy link")
  await keys.back("Connect")
  await keys.end("Escape")
})

test("By keyboard alone: a transfer with its review", async ({ keys }) => {
  await keys.begin({}, halyard)
  await keys.enter("Send", "WalletSend")
  await keys.type("Amount", "0.4")
  await keys.type("Address or name", "ansel.eth")
  await keys.enter("Preview Send", "WalletSendPreview")
  await keys.enter("Send 0.4 ETH", "Account")
  await keys.end("Escape")
})

test("By keyboard alone: a swap with its review", async ({ keys, playground }) => {
  await keys.begin({}, halyard)
  await keys.enter("Swap", "Swap")
  await keys.type("You pay", "0.5")
  await keys.enter(/^Select|^Choose/, "SwapSelectToken")
  await keys.type(/Search/, "harb")
  await keys.enter("Harbour", "Swap")
  await playground.dialog.getByText("Price impact").waitFor()
  await keys.enter("Review swap", "SwapPreview")
  await keys.enter(/^(Swap|Approve)/, "Account")
  await keys.end("Escape")
})

test("By keyboard alone: buying", async ({ keys, page }) => {
  await keys.begin({}, halyard)
  await keys.enter("Buy", "OnRampProviders")
  await tabTo(page, "You pay")
  await keys.enter(/Meld/, "BuyInProgress")
  await keys.back("OnRampProviders")
  await keys.end("Escape")
})

test("By keyboard alone: receiving and copying", async ({ keys, log }) => {
  await keys.begin({}, halyard)
  await keys.enter("Receive", "WalletReceive")
  await keys.enter("Copy")
  await expect.poll(log.snacks).not.toEqual([])
  await keys.back("Account")
  await keys.end("Escape")
})

test("By keyboard alone: another network, and the way out", async ({ keys }) => {
  await keys.begin({}, halyard)
  await keys.enter("Switch Network", "Networks")
  await keys.enter("Polygon", "Account")
  await keys.enter("Disconnect")
  await keys.end()
})

test("By keyboard alone: a wallet, after a rejection in it", async ({ keys, page, playground }) => {
  await keys.begin({ script: hanging })
  await keys.enter("Halyard", "ConnectingExternal")
  await playground.asking().waitFor()
  await page.keyboard.press("n")
  await playground.heading("You declined in Halyard").waitFor()
  await keys.enter("Try again")
  await playground.asking().waitFor()
  await page.keyboard.press("y")
  await keys.end()
})

test("By keyboard alone: a login by email", async ({ keys, page, playground }) => {
  await keys.begin({ script: loginsBy("email") })
  await keys.type("Email address", "linden@fernhill.example")
  await keys.enter("Continue with email", "EmailVerifyOtp")
  await expect(playground.field("6-digit code")).toBeFocused()
  await page.keyboard.type("123456")
  await keys.end()
})

test("By keyboard alone: a name", async ({ keys, page, playground }) => {
  const field = playground.field("Name")
  await keys.begin({ options: { networks: [ethereum] }, script: { wallets: { [halyard]: { chain: 1 } } } }, halyard)
  // Of these accounts one has no name.
  await playground.holder(halyard, "select", 1)
  await keys.enter("Choose account name", "ChooseAccountName")
  await keys.enter("Choose name", "RegisterAccountName")
  await expect(field).toBeFocused()
  await page.keyboard.type("ansel")
  await playground.dialog.getByText("This name is taken").waitFor()
  await keys.enter(/^ansel1/)
  await expect(field).toHaveValue("ansel1")
  await keys.enter("Register ansel1.reown.id", "RegisterAccountNameSuccess")
  await keys.enter("Let's Go!", "Account")
  await playground.view("Account").getByText("ansel1.reown.id").waitFor()
  await keys.end("Escape")
})

test("By keyboard alone: a deposit from an exchange", async ({ keys, page, playground }) => {
  await playground.visit({ open: "FundWallet" })
  await keys.enter("Deposit from exchange", "PayWithExchange")
  await keys.enter("Asset: ETH", "PayWithExchangeSelectAsset")
  await keys.enter("USDC", "PayWithExchange")
  await keys.enter("$50")
  await playground.dialog.getByText("about 50.0000 USDC").waitFor()
  const opened = page.waitForEvent("popup")
  await keys.enter("Deposit from Millrace")
  await (await opened).close()
  await playground.view("Account").waitFor()
  await page.keyboard.press("Escape")
  await playground.closed()
})

test("By keyboard alone: a payment", async ({ keys, playground }) => {
  const { dialog } = playground
  await playground.visit({ open: "Pay", clock: "still" })
  await keys.enter("Pay with Halyard")
  await playground.passUntil(() => dialog.getByText("Payment completed").isVisible())
  await playground.passUntil(() => dialog.isHidden())
})

test("By keyboard alone: the end of a smart session", async ({ keys, page, playground }) => {
  await keys.begin({ options: { features: { smartSessions: true } } }, cinderbox)
  await keys.enter("Smart Sessions", "SmartSessionList")
  await keys.enter("Revoke Lamplight")
  await expect(playground.button("Revoke Lamplight")).toHaveCount(0)
  await tabTo(page, "Active")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowRight")
  await playground.view("SmartSessionList").locator("[data-session]", { hasText: "Lamplight" }).waitFor()
  await keys.end("Escape")
})

test("By keyboard alone: another account, another wallet, and the way out of each", async ({ keys, playground }) => {
  const view = playground.view("ProfileWallets")
  await keys.begin({}, halyard)
  await keys.enter(/^marguerite\.eth/, "ProfileWallets")
  await keys.enter(/0x2D\.\.\.D7A80B/)
  await expect(view.locator("[aria-current]")).toContainText("0x2D...D7A80B")
  await keys.enter("Add EVM Wallet", "ConnectWallets")
  await keys.enter("Cinderbox")
  await expect(view.locator("[aria-current]")).toContainText("ansel.eth")
  await keys.enter("Disconnect Cinderbox")
  await view.getByText("1 connected").waitFor()
  await keys.enter("Disconnect Halyard")
  await keys.end()
})
