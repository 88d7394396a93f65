import { expect } from "@playwright/test"
import { type Address, erc20Abi, type Hex, numberToHex, parseEther } from "viem"
import type { SentTransfer } from "../../src/domain/send.ts"
import { type Site, serve } from "../serve.ts"
import * as Anvil from "./parts/anvil.ts"
import * as Exchange from "./parts/exchange.ts"
import { type Beyond, installMetaMask, type MetaMask } from "./parts/metamask.ts"
import { addressOf, becomes, choose, patiently, uncaught, view } from "./parts/playground.ts"
import * as Provider from "./parts/provider.ts"
import { forward } from "./parts/rpc.ts"
import { test } from "./parts/shared.ts"
import { sign } from "./parts/signer.ts"

const [first] = Anvil.accounts
if (!first) throw new Error("Anvil has ten accounts")
/** Where the exchange stands. */
const router: Address = "0x0000000000000000000000000000000000e8c4a6"
/** Somebody who is no contract. */
const receiver: Address = "0x00000000000000000000000000000000feedbeef"

let mainnet: Anvil.Anvil
let site: Site
let provider: Provider.Provider
let exchange: Exchange.Exchange
let harbour: Anvil.Token
let metamask: MetaMask
let errors: readonly string[]

test.beforeAll(async () => {
  site = await serve("whole")
})
test.afterAll(() => site.stop())

test.beforeEach(async ({ context, page }) => {
  mainnet = await Anvil.start({ chainId: 1 })
  provider = await Provider.start({ rpc: { "eip155:1": mainnet.url } })
  harbour = await mainnet.deployToken("Harbour", "HRB", 1_000, first.address)
  const tallow = await mainnet.deployToken("Tallow", "TLW", 5_000, router)
  exchange = await Exchange.open(mainnet, provider, [
    { symbol: "HRB", decimals: 18, address: harbour.address },
    { symbol: "TLW", decimals: 18, address: tallow.address },
  ])
  metamask = await installMetaMask(context, { accounts: [first], chains: { 1: mainnet.url }, beyond })
  errors = uncaught(page)
  await page.goto(addressOf({ site, provider, nodes: { 1: mainnet.url } }))
  await choose(page, "io.metamask")
  await becomes(page, { status: "connected", address: first.address, network: "eip155:1" })
})

test.afterEach(async () => {
  await Promise.all([provider.stop(), mainnet.stop()])
  expect(errors, "what nobody caught in the page").toEqual([])
})

test("a wallet that knows what its account holds is asked in place of the provider, and its collectibles are listed", async ({
  page,
}) => {
  const held = await page.evaluate(() => window.portico.fetchBalances())
  const wei = await mainnet.client.getBalance({ address: first.address })
  expect(held.map(({ symbol, address }) => [symbol, address])).toEqual([
    ["ETH", undefined],
    ["HRB", `eip155:1:${harbour.address}`],
  ])
  expect(parseEther(held[0]?.quantity.numeric ?? "")).toBe(wei)
  expect(held[1]?.quantity.numeric).toBe("1000")
  expect(provider.count("GET /v1/account/*/balance")).toBe(0)

  await page.evaluate(() => window.portico.open({ view: "Account" }))
  await patiently(view(page, "Account").locator("[data-token]")).toHaveCount(2)
  await view(page, "Account").getByRole("tab", { name: "NFTs" }).click()
  await patiently(view(page, "Account").locator("[data-nft]")).toContainText("Kite")
  expect(provider.count("GET /v1/account/*/balance")).toBe(0)
})

test("a wallet that carries out several calls together is asked once for approval and swap, and both reach the node", async ({
  page,
}) => {
  exchange.price("HRB", "TLW", [3n, 2n])
  const done = await page.evaluate(async () => {
    const quote = await window.portico.quoteSwap({ fromToken: "HRB", toToken: "TLW", amount: "40" })
    const twice = [window.portico.swap({ quote }), window.portico.swap({ quote })]
    return { needsApproval: quote.needsApproval, both: await Promise.all(twice) }
  })
  expect(done.needsApproval).toBe(true)
  expect(done.both[0]).toEqual(done.both[1])
  expect(metamask.person.asked.filter((method) => method !== "eth_requestAccounts")).toEqual(["wallet_sendCalls"])
  expect(await exchange.held("HRB", first.address)).toBe(parseEther("960"))
  expect(await exchange.held("TLW", first.address)).toBe(parseEther("60"))
  expect(await exchange.allowance("HRB", first.address)).toBe(0n)
  const receipt = await mainnet.client.getTransactionReceipt({ hash: done.both[0]?.hash as Hex })
  expect(receipt.to?.toLowerCase()).toBe(router)
})

test("a transfer whose fee the site pays leaves as calls for its paymaster, takes all of the coin, and is followed by its bundle", async ({
  page,
}) => {
  const paymaster = { url: "http://127.0.0.1:9/paymaster", context: { policyId: "welcome" } }
  const options = { paymasters: { "eip155:1": paymaster } }
  await page.goto(addressOf({ site, provider, nodes: { 1: mainnet.url }, options }))
  await becomes(page, { status: "connected", address: first.address, network: "eip155:1" })
  const all = await mainnet.client.getBalance({ address: first.address })
  const before = await mainnet.client.getBalance({ address: receiver })
  const told = await page.evaluate(async (receiverAddress) => {
    const input = { token: "native", sendTokenAmount: "max", receiverAddress }
    const { fee, sponsored } = await window.portico.estimateSend(input)
    return { fee, sponsored, both: await Promise.all([window.portico.send(input), window.portico.send(input)]) }
  }, receiver)
  expect(told).toMatchObject({ fee: "0", sponsored: true })
  expect(told.both[0]).toEqual(told.both[1])
  expect(metamask.person.asked.filter((method) => method !== "eth_requestAccounts")).toEqual(["wallet_sendCalls"])
  expect(bundled.at(-1)).toMatchObject({
    chainId: "0x1",
    calls: [{ to: receiver, value: numberToHex(all) }],
    capabilities: { paymasterService: paymaster },
  })
  expect(await mainnet.client.getBalance({ address: first.address })).toBe(0n)
  expect((await mainnet.client.getBalance({ address: receiver })) - before).toBe(all)

  await page.reload()
  const latest = () =>
    page.evaluate(() => (window.portico.getState().sentTransfers as readonly SentTransfer[] | undefined)?.[0])
  await patiently.poll(latest).toMatchObject({ id: told.both[0]?.hash, bundle: true, status: "confirmed" })
  const { hash } = (await latest()) ?? {}
  expect((await mainnet.client.getTransactionReceipt({ hash: hash as Hex })).status).toBe("success")
})

test("a holder who says no to the calls has sent nothing", async ({ page }) => {
  exchange.price("HRB", "TLW", [3n, 2n])
  metamask.person.next("reject")
  const tag = await page.evaluate(async () => {
    const quote = await window.portico.quoteSwap({ fromToken: "HRB", toToken: "TLW", amount: "40" })
    return window.portico.swap({ quote }).then(
      () => "done",
      ({ _tag }) => _tag,
    )
  })
  expect(tag).toBe("SwapTransactionFailed")
  expect(await exchange.allowance("HRB", first.address)).toBe(0n)
  expect(await exchange.held("HRB", first.address)).toBe(parseEther("1000"))
})

const bundles = new Map<string, readonly Hex[]>()
/** What the wallet was asked to carry out, oldest first. */
const bundled: object[] = []

/** What a wallet of EIP-5792 and 7811 answers, from its node. */
const beyond = ({ method, params, account, node, approved }: Beyond): Promise<unknown> | undefined => {
  const [asked] = params
  switch (method) {
    case "wallet_getCapabilities":
      return Promise.resolve({
        "0x1": {
          assetDiscovery: { supported: true },
          atomic: { status: "supported" },
          paymasterService: { supported: true },
        },
      })
    case "wallet_getAssets":
      return assets(asked as { readonly account: Address; readonly assetTypeFilter?: readonly string[] })
    case "wallet_sendCalls":
      return sendCalls(asked as { readonly calls: readonly object[]; readonly capabilities?: object })
    case "wallet_getCallsStatus":
      return callsStatus(String(asked))
    default:
      return undefined
  }

  async function sendCalls(asked: { readonly calls: readonly object[]; readonly capabilities?: object }) {
    bundled.push(asked)
    await approved()
    const hashes: Hex[] = []
    // Where a paymaster pays, the account itself pays nothing.
    const free = asked.capabilities ? { maxFeePerGas: "0x0", maxPriorityFeePerGas: "0x0" } : {}
    for (const call of asked.calls) {
      if (asked.capabilities) await mainnet.control.setNextBlockBaseFeePerGas({ baseFeePerGas: 0n })
      hashes.push(await sign(account, node, "eth_sendTransaction", [{ ...call, ...free }]))
    }
    const id = `0x${"b".repeat(63)}${bundles.size}`
    bundles.set(id, hashes)
    return { id }
  }
  async function callsStatus(id: string) {
    const receipts = await Promise.all(
      (bundles.get(id) ?? []).map((hash) => forward(node, "eth_getTransactionReceipt", [hash])),
    )
    return { version: "2.0.0", id, status: receipts.every(Boolean) ? 200 : 100, receipts }
  }
}

const assets = async (asked: { readonly account: Address; readonly assetTypeFilter?: readonly string[] }) => {
  const { account, assetTypeFilter } = asked
  const kite = { name: "Kite", symbol: "BIRDS", tokenId: "0x2a" }
  if (assetTypeFilter) return { "0x1": [{ address: router, balance: "0x1", type: "ERC721", metadata: kite }] }
  const about = { decimals: 18, price: 2, iconUrl: "" }
  const [wei, units] = await Promise.all([
    mainnet.client.getBalance({ address: account }),
    mainnet.client.readContract({
      address: harbour.address,
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [account],
    }),
  ])
  return {
    "0x1": [
      {
        address: "native",
        balance: numberToHex(wei),
        type: "NATIVE",
        metadata: { ...about, name: "Ether", symbol: "ETH" },
      },
      {
        address: harbour.address,
        balance: numberToHex(units),
        type: "ERC20",
        metadata: { ...about, name: "Harbour", symbol: "HRB" },
      },
    ],
  }
}
