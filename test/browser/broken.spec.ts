import { expect, halyard, onDemand as test } from "./playground.ts"

test("a view whose code does not come says so, and is fetched again on request", async ({ playground, page }) => {
  await playground.visit()
  await playground.openModal()
  await page.route(/\/AllWallets-[^/]*\.js$/, (route) => route.abort("internetdisconnected"))
  await playground.wallet("all").click()
  const broken = playground.dialog.getByRole("heading", { name: "Something went wrong" })
  await expect(broken).toBeVisible()
  await expect(playground.dialog).toHaveAccessibleName("All Wallets")

  await page.unroute(/\/AllWallets-[^/]*\.js$/)
  await playground.dialog.getByRole("button", { name: "Try again" }).click()
  await expect(playground.view("AllWallets").getByRole("searchbox")).toBeVisible()
})

test("the sign view whose code does not come holds nobody who must sign in", async ({ playground, page }) => {
  await page.route(/\/SIWXSignMessage-[^/]*\.js$/, (route) => route.abort("internetdisconnected"))
  await playground.visit({ options: { siwx: {} } })
  await page.evaluate((wallet) => window.portico.connect({ wallet }).then(() => undefined), halyard)
  await expect(playground.dialog.getByRole("heading", { name: "Something went wrong" })).toBeVisible()
  await page.keyboard.press("Escape")
  await playground.dialog.getByRole("button", { name: "Disconnect" }).click()
  await expect(playground.dialog).toHaveCount(0)
  expect(await page.evaluate(() => window.portico.getState().chains.eip155?.accountState?.status)).toBe("disconnected")
})

test("a modal whose engine is late is there, answers Escape and the close button, and opens again", async ({
  playground,
  page,
}) => {
  await page.route(/\/opened-[^/]*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue().catch(() => undefined)
  })
  await playground.visit()
  await playground.openModal()
  await page.keyboard.press("Escape")
  await expect(playground.dialog).toHaveCount(0)
  await playground.openModal()
  await playground.dialog.getByRole("button", { name: "Close" }).click()
  await expect(playground.dialog).toHaveCount(0)
  await playground.openModal()
  await playground.wallet(halyard).click()
  await expect(playground.dialog).toHaveCount(0)
})
