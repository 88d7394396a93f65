import { expect } from "@playwright/test"
import { type Address, type Hex, numberToHex, parseEther } from "viem"
import { calls } from "../../src/capabilities/limits.ts"
import type { Anvil, Token } from "./parts/anvil.ts"
import * as Exchange from "./parts/exchange.ts"
import type { Beyond } from "./parts/metamask.ts"
import { becomes, call, latest, meanwhile, openAccount, refusal, settles, soon } from "./parts/playground.ts"
import { forward } from "./parts/rpc.ts"
import { connected, first, test as shared } from "./parts/shared.ts"
import { sign } from "./parts/signer.ts"

/** An address without a contract or a balance. */
const receiver: Address = "0x00000000000000000000000000000000feedbeef"
const { router } = Exchange

/** A wallet with EIP-5792 and 7811 is connected on a chain with an exchange. */
const test = shared.extend<{
  readonly harbour: Token
  readonly exchange: Exchange.Exchange
  /** Call bundles the wallet executed, oldest first. */
  readonly bundled: object[]
}>({
  harbour: async ({ ethereum }, use) => use(await ethereum.deployToken("Harbour", "HRB", 1_000, first.address)),
  exchange: async ({ ethereum, provider, harbour }, use) => {
    const tallow = await ethereum.deployToken("Tallow", "TLW", 5_000, router)
    await use(
      await Exchange.open(ethereum, provider, [
        { symbol: "HRB", decimals: 18, address: harbour.address },
        { symbol: "TLW", decimals: 18, address: tallow.address },
      ]),
    )
  },
  bundled: ({ browserName: _ }, use) => use([]),
  metamaskOptions: ({ ethereum, harbour, bundled }, use) => use({ beyond: beyond(ethereum, harbour, bundled) }),
})
test.use({ chains: [1] })
test.beforeEach(async ({ page, visit, metamask: _ }) => {
  await visit()
  await call(page, "connect", { wallet: connected.connector })
})

test("a wallet that can list assets is queried instead of the provider, and one that bundles calls prompts once for approval and swap: both reach the node, or nothing if its user rejects", async ({
  page,
  provider,
  ethereum,
  harbour,
  exchange,
  metamask,
}) => {
  exchange.price("HRB", "TLW", [3n, 2n])
  const held = await call(page, "fetchBalances")
  const wei = await ethereum.client.getBalance({ address: first.address })
  expect(held.map(({ symbol, address }) => [symbol, address])).toEqual([
    ["ETH", undefined],
    ["HRB", `eip155:1:${harbour.address}`],
  ])
  expect(parseEther(held[0]?.quantity.numeric ?? "")).toBe(wei)
  expect(held[1]?.quantity.numeric).toBe("1000")

  const account = await openAccount(page)
  await expect(account.locator("[data-token]")).toHaveCount(2)
  await account.getByRole("tab", { name: "NFTs" }).click()
  await expect(account.locator("[data-nft]")).toContainText("Kite")
  expect(provider.count("GET /v1/account/*/balance")).toBe(0)

  metamask.person.next("reject")
  const quote = await call(page, "quoteSwap", forty)
  expect(quote.needsApproval).toBe(true)
  expect(await refusal(page, "swap", { quote })).toMatchObject({ _tag: "SwapTransactionFailed" })
  expect(await exchange.allowance("HRB", first.address)).toBe(0n)
  expect(await exchange.held("HRB", first.address)).toBe(parseEther("1000"))
  const swaps = Promise.all([call(page, "swap", { quote }), call(page, "swap", { quote })])
  const [done, again] = await meanwhile(page, calls.every, swaps)
  expect(again).toEqual(done)
  expect(metamask.person.asked.slice(1)).toEqual(["wallet_sendCalls", "wallet_sendCalls"])
  expect(await exchange.held("HRB", first.address)).toBe(parseEther("960"))
  expect(await exchange.held("TLW", first.address)).toBe(parseEther("60"))
  expect(await exchange.allowance("HRB", first.address)).toBe(0n)
  const receipt = await ethereum.client.getTransactionReceipt({ hash: done.hash as Hex })
  expect(receipt.to?.toLowerCase()).toBe(router)
})

const paymaster = { url: "http://127.0.0.1:9/paymaster", context: { policyId: "welcome" } }
const sponsoring = test.extend({ options: { paymasters: { "eip155:1": paymaster } } })

sponsoring(
  "a sponsored transfer goes to the paymaster as a call bundle, can send the whole balance, and is tracked by its bundle",
  async ({ page, ethereum, metamask, bundled }) => {
    const all = await ethereum.client.getBalance({ address: first.address })
    const input = { token: "native", sendTokenAmount: "max", receiverAddress: receiver }
    expect(await call(page, "estimateSend", input)).toMatchObject({ fee: "0", sponsored: true })
    const [sent, again] = await Promise.all([call(page, "send", input), call(page, "send", input)])
    expect(again).toEqual(sent)
    expect(metamask.person.asked.slice(1)).toEqual(["wallet_sendCalls"])
    expect(bundled.at(-1)).toMatchObject({
      chainId: "0x1",
      calls: [{ to: receiver, value: numberToHex(all) }],
      capabilities: { paymasterService: paymaster },
    })
    // The node mines after it has responded to the wallet.
    await soon(() => ethereum.client.getBalance({ address: receiver })).toBe(all)
    expect(await ethereum.client.getBalance({ address: first.address })).toBe(0n)

    await page.reload()
    await becomes(page, connected)
    await settles(page, { id: sent.hash, bundle: true, status: "confirmed" })
    const { hash } = (await latest(page)) ?? {}
    expect((await ethereum.client.getTransactionReceipt({ hash: hash as Hex })).status).toBe("success")
  },
)

const forty = { fromToken: "HRB", toToken: "TLW", amount: "40" }

interface Calls {
  readonly calls: readonly object[]
  readonly capabilities?: object
}

/** Responses of a wallet with EIP-5792 and 7811, from its node. */
const beyond = ({ control, client }: Anvil, harbour: Token, bundled: object[]) => {
  const bundles = new Map<string, readonly Hex[]>()
  const answers: Readonly<Record<string, (asked: unknown, beyond: Beyond) => Promise<unknown>>> = {
    wallet_getCapabilities: async () => ({
      "0x1": {
        assetDiscovery: { supported: true },
        atomic: { status: "supported" },
        paymasterService: { supported: true },
      },
    }),
    wallet_getAssets: async (asked) => {
      const { account, assetTypeFilter } = asked as { readonly account: Address; readonly assetTypeFilter?: unknown }
      const kite = { name: "Kite", symbol: "BIRDS", tokenId: "0x2a" }
      if (assetTypeFilter) return { "0x1": [{ address: router, balance: "0x1", type: "ERC721", metadata: kite }] }
      const about = { decimals: 18, price: 2, iconUrl: "" }
      const ether = { ...about, name: "Ether", symbol: "ETH" }
      const token = { ...about, name: "Harbour", symbol: "HRB" }
      const [wei, units] = await Promise.all([client.getBalance({ address: account }), harbour.held(account)])
      return {
        "0x1": [
          { address: "native", balance: numberToHex(wei), type: "NATIVE", metadata: ether },
          { address: harbour.address, balance: numberToHex(units), type: "ERC20", metadata: token },
        ],
      }
    },
    wallet_sendCalls: async (asked, { account, node, approved }) => {
      const { calls, capabilities } = asked as Calls
      bundled.push(asked as Calls)
      await approved()
      const hashes: Hex[] = []
      // If a paymaster pays, the account pays nothing.
      const free = capabilities ? { maxFeePerGas: "0x0", maxPriorityFeePerGas: "0x0" } : {}
      for (const call of calls) {
        if (capabilities) await control.setNextBlockBaseFeePerGas({ baseFeePerGas: 0n })
        hashes.push(await sign(account, node, "eth_sendTransaction", [{ ...call, ...free }]))
      }
      const id = `0x${"b".repeat(63)}${bundles.size}`
      bundles.set(id, hashes)
      return { id }
    },
    wallet_getCallsStatus: async (id, { node }) => {
      const hashes = bundles.get(String(id)) ?? []
      const receipts = await Promise.all(hashes.map((hash) => forward(node, "eth_getTransactionReceipt", [hash])))
      return { version: "2.0.0", id, status: receipts.every(Boolean) ? 200 : 100, receipts }
    },
  }
  return (asked: Beyond) => answers[asked.method]?.(asked.params[0], asked)
}
