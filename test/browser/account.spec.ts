import { base, ethereum, expect, forever, halyard, marguerite, type Playground, polygon, test } from "./playground.ts"

const networks = [base, ethereum, polygon, "eip155:10", "eip155:420"]
const current = ({ button }: Playground, name: string) => button(`Switch Network: ${name}`)

test("an account has its address to copy, and its amounts in the language of the modal", async ({
  playground,
  page,
  context,
  log,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await playground.visit({ open: "Account" })
  await playground.press("Copy address")
  await expect.poll(log.snacks).toEqual(["success: Address copied"])
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(marguerite)

  const ether = playground.token("native")
  await expect(ether).toContainText("$8,214.28")
  await page.evaluate(() => window.portico.setLocale("de"))
  await expect(ether).toContainText("8.214,28\u00a0$")
  await expect(ether).toContainText("2,418 ETH")
  await page.evaluate(() => window.portico.setLocale("ar"))
  await expect(ether).toContainText("$8,214.28")
})

test("while balances are on their way their rows are kept, and the address is there", async ({ playground }) => {
  await playground.visit({ open: "Account", script: { faults: { balance: forever, rpc: forever } } })
  const view = playground.view("Account")
  await expect(view.getByText("0x7a...9c41D2")).toBeVisible()
  await expect(view.locator("[aria-busy=true]").first()).toBeVisible()
  await expect(playground.button("Disconnect")).toBeVisible()
})

test("balances that fail are announced once, and can be tried again", async ({ playground, log }) => {
  await playground.visit({ open: "Account", script: { faults: { balance: { status: 500, times: 1 } } } })
  await expect(playground.heading("Token Balance Unavailable")).toBeVisible()
  await playground.press("Try again")
  await expect(playground.token()).toHaveCount(4)
  expect(await log.snacks()).toEqual(["error: Token Balance Unavailable"])
})

test("an account without tokens says so, and offline says that", async ({ playground, page }) => {
  await playground.visit({ options: { networks } })
  await playground.connect()
  await page.evaluate(() => window.portico.switchNetwork({ network: "eip155:10" }))
  await playground.openModal("Account")
  await expect(playground.heading("No tokens yet").or(playground.token().first())).toBeVisible()

  await playground.visit({ script: { faults: { api: { offline: true }, rpc: { offline: true } } } })
  await playground.connect().catch(() => undefined)
  await page.evaluate(() => dispatchEvent(new Event("offline")))
  await playground.openModal("Account")
  await expect(playground.heading("You are offline")).toBeVisible()
})

test("prices move in place: no row comes, goes or changes its order", async ({ playground, page }) => {
  await playground.visit({ open: "Account", clock: "still" })
  const ether = playground.token().first()
  await expect(playground.token()).toHaveCount(4)
  const before = await ether.textContent()
  const element = await ether.elementHandle()
  await page.evaluate(() => window.demoWorld?.market.tick())
  await playground.passUntil(async () => (await ether.textContent()) !== before)
  expect(await element?.evaluate((row) => row.isConnected)).toBe(true)
})

test("networks: the active one is marked, testnets are labelled, a search narrows, and one is chosen at once", async ({
  playground,
  page,
}) => {
  await playground.visit({ options: { networks } })
  await page.locator('[data-action="network"]').click()
  const all = playground.view("Networks").locator("[data-network]")
  const search = playground.dialog.getByRole("searchbox", { name: "Search networks" })
  await expect(all).toHaveCount(5)
  await expect(playground.view("Networks").locator("[aria-current=true]")).toHaveAttribute("data-network", base)
  await expect(playground.network("eip155:420")).toContainText("Testnet")
  await expect(playground.button("What is a network?")).toBeVisible()
  await search.fill("zzz")
  await expect(playground.heading("No network found")).toBeVisible()
  await search.fill("poly")
  await expect(all).toHaveCount(1)
  await all.click()
  await playground.closed()
  await expect(page.locator('[data-action="network"]')).toHaveText("Polygon")
})

test("A failed network switch goes back one view, where a snack says why and it can be tried again", async ({
  playground,
  log,
}) => {
  await playground.visit({ open: "Account", script: { wallets: { [halyard]: { switch: "hang" } } } })
  await current(playground, "Base").click()
  await playground.network(polygon).click()
  await expect(playground.heading("Approve in Halyard")).toBeVisible()
  await playground.answer("Reject")
  await playground.view("Networks").waitFor()
  await expect.poll(log.snacks).toEqual(["error: Switch declined. You stay on the network you were on."])
  await playground.network(polygon).click()
  await playground.answer("Approve")
  await expect(playground.view("Account")).toBeVisible()
  await expect(current(playground, "Polygon")).toBeVisible()
})

test("a wallet that moves to another network is followed", async ({ playground }) => {
  await playground.visit({ open: "Account" })
  await expect(current(playground, "Base")).toBeVisible()
  await playground.holder(halyard, "move", 1)
  await expect(current(playground, "Ethereum")).toBeVisible()
  await expect(playground.token("native")).toBeVisible()
})
