import { popupOf } from "../real/parts/popup.ts"
import { base, expect, halyard, onDemand as test } from "./playground.ts"

test("A visitor deposits from an exchange, in a pop-up opened in the click: an asset, an amount, and the account receives it", async ({
  playground,
  page,
  log,
}) => {
  const { button, dialog, fetched, go, passUntil, press, view } = playground
  await playground.visit({ open: "FundWallet", clock: "still" })
  await expect(button("Deposit from exchange")).toBeEnabled()
  const before = fetched("views/pay/index")
  await go("Deposit from exchange", "PayWithExchange")
  expect(fetched("views/pay/index"), "what deposits comes with its view").toBeGreaterThan(before)
  await go("Asset: ETH", "PayWithExchangeSelectAsset")
  await press("USDC", "$50")
  await passUntil(dialog.getByText("about 50.0000 USDC"))

  const popup = await popupOf(page, () => press("Deposit from Millrace"))
  expect(await popup.evaluate(() => window.opener).catch(() => null)).toBeNull()
  await expect(popup).toHaveURL(/exchange=Millrace/)
  await popup.close()
  await expect(view("Account")).toBeVisible()
  await expect.poll(log.snacks).toEqual(["loading: Deposit in progress..."])
  await passUntil(view("Account").getByText("462.070 USDC"))
  await passUntil(async () => (await log.snacks()).length > 1)
  expect(await log.snacks()).toEqual(["loading: Deposit in progress...", "success: Deposit completed"])
})

test("A visitor pays the site's request: the wallet connects first, approves exactly that, and the modal closes", async ({
  playground,
  page,
  log,
}) => {
  const { button, dialog, fetched, open, passUntil, press, wallet } = await playground.visit({ clock: "still" })
  expect(fetched("views/pay/index")).toBe(0)
  const asset = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"
  const metadata = { name: "USD Coin", symbol: "USDC", decimals: 6 }
  const recipient = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"
  await open("Pay", { paymentAsset: { network: base, asset, metadata }, recipient, amount: "14.5" })
  expect(fetched("views/pay/index")).toBeGreaterThan(0)
  await press("Pay from wallet")
  await wallet(halyard).click()
  await button("Pay with Halyard").dblclick()

  await passUntil(dialog.getByText("Payment completed"))
  await passUntil(() => dialog.isHidden())
  await expect.poll(log.told).toContain("polite: Payment completed 14.5 USDC was paid.")
  const sent = await page.evaluate(() =>
    window.demoWorld?.ledger.moved.map(({ units, to }) => `${units} ${to.toLowerCase()}`),
  )
  expect(sent).toEqual([`14500000 ${recipient.toLowerCase()}`])
})
