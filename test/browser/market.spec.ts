import { expect, test } from "./playground.ts"

test("A visitor buys on a seller's page, in a window of the click: a token, the money and the seller are chosen on views of their own", async ({
  playground,
  page,
}) => {
  const { dialog, view } = playground
  const legal = dialog.getByRole("link", { name: "Terms of Service" })
  const scripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .join(),
    )
  await playground.visit({ open: "Account", options: { termsConditionsUrl: "https://shop.example/terms" } })
  expect(await scripts()).not.toContain("/onramp-")
  await page.evaluate(() => window.portico.open({ view: "OnRampProviders" }))

  await expect(view("OnRampProviders")).toBeVisible()
  expect(await scripts()).toContain("/onramp-")
  await expect(legal).toBeVisible()
  await dialog.getByRole("button", { name: "Token: USDC" }).click()
  await expect(view("OnRampTokenSelect").getByText("Harbour")).toBeVisible()
  await expect(legal).toBeVisible()
  await dialog.getByRole("button", { name: "Harbour" }).click()
  await dialog.getByRole("button", { name: "Currency: USD" }).click()
  await expect(view("OnRampFiatSelect").getByText("Euro")).toBeVisible()
  await expect(legal).toBeVisible()
  await dialog.getByRole("button", { name: "Euro" }).click()
  await dialog.getByRole("button", { name: "€250" }).click()
  await expect(dialog.getByText(/^about \d+\.\d+$/)).toBeVisible()

  const opened = page.waitForEvent("popup")
  await dialog.getByRole("button", { name: "Meld" }).click()
  const popup = await opened
  await expect(view("BuyInProgress")).toBeVisible()
  expect(await popup.evaluate(() => window.opener).catch(() => null)).toBeNull()
  await popup.close()
  await dialog.getByRole("button", { name: "Back" }).click()
  await dialog.getByRole("button", { name: "How does it work?" }).click()
  await expect(view("WhatIsABuy")).toBeVisible()
})

test("A visitor swaps: tokens, a price, a preview, an approval for just the amount and the swap; balances follow", async ({
  playground,
  page,
}) => {
  const { dialog, view } = playground
  const scripts = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name))
  await playground.visit({ open: "Account" })
  await expect(dialog.getByRole("button", { name: "Swap" })).toBeVisible()
  await page.evaluate(() => performance.setResourceTimingBufferSize(2_000))
  const before = await scripts()
  await page.evaluate(() =>
    window.portico.open({ view: "Swap", arguments: { fromToken: "USDC", toToken: "HRB", amount: "40" } }),
  )
  await expect(view("Swap")).toBeVisible()
  await expect(dialog.getByRole("button", { name: "Token: USDC" })).toBeVisible()
  // What swaps came with its view.
  expect((await scripts()).filter((name) => !before.includes(name)).join()).toContain("/swap-")
  await dialog.getByRole("button", { name: "Review swap" }).click()
  await expect(view("SwapPreview").getByText("You get at least")).toBeVisible()
  await dialog.getByRole("button", { name: "Approve" }).click()
  await expect(page.locator("[data-snack=loading]")).toHaveText("Approve limit increase in your wallet")
  await dialog.getByRole("button", { name: "Swap", exact: true }).click({ timeout: 15_000 })
  await expect(page.locator("[data-snack=success]")).toContainText("Swapped 40 USDC to", { timeout: 15_000 })
  await expect(view("Account")).toBeVisible()
  await expect(view("Account").getByText("372.070 USDC")).toBeVisible({ timeout: 15_000 })
})
