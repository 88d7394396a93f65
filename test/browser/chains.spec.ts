import { connected, expect, halyard, marguerite, test } from "./playground.ts"

const several = { networks: ["eip155:8453", "eip155:1", "eip155:137", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"] }
const plover = "example.plover"

/** The holder of Halyard goes to a chain that no site of these tests knows. */
const stray = async (page: import("@playwright/test").Page) => {
  await connected(page)
  await page.evaluate((wallet) => window.demoWorld?.wallets.get(wallet)?.move(4242), halyard)
}

test("An unsupported chain shows the UnsupportedChain view, on a page whose modal was never opened", async ({
  playground,
  page,
}) => {
  await playground.visit()
  await stray(page)
  await playground.view("UnsupportedChain").waitFor()
  await expect(playground.dialog).toHaveAccessibleName("Switch Network")
  await expect(playground.dialog.getByRole("alert")).toContainText("Halyard")

  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(5, 5),
    () => playground.dialog.getByRole("button", { name: "Close" }).click(),
  ]) {
    await leave()
    await expect(page.locator("portico-modal dialog[data-refused]")).toHaveCount(1)
    await expect(page.locator("portico-modal dialog[data-refused]")).toHaveCount(0)
    await expect(playground.view("UnsupportedChain")).toBeVisible()
  }

  await playground.view("UnsupportedChain").locator('[data-network="eip155:1"]').click()
  await expect(playground.dialog).toHaveCount(0)
  expect(await page.evaluate(() => window.portico.state.network.value?.caipNetworkId)).toBe("eip155:1")
})

test("a visitor may leave an unsupported network by signing out", async ({ playground, page }) => {
  await playground.visit()
  await stray(page)
  await playground.view("UnsupportedChain").getByRole("button", { name: "Disconnect" }).click()
  await expect(playground.dialog).toHaveCount(0)
  expect(await page.evaluate(() => window.portico.state.address.value)).toBeUndefined()
})

test("a network of another chain leads to its wallets; the one in use stays until another is approved", async ({
  playground,
  page,
}) => {
  await playground.visit({ options: several })
  await connected(page)
  await page.evaluate(() => window.portico.open({ view: "Networks" }))
  await playground
    .view("Networks")
    .getByRole("button", { name: /Solana/ })
    .click()
  await expect(playground.view("SwitchActiveChain")).toContainText("Switch to Solana")
  await playground.dialog.getByRole("button", { name: "Switch", exact: true }).click()

  const view = playground.view("Connect")
  await expect(view.locator(`[data-wallet="${plover}"]`)).toBeVisible()
  await expect(view.locator('[data-wallet="example.cinderbox"]')).toHaveCount(0)
  expect(await page.evaluate(() => window.portico.state.address.value)).toBe(marguerite)
  await view.locator(`[data-wallet="${plover}"]`).click()
  await expect(playground.dialog).toHaveCount(0)
  expect(await page.evaluate(() => window.portico.state.namespace.value)).toBe("solana")
  expect(await page.evaluate(() => window.portico.getState().chains.eip155?.accountState.status)).toBe("connected")
})

test("a wallet of two chains asks which of them to connect", async ({ playground, page }) => {
  await playground.visit({ options: several })
  await playground.openModal()
  await expect(playground.wallet(halyard)).toContainText("Multichain")
  await playground.wallet(halyard).click()
  const view = playground.view("ConnectingMultiChain")
  await expect(view.locator("[data-chain]")).toHaveText(["EVM Networks", "Solana"])
  await view.locator('[data-chain="solana"]').click()
  await expect(playground.dialog).toHaveCount(0)
  expect(await page.evaluate(() => window.portico.state.namespace.value)).toBe("solana")
  expect(await page.evaluate(() => window.portico.state.accounts.eip155.value.status)).toBe("disconnected")
})
