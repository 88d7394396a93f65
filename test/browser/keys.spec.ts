import { popupOf } from "../real/parts/popup.ts"
import { idle } from "./idle.ts"
import { focus, keysOf, tabTo } from "./keys.ts"
import { expect, halyard, hanging, loginsBy, test as onPlayground, type Visit } from "./playground.ts"

interface Keys extends ReturnType<typeof keysOf> {
  /** Visits the page and opens the modal from its button. */
  begin(visit?: Visit, wallet?: string): Promise<void>
  /** Responds in the prompt of a wallet. */
  answer(key: "y" | "n"): Promise<void>
  /** Forgets what was announced so far. */
  listen(): Promise<void>
  /** Expects exactly these announcements after the earlier ones. */
  announces(...announced: Words): Promise<void>
  /** The same, while time passes. */
  announcesLater(...announced: Words): Promise<void>
}

type Words = readonly (string | RegExp)[]

const test = onPlayground.extend<{ keys: Keys }>({
  keys: async ({ playground, page, log }, use) => {
    const keys = keysOf(playground)
    const wanted: unknown[] = []
    const announces = async (announced: Words, told = log.told, intervals?: number[]) => {
      wanted.push(...announced.map((words) => (typeof words === "string" ? words : expect.stringMatching(words))))
      await expect.poll(told, intervals && { intervals }).toEqual(wanted)
    }
    await use({
      ...keys,
      begin: async (visit = {}, wallet) => {
        await playground.visit(visit)
        if (wallet) await playground.connect(wallet)
        await keys.open(wallet ? "Account" : "Connect")
      },
      answer: async (key) => {
        await playground.asking().waitFor()
        await page.keyboard.press(key)
      },
      listen: async () => {
        // A live region is announced some frames after it was inserted.
        await idle(page, 4)
        await log.clear()
        wanted.splice(0)
      },
      announces: (...announced) => announces(announced),
      announcesLater: (...announced) => announces(announced, () => playground.pass(500).then(log.told), [0]),
    })
  },
})

const asksToSign = { wallets: { [halyard]: { sign: "hang" } } } as const
const approveIn =
  "polite: Approve in Halyard Approve the connection in the Halyard window. This site will see your address but can't move your funds."
const declinedSend = "polite: You declined the request in Halyard. Nothing was sent."

test("By keyboard alone: the QR code and back, and a wallet, which announces its request and a rejection in it; the focus is not lost", async ({
  keys,
  page,
}) => {
  const isFocused = (part: RegExp) => expect.poll(() => focus(page)).toMatch(part)
  await keys.begin({ script: hanging, clock: "still" })
  await keys.enter("WalletConnect", "ConnectingWalletConnect")
  await isFocused(/^portico-modal > dialog$/)
  await tabTo(page, "Copy link")
  await keys.back("Connect")
  await isFocused(/^portico-modal > dialog$/)
  await keys.end("Escape")

  await keys.open()
  await keys.listen()
  await keys.enter("Halyard", "ConnectingExternal")
  await keys.announces(approveIn)
  await keys.answer("n")
  await keys.announces(
    "polite: Declined in Halyard Nothing was shared. An earlier request may still be open in your wallet.",
  )
  await isFocused(/^portico-modal > /)
  await keys.enter("Try again")
  await keys.announces(approveIn)
  await isFocused(/^portico-modal > /)
  await keys.answer("y")
  await keys.end()
  await keys.announces()
})

test("By keyboard alone: a transfer and a swap with their reviews, which announce each rejection and outcome", async ({
  keys,
  playground,
}) => {
  const { dialog, enabled, passUntil } = playground
  await keys.begin({ script: asksToSign, clock: "still" }, halyard)
  await keys.enter("Send", "WalletSend")
  await keys.type("Amount", "0.4")
  await keys.type("Address or name", "ansel.eth")
  await passUntil(enabled("Preview Send"))
  await keys.enter("Preview Send", "WalletSendPreview")
  await passUntil(enabled("Send 0.4 ETH"))
  await keys.listen()
  await keys.enter("Send 0.4 ETH")
  await keys.announces("polite: Approve in Halyard")
  await keys.answer("n")
  await keys.announces(declinedSend)
  await keys.enter("Send 0.4 ETH")
  await keys.announces("polite: Transactions can't be undone.", "polite: Approve in Halyard")
  await keys.answer("y")
  await keys.announces("polite: Transaction started")
  await keys.announcesLater("polite: 0.4 ETH sent")

  await keys.enter("Swap", "Swap")
  await keys.type("You pay", "0.5")
  await keys.enter(/^Select|^Choose/, "SwapSelectToken")
  const suggested = dialog.getByRole("group", { name: "Suggested" }).getByRole("button")
  await expect(suggested.first()).toHaveText("ETH")
  await keys.type(/Search/, "harb")
  await keys.enter("Harbour", "Swap")
  await passUntil(enabled("Review swap"))
  await keys.enter(/^1 HRB/)
  await dialog.getByText("Price impact").waitFor()
  const review = async () => {
    await passUntil(enabled("Review swap"))
    await keys.enter("Review swap", "SwapPreview")
  }
  await review()
  await keys.listen()
  await keys.enter(/^Swap$/)
  // The snack of the transfer closes first.
  await keys.announcesLater("polite: Confirm transaction in your wallet")
  await keys.answer("n")
  await keys.announces(declinedSend)
  if (await playground.view("Swap").isVisible()) await review()
  await keys.enter(/^Swap$/)
  await keys.announces("polite: Confirm transaction in your wallet")
  await keys.answer("y")
  await keys.announcesLater(/^polite: Swapped 0\.5 ETH for [\d.]+ HRB$/)
  await expect(playground.view("Account")).toBeVisible()
  await keys.end("Escape")
})

test("By keyboard alone: buying, receiving and copying, switching networks, another account and wallet, and disconnecting", async ({
  keys,
  log,
  page,
  playground,
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

  const active = playground.view("ProfileWallets").locator("[aria-current]")
  await keys.enter(/^marguerite\.eth/, "ProfileWallets")
  await keys.enter(/0xf5\.\.\.EcCbA0/)
  await expect(active).toContainText("0xf5...EcCbA0")
  await keys.enter("Add EVM Wallet", "ConnectWallets")
  await keys.enter("Cinderbox")
  await expect(active).toContainText("ansel.eth")
  await keys.enter("Disconnect Cinderbox")
  await playground.view("ProfileWallets").getByText("1 connected").waitFor()
  await keys.back("Account")
  // The last stop.
  await keys.enter("Disconnect", undefined, "Shift+Tab")
  await keys.end()
})

test("By keyboard alone: a login by email, which announces that a code is checked, that it is wrong, and that the next is checked", async ({
  keys,
  page,
  playground,
}) => {
  const code = playground.field("6-digit code")
  await keys.begin({ script: loginsBy("email"), clock: "still" })
  await keys.type("Email address", "linden@fernhill.example")
  await keys.enter("Continue with email", "EmailVerifyOtp")
  await expect(code).toBeFocused()
  await keys.listen()
  await page.keyboard.type("481072")
  await keys.announces(
    "polite: Verifying code",
    "assertive: This code is not the one that was sent. Try again. Use the code from the most recent email.",
  )
  // A wrong code is selected a moment after it was announced, so the next one replaces it.
  await expect.poll(() => code.evaluate(({ selectionStart }: HTMLInputElement) => selectionStart)).toBe(0)
  await page.keyboard.type("123456")
  await keys.announces("polite: Verifying code")
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

test("By keyboard alone: a payment, which announces its rejection, then that it was sent; a failure on the chain interrupts", async ({
  keys,
  playground,
}) => {
  const paying = "polite: Approve in Halyard Approve the payment of 14.5 USDC in your wallet."
  await playground.visit({
    open: "Pay",
    clock: "still",
    script: { sends: "reverted", wallets: { [halyard]: { send: "hang" } } },
  })
  await playground.button("Pay with Halyard").waitFor()
  await keys.listen()
  await keys.enter("Pay with Halyard", "PayLoading")
  await keys.announces(paying)
  await keys.answer("n")
  await keys.announces("polite: Payment declined You declined the request in Halyard. Nothing was paid.")
  await keys.enter("Try again", "Pay")
  await keys.enter("Pay with Halyard", "PayLoading")
  await keys.announces(paying)
  await keys.answer("y")
  await keys.announces("polite: Payment sent 14.5 USDC is on its way. The network takes a moment to confirm it.")
  await keys.announcesLater("assertive: Payment failed The payment failed. The recipient wasn't paid.")
})
