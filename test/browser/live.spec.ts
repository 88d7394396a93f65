import { connected, expect, halyard, type Playground, test } from "./playground.ts"
import { listen, told } from "./told.ts"

/** Reaches the log, or fails with what it was. */
const hears = (playground: Playground, log: readonly unknown[]) => expect.poll(() => told(playground.page)).toEqual(log)

const approve =
  "polite: Approve in Halyard Confirm in the Halyard window. Connecting shows your address; it cannot move funds."

test("A connection that is approved tells whom it waits for", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { "*": { connect: "hang" } } } })
  await playground.openModal()
  await listen(page)
  await playground.wallet(halyard).click()
  await playground.asking("Halyard").waitFor()
  await hears(playground, [approve])
  await page.keyboard.press("y")
  await expect(playground.dialog).toHaveCount(0)
  expect(await told(page)).toEqual([approve])
})

test("A connection that is declined tells whom it waits for, then that they declined, each time", async ({
  playground,
  page,
}) => {
  const declined =
    "polite: You declined in Halyard Nothing was shared and nothing has changed. An older request may still be open in the wallet."
  await playground.visit({ script: { wallets: { "*": { connect: "hang" } } } })
  await playground.openModal()
  await listen(page)
  await playground.wallet(halyard).click()
  await playground.asking("Halyard").waitFor()
  await hears(playground, [approve])
  await page.keyboard.press("n")
  await hears(playground, [approve, declined])
  await playground.dialog.getByRole("button", { name: "Try again" }).click()
  await playground.asking("Halyard").waitFor()
  await hears(playground, [approve, declined, approve])
})

test("A code tells once that it expires in 60 seconds", async ({ playground, page }) => {
  await page.clock.install()
  await playground.visit({ open: "ConnectingWalletConnect" })
  await playground.dialog.getByText(/^Code expires in (4:00|3:5\d)$/).waitFor()
  await listen(page)
  await page.clock.runFor(170_000)
  expect(await told(page)).toEqual([])
  await page.clock.runFor(15_000)
  await hears(playground, ["polite: Code expires in 60 seconds"])
  await page.clock.runFor(30_000)
  expect(await told(page)).toEqual(["polite: Code expires in 60 seconds"])
})

test("A login by e-mail tells that the code is looked at, that it is wrong, and that the next is looked at", async ({
  playground,
  page,
}) => {
  const script = { project: { features: [{ id: "social_login", isEnabled: true, config: ["email"] }] } }
  await playground.visit({ open: "EmailVerifyOtp", script })
  const code = playground.dialog.getByRole("textbox", { name: "6-digit code" })
  await code.waitFor()
  await listen(page)
  await code.pressSequentially("481072")
  const looked = "polite: Checking the code"
  const wrong = "assertive: This code is not the one that was sent. Try again. Only the code in the latest mail counts."
  await hears(playground, [looked, wrong])
  await code.pressSequentially("123456")
  await expect(playground.dialog).toHaveCount(0)
  expect(await told(page)).toEqual([looked, wrong, looked])
})

test("A transfer that is declined, then sent, tells both", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { [halyard]: { sign: "hang" } } } })
  await connected(page)
  await page.evaluate(() => window.portico.open({ view: "WalletSend" }))
  const { dialog } = playground
  await dialog.getByLabel("Amount in ETH").fill("0.4")
  await dialog.getByLabel("Address or name").fill("ansel.eth")
  await dialog.getByRole("button", { name: "Preview Send" }).click()
  const send = dialog.getByRole("button", { name: "Send 0.4 ETH" })
  await send.waitFor()
  await listen(page)
  await send.click()
  await playground.asking("Halyard").waitFor()
  await page.keyboard.press("n")
  await dialog.getByText("You declined in Halyard. Nothing was sent.").waitFor()
  await send.click()
  await playground.asking("Halyard").waitFor()
  await page.keyboard.press("y")
  await playground.view("Account").waitFor()
  await hears(playground, [
    "polite: Approve in Halyard",
    "polite: You declined in Halyard. Nothing was sent.",
    "polite: A sent transaction cannot be taken back.",
    "polite: Approve in Halyard",
    "polite: Transaction started",
    "polite: 0.4 ETH sent",
  ])
})

test("A swap that is declined tells it", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { [halyard]: { sign: "hang" } } } })
  await connected(page)
  await page.evaluate(() => window.portico.open({ view: "Swap" }))
  const { dialog } = playground
  await dialog.locator("[data-pick=toToken]").click()
  await dialog.getByRole("searchbox").fill("harb")
  await dialog.getByRole("button", { name: "Harbour" }).click()
  await dialog.getByRole("textbox", { name: "You pay" }).fill("0.5")
  await dialog.getByText("Price impact").waitFor()
  await dialog.getByRole("button", { name: "Review swap" }).click()
  await playground.view("SwapPreview").waitFor()
  await listen(page)
  await playground.view("SwapPreview").getByRole("button", { name: "Swap" }).click()
  const asked = "polite: Confirm transaction in your wallet"
  await hears(playground, [asked])
  await playground.asking("Halyard").waitFor()
  await page.keyboard.press("n")
  await hears(playground, [asked, "polite: You declined in Halyard. Nothing was sent."])
  await expect(page.locator("[data-snack=error]")).toHaveCount(0)
})

test("A swap that is approved tells whom it waits for, and what became of it", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { [halyard]: { sign: "hang" } } } })
  await connected(page)
  await page.evaluate(() =>
    window.portico.open({ view: "Swap", arguments: { fromToken: "ETH", toToken: "HRB", amount: "0.5" } }),
  )
  const { dialog } = playground
  await dialog.getByText("Price impact").waitFor()
  await dialog.getByRole("button", { name: "Review swap" }).click()
  const swap = playground.view("SwapPreview").getByRole("button", { name: "Swap" })
  await swap.waitFor()
  await listen(page)
  await swap.click()
  await playground.asking("Halyard").waitFor()
  await page.keyboard.press("y")
  await playground.view("Account").waitFor()
  await hears(playground, [
    "polite: Confirm transaction in your wallet",
    expect.stringMatching(/^polite: Swapped 0\.5 ETH to [\d.]+ HRB$/),
  ])
})

test("Buying tells who sells, and that a window is open", async ({ playground, page }) => {
  await playground.visit({ open: "OnRampProviders" })
  const { dialog } = playground
  await dialog.getByText("about 98.56").waitFor()
  await listen(page)
  await dialog.getByRole("button", { name: "Meld" }).click()
  await playground.view("BuyInProgress").waitFor()
  await hears(playground, [
    "polite: Buy in Meld Go on in the other window. We will let you know here as soon as your tokens arrive.",
  ])
})

test("A payment that is declined, then approved, tells both", async ({ playground, page }) => {
  await playground.visit({ open: "Pay", script: { wallets: { [halyard]: { send: "hang" } } } })
  const { dialog } = playground
  const pay = dialog.getByRole("button", { name: "Pay with Halyard" })
  await pay.waitFor()
  await listen(page)
  const asked = "polite: Approve in Halyard Your wallet asks you to send 14.5 USDC."
  const declined = "polite: Payment declined You said no in Halyard. Nothing was paid."
  await pay.click()
  await playground.asking("Halyard").waitFor()
  await hears(playground, [asked])
  await page.keyboard.press("n")
  await hears(playground, [asked, declined])
  await dialog.getByRole("button", { name: "Try again" }).click()
  await pay.click()
  await playground.asking("Halyard").waitFor()
  await hears(playground, [asked, declined, asked])
  await page.keyboard.press("y")
  await hears(playground, [
    asked,
    declined,
    asked,
    "polite: Payment sent 14.5 USDC is on its way. The network takes a moment to confirm it.",
    "polite: Payment completed 14.5 USDC was paid.",
  ])
})

test("A sign-in that is declined, then approved, tells both", async ({ playground, page }) => {
  await playground.visit({ options: { siwx: {} }, script: { wallets: { [halyard]: { sign: "hang" } } } })
  await connected(page)
  const { dialog } = playground
  const sign = dialog.getByRole("button", { name: /^Sign$/ })
  await sign.waitFor()
  await listen(page)
  await sign.click()
  await playground.asking("Halyard").waitFor()
  await page.keyboard.press("n")
  await dialog.getByText("Error signing message").waitFor()
  await sign.click()
  await playground.asking("Halyard").waitFor()
  await page.keyboard.press("y")
  await expect(dialog).toHaveCount(0)
  await hears(playground, ["polite: Signing...", "assertive: Error signing message", "polite: Signing..."])
})

test("A network switch that is approved tells whom it waits for", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { "*": { switch: "hang" } } } })
  await connected(page)
  await playground.openModal("Account")
  await playground.dialog.getByRole("button", { name: /^Switch Network/ }).click()
  await playground.view("Networks").waitFor()
  await listen(page)
  await playground.view("Networks").locator('[data-network="eip155:137"]').click()
  await playground.asking("Halyard").waitFor()
  await page.keyboard.press("y")
  await playground.view("Account").waitFor()
  await hears(playground, ["polite: Approve in Halyard Accept the switch to Polygon in your wallet."])
})

test("A network switch that is declined tells it at once", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { "*": { switch: "reject" } } } })
  await connected(page)
  await playground.openModal("Account")
  await playground.dialog.getByRole("button", { name: /^Switch Network/ }).click()
  await playground.view("Networks").waitFor()
  await listen(page)
  await playground.view("Networks").locator('[data-network="eip155:137"]').click()
  await hears(playground, [
    "polite: Approve in Halyard Accept the switch to Polygon in your wallet.",
    "assertive: Switch declined. You stay on the network you were on.",
  ])
})

test("What is copied is told", async ({ playground, page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await playground.visit()
  await connected(page)
  await playground.openModal("Account")
  await listen(page)
  await playground.dialog.getByRole("button", { name: "Copy address" }).click()
  await hears(playground, ["polite: Address copied"])
})

test("A payment that the chain does not carry out is told at once; that it was sent is told in its turn", async ({
  playground,
  page,
}) => {
  await playground.visit({ open: "Pay", script: { sends: "reverted" } })
  const pay = playground.dialog.getByRole("button", { name: "Pay with Halyard" })
  await expect(pay).toBeEnabled()
  await listen(page)
  await pay.click()
  await playground.dialog.getByRole("heading", { name: "Payment failed" }).waitFor()
  const log = (await told(page)) ?? []
  expect(log.filter((words) => words.startsWith("assertive"))).toEqual([
    "assertive: Payment failed The payment failed. Nothing else was paid.",
  ])
  expect(log).toContain("polite: Payment sent 14.5 USDC is on its way. The network takes a moment to confirm it.")
})

test("A connection that is declined at the other end of the relay is told in its turn", async ({
  playground,
  page,
}) => {
  await playground.visit({ open: "ConnectingWalletConnect", script: { relay: "reject" } })
  await listen(page)
  await playground.dialog.getByRole("button", { name: "Try again" }).waitFor()
  await expect.poll(async () => ((await told(page)) ?? []).filter((words) => /declined/i.test(words))).not.toEqual([])
  expect(((await told(page)) ?? []).filter((words) => words.startsWith("assertive"))).toEqual([])
})
