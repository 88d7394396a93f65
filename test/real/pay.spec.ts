import { expect, type Page } from "@playwright/test"
import { type Address, erc20Abi, parseEther } from "viem"
import { fixture } from "../fixtures/provider.ts"
import { type Site, serve } from "../serve.ts"
import * as Anvil from "./parts/anvil.ts"
import { installMetaMask, type MetaMask } from "./parts/metamask.ts"
import { addressOf, becomes, choose, patiently, uncaught, view } from "./parts/playground.ts"
import * as Provider from "./parts/provider.ts"
import { askedExchanges } from "./parts/providerExchanges.ts"
import { test } from "./parts/shared.ts"

const [first, second] = Anvil.accounts
if (!first || !second) throw new Error("Anvil has ten accounts")
/** Nobody's, so that what is there was paid by the test. */
const merchant = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"
const ether = { network: "eip155:1", asset: "native", metadata: { name: "Ether", symbol: "ETH", decimals: 18 } }

let mainnet: Anvil.Anvil
let polygon: Anvil.Anvil
let site: Site
let provider: Provider.Provider
let metamask: MetaMask
let errors: readonly string[]

test.beforeAll(async () => {
  site = await serve("whole")
})
test.afterAll(() => site.stop())

test.beforeEach(async ({ context, page }) => {
  ;[mainnet, polygon] = await Promise.all([Anvil.start({ chainId: 1 }), Anvil.start({ chainId: 137 })])
  provider = await Provider.start({ rpc: { "eip155:1": mainnet.url, "eip155:137": polygon.url } })
  const { features } = fixture("appkit-config").answer as { readonly features: readonly object[] }
  const on = ["fund_from_exchange", "payments"].map((id) => ({ id, isEnabled: true, config: null }))
  provider.set("GET /appkit/v1/config", {
    features: [...features.filter((one) => !on.some(({ id }) => (one as { id?: string }).id === id)), ...on],
  })
  metamask = await installMetaMask(context, {
    accounts: [first, second],
    chains: { 1: mainnet.url, 137: polygon.url },
  })
  errors = uncaught(page)
  await page.goto(addressOf({ site, provider, nodes: { 1: mainnet.url, 137: polygon.url } }))
})

test.afterEach(async () => {
  await Promise.all([provider.stop(), mainnet.stop(), polygon.stop()])
  expect(errors, "what nobody caught in the page").toEqual([])
})

const connected = async (page: Page) => {
  await choose(page, "io.metamask")
  await becomes(page, { status: "connected", address: first.address, network: "eip155:1" })
}
const openPay = (page: Page, payment: object) =>
  page.evaluate((given) => window.portico.open({ view: "Pay", arguments: given as never }), payment)
const isPaid = (page: Page) =>
  patiently(view(page, "PayLoading").getByText("Payment completed")).toBeVisible({ timeout: 30_000 })
const sent = () => metamask.person.asked.filter((method) => method === "eth_sendTransaction")

test("a payment in the chain's own coin reaches the chain once, from a wallet that is connected for it, however often is pressed", async ({
  page,
}) => {
  const before = await mainnet.client.getBalance({ address: merchant })
  await openPay(page, { paymentAsset: ether, recipient: merchant, amount: "0.25" })
  await view(page, "Pay").getByRole("button", { name: "Pay from wallet" }).click()
  await view(page, "Connect").locator('[data-wallet="io.metamask"]').click()
  const pay = view(page, "Pay").getByRole("button", { name: "Pay with MetaMask" })
  await patiently(pay).toBeEnabled()
  await pay.dblclick()

  await isPaid(page)
  expect((await mainnet.client.getBalance({ address: merchant })) - before).toBe(parseEther("0.25"))
  expect(sent()).toHaveLength(1)
  await patiently(page.getByRole("dialog")).toBeHidden()
})

test("a payment in a token reaches its own network, where the wallet goes first, and moves just what was shown", async ({
  page,
}) => {
  const token = await polygon.deployToken("Harbour", "HRB", 1_000, first.address)
  await connected(page)
  const asset = {
    network: "eip155:137",
    asset: token.address,
    metadata: { name: "Harbour", symbol: "HRB", decimals: 18 },
  }
  await openPay(page, { paymentAsset: asset, recipient: merchant, amount: "12.000000000000000001" })
  const pay = view(page, "Pay").getByRole("button", { name: "Pay with MetaMask" })
  await patiently(pay).toBeEnabled()
  await pay.click()
  await isPaid(page)

  const held = (of: Address) =>
    polygon.client.readContract({ address: token.address, abi: erc20Abi, functionName: "balanceOf", args: [of] })
  expect(await held(merchant)).toBe(12_000_000_000_000_000_001n)
  await becomes(page, { network: "eip155:137" })
})

test("pay works without the modal, and answers with a transaction that the chain has carried out", async ({ page }) => {
  await connected(page)
  const { result } = await page.evaluate((given) => window.portico.pay(given as never), {
    paymentAsset: ether,
    recipient: merchant,
    amount: "0.4",
  })
  const { status, to } = await mainnet.client.getTransactionReceipt({ hash: result as `0x${string}` })
  const code = await page.evaluate(
    (given) => window.portico.pay(given as never).catch((error: { code?: string }) => error.code),
    { paymentAsset: ether, recipient: "nobody", amount: "0.4" },
  )

  expect([status, to?.toLowerCase()]).toEqual(["success", merchant.toLowerCase()])
  expect(code).toBe("INVALID_RECIPIENT")
  expect(sent()).toHaveLength(1)
})

test("a deposit is asked of the service of exchanges in its own shapes, in a window of the click, and polled until it is paid", async ({
  page,
}) => {
  provider.set("POST /v1/fungible/price", {
    fungibles: [
      { address: "eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", name: "Ether", symbol: "ETH", price: 2_000 },
    ],
  })
  await connected(page)
  await page.evaluate(() => window.portico.open({ view: "PayWithExchange" }))
  await patiently(view(page, "PayWithExchange").getByText("about 0.0050 ETH")).toBeVisible()
  const opened = page.waitForEvent("popup")
  await view(page, "PayWithExchange").getByRole("button", { name: "Deposit from Coinbase" }).click()
  const popup = await opened
  await popup.waitForURL(/\/exchange\/coinbase\?session=/)
  await popup.close()
  await patiently(page.locator("[data-snack=success]")).toHaveText("Deposit completed", { timeout: 40_000 })

  const asked = askedExchanges(provider.ledger)
  const [list, url] = asked
  expect([list?.method, list?.query.source]).toEqual(["reown_getExchanges", "fund-wallet"])
  expect(list?.params).toMatchObject({ page: 0, asset: "eip155:1/slip44:60" })
  expect(url?.params).toMatchObject({
    exchangeId: "coinbase",
    asset: "eip155:1/slip44:60",
    amount: "0.0050",
    recipient: `eip155:1:${first.address}`,
  })
  expect(asked.filter(({ method }) => method === "reown_getExchangeBuyStatus")).toHaveLength(3)
})
