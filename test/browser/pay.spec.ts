import { base, expect, halyard, onDemand as test } from "./playground.ts"

test("A visitor deposits from an exchange, in a window of the click: an asset, an amount, and the account has it", async ({
  playground,
  page,
  log,
}) => {
  const { dialog, press, view } = playground
  await playground.visit({ open: "FundWallet", clock: "still" })
  await expect(playground.button("Deposit from exchange")).toBeEnabled()
  const before = playground.fetched("pay")
  await press("Deposit from exchange")
  await expect(view("PayWithExchange")).toBeVisible()
  expect(playground.fetched("pay"), "what deposits comes with its view").toBeGreaterThan(before)
  await press("Asset: ETH")
  await view("PayWithExchangeSelectAsset").getByRole("button", { name: "USDC" }).click()
  await press("$50")
  await playground.passUntil(() => dialog.getByText("about 50.0000 USDC").isVisible())

  const opened = page.waitForEvent("popup")
  await press("Deposit from Millrace")
  const popup = await opened
  expect(await popup.evaluate(() => window.opener).catch(() => null)).toBeNull()
  await popup.waitForURL(/exchange=Millrace/)
  await popup.close()
  await expect(view("Account")).toBeVisible()
  await expect(page.locator("[data-snack=loading]")).toHaveText("Deposit in progress...")
  await playground.passUntil(() => view("Account").getByText("462.070 USDC").isVisible())
  expect(await log.snacks()).toEqual(["loading: Deposit in progress...", "success: Deposit completed"])
})

test("A visitor pays what the site asks for: the wallet is connected first, approves just that, and the modal closes", async ({
  playground,
  page,
  log,
}) => {
  const { dialog, view } = playground
  await playground.visit({ clock: "still" })
  expect(playground.fetched("pay")).toBe(0)
  await playground.open("Pay", {
    paymentAsset: {
      network: base,
      asset: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
      metadata: { name: "USD Coin", symbol: "USDC", decimals: 6 },
    },
    recipient: "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1",
    amount: "14.5",
  })
  expect(playground.fetched("pay")).toBeGreaterThan(0)
  await playground.press("Pay from wallet")
  await playground.wallet(halyard).click()
  await playground.button("Pay with Halyard").dblclick()

  await playground.passUntil(() => view("PayLoading").getByText("Payment completed").isVisible())
  await playground.passUntil(() => dialog.isHidden())
  expect(await log.told()).toContain("polite: Payment completed 14.5 USDC was paid.")
  const sent = await page.evaluate(() => window.demoWorld?.ledger.moved.map(({ units, to }) => `${units} ${to}`))
  expect(sent).toEqual(["14500000 0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1"])
})
