import { connected, expect, halyard, type Playground, test } from "./playground.ts"

const tokens = (playground: Playground) => playground.view("Account").locator("[data-token]")
const heading = ({ dialog }: Playground, name: string) => dialog.getByRole("heading", { level: 2, name })
const networks = ["eip155:8453", "eip155:1", "eip155:137", "eip155:10", "eip155:420"]

test("the address is copied whole, and the snack says so", async ({ playground, page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await playground.visit({ open: "Account" })
  await playground.dialog.getByRole("button", { name: "Copy address" }).click()
  await expect(page.locator('portico-modal [data-snack="success"]')).toHaveText("Address copied")
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("0x7a3f6B0e2C915D84f7a0E6C35B1d28F04e9c41D2")
})

test("while balances are on their way their rows are kept, and the address is there", async ({ playground }) => {
  await playground.visit({
    open: "Account",
    script: { faults: { balance: { delay: 60_000 }, rpc: { delay: 60_000 } } },
  })
  await expect(playground.view("Account").getByText("0x7a...9c41D2")).toBeVisible()
  await expect(playground.view("Account").locator("[aria-busy=true]").first()).toBeVisible()
  await expect(playground.dialog.getByRole("button", { name: "Disconnect" })).toBeVisible()
})

test("balances that fail are told once, and can be tried again", async ({ playground, page }) => {
  await playground.visit({ open: "Account", script: { faults: { balance: { status: 500, times: 1 } } } })
  await expect(page.locator('portico-modal [data-snack="error"]')).toHaveText("Token Balance Unavailable")
  await expect(heading(playground, "Token Balance Unavailable")).toBeVisible()
  await playground.dialog.getByRole("button", { name: "Try again" }).click()
  await expect(tokens(playground)).toHaveCount(4)
})

test("an account without tokens says so, and offline says that", async ({ playground, page }) => {
  await playground.visit({ options: { networks } })
  await connected(page)
  await page.evaluate(() => window.portico.switchNetwork({ network: "eip155:10" }))
  await playground.openModal("Account")
  await expect(heading(playground, "No tokens yet").or(tokens(playground).first())).toBeVisible()

  await playground.visit({ script: { faults: { api: { offline: true }, rpc: { offline: true } } } })
  await connected(page).catch(() => undefined)
  await page.evaluate(() => dispatchEvent(new Event("offline")))
  await playground.openModal("Account")
  await expect(heading(playground, "You are offline")).toBeVisible()
})

test("amounts follow the language of the modal at once", async ({ playground, page }) => {
  await playground.visit({ open: "Account" })
  await expect(tokens(playground).first()).toContainText("$8,214.28")
  await page.evaluate(() => window.portico.setLocale("de"))
  await expect(tokens(playground).first()).toContainText("8.214,28\u00a0$")
  await expect(tokens(playground).first()).toContainText("2,418 ETH")
  await page.evaluate(() => window.portico.setLocale("ar"))
  await expect(tokens(playground).first()).toContainText("$8,214.28")
})

test("prices move in place: no row comes, goes or changes its order", async ({ playground, page }) => {
  await page.clock.install()
  await playground.visit({ open: "Account", script: { tick: 0 } })
  await expect(tokens(playground)).toHaveCount(4)
  const ether = tokens(playground).first()
  const before = await ether.textContent()
  const element = await ether.elementHandle()
  await page.keyboard.press("t")
  await page.clock.runFor(11_000)
  await expect.poll(() => ether.textContent()).not.toBe(before)
  expect(await element?.evaluate((row) => row.isConnected)).toBe(true)
})

test("networks: the one in use is marked, the others lead to the wallet, testnets say so, a search narrows", async ({
  playground,
}) => {
  await playground.visit({ open: "Networks", options: { networks } })
  const view = playground.view("Networks")
  await expect(view.locator("[data-network]")).toHaveCount(5)
  await expect(view.locator("[aria-current=true]")).toHaveAttribute("data-network", "eip155:8453")
  await expect(view.locator('[data-network="eip155:420"]')).toContainText("Testnet")
  await expect(playground.dialog.getByRole("button", { name: "What is a network?" })).toBeVisible()
  await playground.dialog.getByRole("searchbox", { name: "Search networks" }).fill("poly")
  await expect(view.locator("[data-network]")).toHaveCount(1)
  await playground.dialog.getByRole("searchbox", { name: "Search networks" }).fill("zzz")
  await expect(heading(playground, "No network found")).toBeVisible()
})

test("without a wallet a network is chosen at once", async ({ playground, page }) => {
  await playground.visit()
  await page.locator('[data-action="network"]').click()
  await playground.view("Networks").locator('[data-network="eip155:137"]').click()
  await expect(playground.dialog).toHaveCount(0)
  await expect(page.locator('[data-action="network"]')).toHaveText("Polygon")
})

test("A failed network switch goes back one view, where a snack says why and it can be tried again", async ({
  playground,
  page,
}) => {
  await playground.visit({ script: { wallets: { [halyard]: { switch: "hang", delay: 0 } } } })
  await connected(page)
  await playground.openModal("Account")
  await playground.dialog.getByRole("button", { name: "Switch Network: Base" }).click()
  await playground.view("Networks").locator('[data-network="eip155:137"]').click()
  await expect(heading(playground, "Approve in Halyard")).toBeVisible()
  await playground.asking("Halyard").getByRole("button", { name: "Reject" }).click()
  await playground.view("Networks").waitFor()
  await expect(page.locator("[data-snack=error]")).toHaveText("Switch declined. You stay on the network you were on.")
  await playground.view("Networks").locator('[data-network="eip155:137"]').click()
  await playground.asking("Halyard").getByRole("button", { name: "Approve" }).click()
  await expect(playground.view("Account")).toBeVisible()
  await expect(playground.dialog.getByRole("button", { name: "Switch Network: Polygon" })).toBeVisible()
})

test("a wallet that goes to a network of its own is followed", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { [halyard]: { chain: 1, delay: 0 } } } })
  await connected(page)
  const view = await playground.openModal("Account")
  await expect(playground.dialog.getByRole("button", { name: /^Switch Network: (Ethereum|Base)$/ })).toBeVisible()
  await expect(view.locator("[data-token]").first()).toBeVisible()
})
