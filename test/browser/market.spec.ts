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
