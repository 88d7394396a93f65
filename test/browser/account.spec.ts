import { base, ethereum, expect, halyard, marguerite, polygon, test } from "./playground.ts"

const networks = [base, ethereum, polygon, "eip155:10", "eip155:420"]

test("copies an account's address, and formats its amounts in the language", async ({ playground, context, log }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const { page, press, token } = await playground.visit({ open: "Account" })
  await press("Copy address")
  await expect.poll(log.snacks).toEqual(["success: Address copied"])
  await expect.poll(log.told).toContain("polite: Address copied")
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(marguerite)

  for (const [locale, ...amounts] of [
    ["en", "2.418 ETH", "$8,214.28"],
    ["de", "2,418 ETH", "8.214,28\u00a0$"],
    ["ar", "$8,214.28"],
  ] as const) {
    await page.evaluate((locale) => window.portico.setLocale(locale), locale)
    for (const amount of amounts) await expect(token("native")).toContainText(amount)
  }
})

test("networks show their status and can be searched. A failed network switch goes back one view, where a snack shows the reason in the language, and it can be retried", async ({
  playground,
  page,
  log,
}) => {
  const { answer, asking, button, closed, dialog, go, network, search, shows, view } = playground
  const script = { wallets: { [halyard]: { switch: "hang" } } } as const
  // Otherwise the snack would be gone after 2.5 seconds.
  await playground.visit({ open: "Account", script, options: { networks }, clock: "still" })
  await go("Switch Network: Base", "Networks")
  const rows = view("Networks").locator("[data-network]")
  await expect(rows).toHaveCount(5)
  await expect(view("Networks").locator("[aria-current=true]")).toHaveAttribute("data-network", base)
  await expect(network("eip155:420")).toContainText("Testnet")
  await expect(button("What is a network?")).toBeVisible()
  await search.fill("zzz")
  await shows("No networks found")
  await search.fill("poly")
  await expect(rows).toHaveCount(1)

  await log.clear()
  await rows.click()
  await shows("Approve in Halyard")
  const switching = "polite: Approve in Halyard Approve the switch to Polygon in your wallet."
  await expect.poll(log.told).toEqual([switching])
  await expect(asking()).toBeVisible()
  await answer("Reject")
  await expect(view("Networks")).toBeVisible()
  await expect.poll(log.snacks).toEqual(["error: Switch declined. You're still on the same network."])
  await expect.poll(log.told).toEqual([switching, "assertive: Switch declined. You're still on the same network."])
  await page.evaluate(() => window.portico.setLocale("ar"))
  await expect(dialog.locator("[data-snack=error]")).toContainText("رُفض التبديل")
  await page.evaluate(() => window.portico.setLocale("en"))
  await network(polygon).click()
  await answer("Approve")
  await expect(view("Account")).toBeVisible()
  await expect(button("Switch Network: Polygon")).toBeVisible()

  await playground.close()
  await playground.disconnect()
  const opener = page.locator('[data-action="network"]')
  await opener.click()
  await network(ethereum).click()
  await closed()
  await expect(opener).toHaveText("Ethereum")
})
