import { expect, onDemand as test } from "./playground.ts"

test("A visitor buys on a seller's page, in a window of the click: a token, the money and the seller are chosen on views of their own", async ({
  playground,
  page,
}) => {
  const { dialog, fetched, press, view } = playground
  const legal = dialog.getByRole("link", { name: "Terms of Service" })
  await playground.visit({ open: "Account", options: { termsConditionsUrl: "https://shop.example/terms" } })
  expect(fetched("onramp")).toBe(0)
  await playground.open("OnRampProviders")
  expect(fetched("onramp")).toBeGreaterThan(0)
  await expect(legal).toBeVisible()
  await press("Token: USDC")
  await expect(view("OnRampTokenSelect").getByText("Harbour")).toBeVisible()
  await expect(legal).toBeVisible()
  await press("Harbour")
  await press("Currency: USD")
  await expect(view("OnRampFiatSelect").getByText("Euro")).toBeVisible()
  await expect(legal).toBeVisible()
  await press("Euro")
  await press("€250")
  await expect(dialog.getByText(/^about \d+\.\d+$/)).toBeVisible()

  const opened = page.waitForEvent("popup")
  await press("Meld")
  const popup = await opened
  await expect(view("BuyInProgress")).toBeVisible()
  expect(await popup.evaluate(() => window.opener).catch(() => null)).toBeNull()
  await popup.close()
  await press("Back")
  await press("How does it work?")
  await expect(view("WhatIsABuy")).toBeVisible()
})

test("A visitor swaps: tokens, a price, a preview, an approval for just the amount and the swap; balances follow", async ({
  playground,
  log,
}) => {
  const { button, fetched, passUntil, press, view } = playground
  await playground.visit({ open: "Account", clock: "still" })
  await expect(button("Swap")).toBeVisible()
  const before = fetched("swap")
  await playground.open("Swap", { fromToken: "USDC", toToken: "HRB", amount: "40" })
  await expect(button("Token: USDC")).toBeVisible()
  expect(fetched("swap"), "what swaps comes with its view").toBeGreaterThan(before)
  await passUntil(() => button("Review swap").isEnabled())
  await press("Review swap")
  await expect(view("SwapPreview").getByText("You get at least")).toBeVisible()
  await press("Approve")
  await expect.poll(log.snacks).toEqual(["loading: Approve limit increase in your wallet"])
  await passUntil(() => button(/^Swap$/).isVisible())
  await press(/^Swap$/)
  await expect.poll(log.snacks).toContain("loading: Confirm transaction in your wallet")
  await passUntil(async () => (await log.snacks()).some((snack) => snack.startsWith("success: Swapped 40 USDC to")))
  await passUntil(() => view("Account").getByText("372.070 USDC").isVisible())
})
