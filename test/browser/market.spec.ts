import { popupOf } from "../real/parts/popup.ts"
import { expect, onDemand as test } from "./playground.ts"

test("A visitor buys on a provider's page, in a pop-up opened in the click, after choosing token, currency and provider in separate views", async ({
  playground,
  page,
  log,
}) => {
  const { button, dialog, fetched, go, open, press, shows } = playground
  const legal = dialog.getByRole("link", { name: "Terms of Service" })
  await playground.visit({ open: "Account", options: { termsConditionsUrl: "https://shop.example/terms" } })
  expect(fetched("views/onramp/index")).toBe(0)
  await open("OnRampProviders")
  expect(fetched("views/onramp/index")).toBeGreaterThan(0)
  await expect(legal).toBeVisible()
  await go("Token: USDC", "OnRampTokenSelect")
  await shows("Harbour", "Terms of Service")
  await press("Harbour")
  await expect(button("Token: HRB")).toBeVisible()
  await go("Currency: USD", "OnRampFiatSelect")
  await shows("Euro", "Terms of Service")
  await press("Euro")
  await shows("about 48.296189")
  await press("€250")
  await shows("about 120.740472")

  const popup = await popupOf(page, () => go("Meld", "BuyInProgress"))
  expect(await popup.evaluate(() => window.opener).catch(() => null)).toBeNull()
  await popup.close()
  const waits = "Continue in the other window. We'll let you know here when your tokens arrive."
  await expect.poll(log.told).toContain(`polite: Buy in Meld ${waits}`)
  await press("Back")
  await go("How does it work?", "WhatIsABuy")
})

test("Views loaded on demand depending on the enabled feature: without the on-ramp and payments the account offers neither, and none of their code is loaded", async ({
  playground,
  page,
}) => {
  const { fetched, view } = await playground.visit({ open: "Account", script: { project: { features: [] } } })
  await expect(view("Account").locator('[data-action="receive"]')).toBeVisible()
  await expect(view("Account").locator('[data-action="onramp"]')).toHaveCount(0)
  for (const [name, files] of [
    ["OnRampProviders", "views/onramp/index"],
    ["Pay", "views/pay/index"],
  ] as const) {
    await page.evaluate((name) => window.portico.open({ view: name }), name)
    await expect(view("Account")).toBeVisible()
    expect(fetched(files)).toBe(0)
  }
})

test("A visitor swaps: tokens, a price, a preview, an approval of the exact amount and the swap; balances update", async ({
  playground,
  log,
}) => {
  const { button, dialog, enabled, fetched, open, passUntil, press, shows, view } = playground
  await playground.visit({ open: "Account", clock: "still" })
  await expect(button("Swap")).toBeVisible()
  const before = fetched("views/swap/index")
  await open("Swap", { fromToken: "USDC", toToken: "HRB", amount: "40" })
  await expect(button("Token: USDC")).toBeVisible()
  expect(fetched("views/swap/index"), "what swaps comes with its view").toBeGreaterThan(before)
  await passUntil(enabled("Review swap"))
  await expect(dialog.getByText("Provider fee")).toBeHidden()
  await press(/^1 HRB/)
  await expect(dialog.getByText("Provider fee")).toBeVisible()
  await press("Review swap")
  await shows("Minimum received")
  await press("Approve")
  await expect.poll(log.snacks).toEqual(["loading: Approve limit increase in your wallet"])
  await passUntil(button(/^Swap$/))
  await press(/^Swap$/)
  await expect.poll(log.snacks).toContain("loading: Confirm transaction in your wallet")
  await passUntil(async () => (await log.snacks()).some((snack) => snack.startsWith("success: Swapped 40 USDC for")))
  await passUntil(view("Account").getByText("372.070 USDC"))
})
