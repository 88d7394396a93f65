import { popupOf } from "../real/parts/popup.ts"
import { keysOf, tabTo } from "./keys.ts"
import { expect, halyard, hanging, loginsBy, test as onPlayground, type Visit } from "./playground.ts"

interface Keys extends ReturnType<typeof keysOf> {
  /** Visits the page and opens the modal from its button. */
  begin(visit?: Visit, wallet?: string): Promise<void>
}

const test = onPlayground.extend<{ keys: Keys }>({
  keys: async ({ playground }, use) => {
    const keys = keysOf(playground)
    await use({
      ...keys,
      begin: async (visit = {}, wallet) => {
        await playground.visit(visit)
        if (wallet) await playground.connect(wallet)
        await keys.open(wallet ? "Account" : "Connect")
      },
    })
  },
})

test("By keyboard alone: the QR code and back, and a wallet, after a rejection in it", async ({
  keys,
  page,
  playground,
}) => {
  await keys.begin({ script: hanging })
  await keys.enter("WalletConnect", "ConnectingWalletConnect")
  await tabTo(page, "Copy link")
  await keys.back("Connect")
  await keys.end("Escape")

  await keys.open()
  await keys.enter("Halyard", "ConnectingExternal")
  await expect(playground.heading("Approve in Halyard")).toBeVisible()
  await playground.asking().waitFor()
  await page.keyboard.press("n")
  await playground.heading("Declined in Halyard").waitFor()
  await keys.enter("Try again")
  await playground.asking().waitFor()
  await page.keyboard.press("y")
  await keys.end()
})

test("By keyboard alone: a transfer and a swap with their reviews", async ({ keys, playground }) => {
  await keys.begin({}, halyard)
  await keys.enter("Send", "WalletSend")
  await keys.type("Amount", "0.4")
  await keys.type("Address or name", "ansel.eth")
  await keys.enter("Preview Send", "WalletSendPreview")
  await keys.enter("Send 0.4 ETH", "Account")

  await keys.enter("Swap", "Swap")
  await keys.type("You pay", "0.5")
  await keys.enter(/^Select|^Choose/, "SwapSelectToken")
  const suggested = playground.dialog.getByRole("group", { name: "Suggested" }).getByRole("button")
  await expect(suggested.first()).toHaveText("ETH")
  await keys.type(/Search/, "harb")
  await keys.enter("Harbour", "Swap")
  await keys.enter(/^1 HRB/)
  await playground.dialog.getByText("Price impact").waitFor()
  await keys.enter("Review swap", "SwapPreview")
  await keys.enter(/^(Swap|Approve)/, "Account")
  await keys.end("Escape")
})

test("By keyboard alone: buying, receiving and copying, switching networks, and disconnecting", async ({
  keys,
  log,
  page,
}) => {
  await keys.begin({}, halyard)
  await keys.enter("Buy", "OnRampProviders")
  await tabTo(page, "You pay")
  await keys.enter(/Meld/, "BuyInProgress")
  await keys.back("OnRampProviders")
  await keys.back("Account")

  await keys.enter("Receive", "WalletReceive")
  await log.clear()
  await keys.enter("Copy")
  await expect.poll(log.snacks).not.toEqual([])
  await keys.back("Account")

  await keys.enter("Switch Network", "Networks")
  await keys.enter("Polygon", "Account")
  await keys.enter("Disconnect")
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

test("By keyboard alone: a deposit from an exchange", async ({ keys, page, playground }) => {
  await playground.visit({ open: "FundWallet" })
  await keys.enter("Deposit from exchange", "PayWithExchange")
  await keys.enter("Asset: ETH", "PayWithExchangeSelectAsset")
  await keys.enter("USDC", "PayWithExchange")
  await keys.enter("$50")
  await playground.dialog.getByText("about 50.0000 USDC").waitFor()
  await (await popupOf(page, () => keys.enter("Deposit from Millrace"))).close()
  await playground.view("Account").waitFor()
  await page.keyboard.press("Escape")
  await playground.closed()
})

test("By keyboard alone: a payment", async ({ keys, playground }) => {
  const { dialog } = playground
  await playground.visit({ open: "Pay", clock: "still" })
  await keys.enter("Pay with Halyard", "PayLoading")
  await playground.passUntil(() => dialog.getByText("Payment completed").isVisible())
  await playground.passUntil(() => dialog.isHidden())
})

test("By keyboard alone: another account, another wallet, and disconnecting each", async ({ keys, playground }) => {
  const view = playground.view("ProfileWallets")
  await keys.begin({}, halyard)
  await keys.enter(/^marguerite\.eth/, "ProfileWallets")
  await keys.enter(/0xf5\.\.\.EcCbA0/)
  await expect(view.locator("[aria-current]")).toContainText("0xf5...EcCbA0")
  await keys.enter("Add EVM Wallet", "ConnectWallets")
  await keys.enter("Cinderbox")
  await expect(view.locator("[aria-current]")).toContainText("ansel.eth")
  await keys.enter("Disconnect Cinderbox")
  await view.getByText("1 connected").waitFor()
  await keys.enter("Disconnect Halyard")
  await keys.end()
})
