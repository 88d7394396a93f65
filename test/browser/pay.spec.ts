import { expect, test } from "./playground.ts"

test("A visitor deposits from an exchange, in a window of the click: an asset, an amount, and the account has it", async ({
  playground,
  page,
}) => {
  const { dialog, view } = playground
  const scripts = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name))
  await playground.visit({ open: "FundWallet" })
  await page.evaluate(() => performance.setResourceTimingBufferSize(2_000))
  await expect(dialog.getByRole("button", { name: "Deposit from exchange" })).toBeEnabled()
  const before = await scripts()
  await dialog.getByRole("button", { name: "Deposit from exchange" }).click()
  await expect(view("PayWithExchange")).toBeVisible()
  // What deposits came with its view.
  await expect.poll(async () => (await scripts()).filter((name) => !before.includes(name)).join()).toContain("/pay-")
  await dialog.getByRole("button", { name: "Asset: ETH" }).click()
  await view("PayWithExchangeSelectAsset").getByRole("button", { name: "USDC" }).click()
  await dialog.getByRole("button", { name: "$50" }).click()
  await expect(dialog.getByText("about 50.0000 USDC")).toBeVisible()

  const opened = page.waitForEvent("popup")
  await dialog.getByRole("button", { name: "Deposit from Millrace" }).click()
  const popup = await opened
  expect(await popup.evaluate(() => window.opener).catch(() => null)).toBeNull()
  await popup.waitForURL(/exchange=Millrace/)
  await popup.close()
  await expect(view("Account")).toBeVisible()
  await expect(page.locator("[data-snack=loading]")).toHaveText("Deposit in progress...")
  await expect(page.locator("[data-snack=success]")).toHaveText("Deposit completed", { timeout: 30_000 })
  await expect(view("Account").getByText("462.070 USDC")).toBeVisible({ timeout: 15_000 })
})

test("A visitor pays what the site asks for: the wallet is connected first, approves just that, and the modal closes", async ({
  playground,
  page,
}) => {
  const { dialog, view, wallet } = playground
  const scripts = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name))
  await playground.visit()
  await page.evaluate(() => performance.setResourceTimingBufferSize(2_000))
  expect((await scripts()).join()).not.toContain("/pay-")
  await page.evaluate(() =>
    window.portico.open({
      view: "Pay",
      arguments: {
        paymentAsset: {
          network: "eip155:8453",
          asset: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
          metadata: { name: "USD Coin", symbol: "USDC", decimals: 6 },
        },
        recipient: "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1",
        amount: "14.5",
      },
    }),
  )
  await expect(view("Pay")).toBeVisible()
  await expect.poll(async () => (await scripts()).join()).toContain("/pay-")
  await dialog.getByRole("button", { name: "Pay from wallet" }).click()
  await wallet("example.halyard").click()
  const button = dialog.getByRole("button", { name: "Pay with Halyard" })
  await button.dblclick()

  await expect(view("PayLoading").getByText("Payment completed")).toBeVisible({ timeout: 20_000 })
  await expect(dialog).toBeHidden({ timeout: 10_000 })
  const sent = await page.evaluate(() => window.demoWorld?.ledger.moved.map(({ units, to }) => `${units} ${to}`))
  expect(sent).toEqual(["14500000 0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1"])
})
