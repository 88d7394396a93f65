import { expect, type Page } from "@playwright/test"
import { type Address, decodeFunctionData, erc20Abi, parseEther } from "viem"
import { type Site, serve } from "../serve.ts"
import * as Anvil from "./parts/anvil.ts"
import * as Exchange from "./parts/exchange.ts"
import { installMetaMask, type MetaMask } from "./parts/metamask.ts"
import { addressOf, becomes, choose, patiently, uncaught, view } from "./parts/playground.ts"
import * as Provider from "./parts/provider.ts"
import { test } from "./parts/shared.ts"

const [first] = Anvil.accounts
if (!first) throw new Error("Anvil has ten accounts")

let mainnet: Anvil.Anvil
let site: Site
let provider: Provider.Provider
let exchange: Exchange.Exchange
let metamask: MetaMask
let errors: readonly string[]

test.beforeAll(async () => {
  site = await serve("whole")
})
test.afterAll(() => site.stop())

test.beforeEach(async ({ context, page }) => {
  mainnet = await Anvil.start({ chainId: 1 })
  provider = await Provider.start({ rpc: { "eip155:1": mainnet.url } })
  const harbour = await mainnet.deployToken("Harbour", "HRB", 1_000, first.address)
  const tallow = await mainnet.deployToken("Tallow", "TLW", 5_000, router)
  exchange = await Exchange.open(mainnet, provider, [
    { symbol: "ETH", decimals: 18 },
    { symbol: "HRB", decimals: 18, address: harbour.address },
    { symbol: "TLW", decimals: 18, address: tallow.address },
    await Exchange.strictToken(mainnet, "USDT", first.address, 900_000_000n),
  ])
  expect(exchange.address).toBe(router)
  metamask = await installMetaMask(context, { accounts: [first], chains: { 1: mainnet.url } })
  errors = uncaught(page)
  await page.goto(addressOf({ site, provider, nodes: { 1: mainnet.url } }))
  await choose(page, "io.metamask")
  await becomes(page, { status: "connected", address: first.address, network: "eip155:1" })
})

test.afterEach(async ({ page }) => {
  // What it asks last is answered from a chain that is still there.
  await page.close()
  await provider.stop()
  await mainnet.stop()
  expect(errors, "what nobody caught in the page").toEqual([])
})

test("A visitor swaps: an approval for just the amount and the swap reach the node, balances change, and the activity has it", async ({
  page,
}) => {
  exchange.price("HRB", "TLW", [3n, 2n])
  await review(page, "HRB", "TLW", "40")
  const preview = view(page, "SwapPreview")
  await mainnet.control.setAutomine(false)
  await preview.getByRole("button", { name: "Approve" }).click()
  await patiently(page.locator("[data-snack=loading]")).toContainText("Approve limit increase in your wallet")
  await patiently.poll(sends).toHaveLength(1)
  await mainnet.control.setAutomine(true)
  await mainnet.control.mine({ blocks: 1 })
  await patiently(preview.getByRole("button", { name: "Swap", exact: true })).toBeEnabled()
  expect(await exchange.allowance("HRB", first.address)).toBe(parseEther("40"))
  expect(await exchange.held("HRB", first.address)).toBe(parseEther("1000"))
  await preview.getByRole("button", { name: "Swap", exact: true }).dblclick()

  await patiently(page.locator("[data-snack=success]")).toContainText("Swapped 40 HRB to 60 TLW")
  expect(await exchange.held("HRB", first.address)).toBe(parseEther("960"))
  expect(await exchange.held("TLW", first.address)).toBe(parseEther("60"))
  expect(await exchange.allowance("HRB", first.address)).toBe(0n)
  expect(sends()).toHaveLength(2)

  const account = view(page, "Account")
  await patiently(account.getByText("60.000 TLW")).toBeVisible()
  await account.getByRole("tab", { name: "Activity" }).click()
  await patiently(account.getByText("Swapped")).toBeVisible()
  await expect(account.getByText("HRB to TLW")).toBeVisible()
})

test("an approval that the visitor rejects approves and swaps nothing, and may be asked for again", async ({
  page,
}) => {
  await review(page, "HRB", "TLW", "40")
  const preview = view(page, "SwapPreview")
  metamask.person.next("reject")
  await preview.getByRole("button", { name: "Approve" }).click()
  await patiently(preview.getByText("You declined in MetaMask", { exact: true })).toBeVisible()
  expect(await exchange.allowance("HRB", first.address)).toBe(0n)
  expect(await mainnet.client.getTransactionCount({ address: first.address })).toBe(0)

  await preview.getByRole("button", { name: "Approve" }).click()
  await patiently(preview.getByRole("button", { name: "Swap", exact: true })).toBeEnabled()
  metamask.person.next("reject")
  await preview.getByRole("button", { name: "Swap", exact: true }).click()
  await patiently(preview.getByText("You declined in MetaMask. Nothing was sent.")).toBeVisible()
  expect(await exchange.held("HRB", first.address)).toBe(parseEther("1000"))
})

test("a quote that changes between the preview and the yes is asked about again", async ({ page }) => {
  await review(page, "ETH", "TLW", "2")
  const preview = view(page, "SwapPreview")
  exchange.price("ETH", "TLW", [1n, 2n])
  await preview.getByRole("button", { name: "Swap", exact: true }).click()
  await patiently(preview.getByText("The price has changed.")).toBeVisible()
  await expect(preview.getByText("1 TLW", { exact: true })).toBeVisible()
  expect(sends()).toEqual([])

  await preview.getByRole("button", { name: "Swap", exact: true }).click()
  await patiently(page.locator("[data-snack=success]")).toContainText("Swapped 2 ETH to 1 TLW")
  expect(await exchange.held("TLW", first.address)).toBe(parseEther("1"))
})

test("an allowance that shrinks between the preview and the yes is asked about again", async ({ page }) => {
  await Exchange.letTake(mainnet, first.address, router, 300_000_000n)
  const quote = await quoted(page, "USDT", "TLW", "300")
  expect(quote).toMatchObject({ needsApproval: false })
  await review(page, "USDT", "TLW", "300")
  const preview = view(page, "SwapPreview")
  await expect(preview.getByRole("button", { name: "Swap", exact: true })).toBeEnabled()
  await Exchange.letTake(mainnet, first.address, router, 0n)
  await preview.getByRole("button", { name: "Swap", exact: true }).click()
  await patiently(preview.getByRole("button", { name: "Approve" })).toBeEnabled()
  const refused = page.evaluate((asked) => window.portico.swap({ quote: asked }).catch(({ _tag }) => _tag), quote)
  expect(await refused).toBe("QuoteChanged")
  expect(sends()).toEqual([])
})

test("a token like USDT is brought to no allowance before it has another", async ({ page }) => {
  await Exchange.letTake(mainnet, first.address, router, 5n)
  const quote = await quoted(page, "USDT", "TLW", "300")
  const done = await page.evaluate((asked) => window.portico.swap({ quote: asked }), quote)
  const approved = await Promise.all(
    done.approvals.map(async (hash) => {
      const { input } = await mainnet.client.getTransaction({ hash: hash as `0x${string}` })
      return decodeFunctionData({ abi: erc20Abi, data: input }).args
    }),
  )
  expect(approved).toEqual([
    [expect.stringMatching(new RegExp(router, "i")), 0n],
    [expect.stringMatching(new RegExp(router, "i")), 300_000_000n],
  ])
  expect(await exchange.held("USDT", first.address)).toBe(600_000_000n)
  expect(await exchange.held("TLW", first.address)).toBe(parseEther("300"))
})

test("calldata that goes elsewhere never reaches the wallet", async ({ page }) => {
  const quote = await quoted(page, "ETH", "TLW", "2")
  const refused = (given: object) =>
    page.evaluate((asked) => window.portico.swap({ quote: asked as never }).catch(({ _tag }) => _tag), given)
  const built = (changed: object) =>
    provider.set("POST /v1/convert/build-transaction", ({ body }) => {
      const { amount, userAddress } = body as Readonly<Record<string, string>>
      return { tx: { from: userAddress, to: `eip155:1:${router}`, data: "0x1234567800", amount, ...changed } }
    })
  for (const changed of [
    { to: exchange.idOf("TLW") },
    { to: `eip155:137:${router}` },
    { to: `eip155:1:${first.address}` },
    { from: `eip155:1:${router}` },
    { amount: String(parseEther("3")) },
    { data: `0xa9059cbb${"0".repeat(128)}` },
    { data: "0x" },
  ]) {
    built(changed)
    expect(await refused(quote), JSON.stringify(changed)).toBe("SwapNotBuilt")
  }
  expect(sends()).toEqual([])
})

test("an approval for another than the exchange never reaches the wallet", async ({ page }) => {
  const quote = await quoted(page, "HRB", "TLW", "2")
  const thief = `0x095ea7b3${"1".repeat(40).padStart(64, "0")}${"f".repeat(64)}`
  provider.set("GET /v1/convert/build-approve", () => ({ tx: { to: exchange.idOf("HRB"), data: thief } }))
  const refused = page.evaluate((asked) => window.portico.swap({ quote: asked }).catch(({ _tag }) => _tag), quote)
  expect(await refused).toBe("ApprovalNotBuilt")
  expect(sends()).toEqual([])
})

for (const [what, contract] of [
  ["keeps what it takes", Exchange.keeper],
  ["takes of another token too", Exchange.drainer],
] as const)
  test(`a contract that ${what} is refused once the node has simulated it; an unknown exchange that is honest passes`, async ({
    page,
  }) => {
    await Exchange.letTake(mainnet, first.address, contract, 1_000n)
    const swap = async (from: string, amount: string) => {
      const quote = await quoted(page, from, "TLW", amount)
      return page.evaluate(
        (asked) =>
          window.portico.swap({ quote: asked }).then(
            ({ hash }) => hash,
            ({ _tag }) => _tag,
          ),
        quote,
      )
    }
    exchange.sendTo(contract)
    for (const from of ["ETH", "HRB"]) expect(await swap(from, "2"), from).toBe("SwapNotBuilt")
    expect(sends()).toEqual([])
    expect(await mainnet.client.getTransactionCount({ address: first.address })).toBe(0)

    exchange.sendTo(exchange.address)
    for (const from of ["ETH", "HRB"]) expect(await swap(from, "2"), from).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await exchange.held("TLW", first.address)).toBe(parseEther("4"))
    expect(sends()).toHaveLength(3)
  })

test("a swap that is under way survives a reload: its outcome is told, and the activity has it", async ({ page }) => {
  await mainnet.control.setAutomine(false)
  await review(page, "ETH", "TLW", "2")
  await view(page, "SwapPreview").getByRole("button", { name: "Swap", exact: true }).click()
  await patiently.poll(() => sends().length).toBe(1)
  await patiently.poll(() => latest(page)).toMatchObject({ status: "pending", amount: "2", symbol: "ETH" })
  await page.reload()
  await becomes(page, { status: "connected", address: first.address })
  await page.evaluate(() => window.portico.open({ view: "Account" }))
  await mainnet.control.mine({ blocks: 1 })

  await patiently(page.locator("[data-snack=success]")).toContainText("Swapped 2 ETH to 2 TLW")
  expect(await exchange.held("TLW", first.address)).toBe(parseEther("2"))
})

/** Where the exchange stands. */
const router: Address = "0x0000000000000000000000000000000000e8c4a6"

const sends = () => metamask.person.asked.filter((method) => method === "eth_sendTransaction")

/** Opens the swap as it is wanted, and goes on to its preview. */
const review = async (page: Page, fromToken: string, toToken: string, amount: string) => {
  await page.evaluate((asked) => window.portico.open({ view: "Swap", arguments: asked }), {
    fromToken,
    toToken,
    amount,
  })
  const button = view(page, "Swap").getByRole("button", { name: "Review swap" })
  await patiently(button).toBeEnabled()
  const asked = provider.count("GET /v1/convert/quotes")
  await button.click()
  await expect(view(page, "SwapPreview")).toBeVisible()
  // The preview asks by itself once, and then each 10 s.
  await patiently.poll(() => provider.count("GET /v1/convert/quotes")).toBeGreaterThan(asked)
  await patiently(view(page, "SwapPreview").getByText("New rate in")).toBeVisible()
}

const quoted = (page: Page, fromToken: string, toToken: string, amount: string) =>
  page.evaluate((asked) => window.portico.quoteSwap(asked), { fromToken, toToken, amount })

/** What left last, as the modal's state has it. */
const latest = (page: Page) =>
  page.evaluate(() => (window.portico.getState().sentTransfers as readonly object[] | undefined)?.[0])
