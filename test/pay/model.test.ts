import { describe, expect, it } from "vitest"
import { decodeUnknown } from "../../src/core/opening/schema.ts"
import { InvalidInput } from "../../src/errors/index.ts"
import { base, bitcoin, mainnet, type Network, polygon, solana } from "../../src/options/networks.ts"
import { buyStatusEndpoint, exchangesEndpoint, payUrlEndpoint, type Requester } from "../../src/pay/endpoints.ts"
import { assetName, assetsOn, checkPayment, isSamePayment, type Payment } from "../../src/pay/model.ts"

const networks = [mainnet, base, polygon, solana]
const recipient = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"
const asset = (network: Network, address: string, name: string, symbol: string, decimals: number) => ({
  network: network.caipNetworkId,
  asset: address,
  metadata: { name, symbol, decimals },
})
const ether = asset(mainnet, "native", "Ether", "ETH", 18)
const usdc = asset(base, "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", "USD Coin", "USDC", 6)
const sound = { paymentAsset: usdc, recipient, amount: "4.2" }
const paidIn = (given: typeof ether, change: object, metadata: object = {}) => ({
  ...sound,
  paymentAsset: { ...given, ...change, metadata: { ...given.metadata, ...metadata } },
})
const code = (given: unknown) => {
  const answer = checkPayment(given, networks)
  return answer instanceof Error ? answer.code : answer
}

describe("A payment request of a site", () => {
  it("is decoded, with its amount as an exact string", () => {
    expect(code(sound)).toEqual(sound)
    expect(code({ ...sound, amount: 0.1 })).toMatchObject({ amount: "0.1" })
    expect(code({ paymentAsset: ether, recipient: recipient.slice(2), amount: "1" })).toMatchObject({ recipient })
  })

  it.each([
    ["nothing", undefined, "INVALID_PAYMENT_CONFIG"],
    ["a text", "0x", "INVALID_PAYMENT_CONFIG"],
    ["no asset", { recipient, amount: "1" }, "INVALID_ASSET"],
    ["a token without a valid address", paidIn(usdc, { asset: "usdc" }), "INVALID_ASSET"],
    ["no decimals", paidIn(usdc, {}, { decimals: undefined }), "INVALID_ASSET"],
    ["other decimals than those of the native currency", paidIn(ether, {}, { decimals: 6 }), "INVALID_ASSET"],
    ["an invisible symbol", paidIn(usdc, {}, { symbol: "\u202e" }), "INVALID_ASSET"],
    ["an unsupported namespace", paidIn(usdc, { network: bitcoin.caipNetworkId }), "INVALID_CHAIN_NAMESPACE"],
    ["an unknown network", paidIn(usdc, { network: "eip155:9999" }), "ASSET_NOT_SUPPORTED"],
    ["no recipient", { ...sound, recipient: undefined }, "INVALID_RECIPIENT"],
    ["a recipient on another chain", { ...sound, recipient: solana.id }, "INVALID_RECIPIENT"],
    [
      "a token's own contract",
      { ...sound, recipient: usdc.asset.toUpperCase().replace("0X", "0x") },
      "INVALID_RECIPIENT",
    ],
    ["no amount", { ...sound, amount: undefined }, "INVALID_AMOUNT"],
    ["a zero amount", { ...sound, amount: 0 }, "INVALID_AMOUNT"],
    ["a negative amount", { ...sound, amount: "-1" }, "INVALID_AMOUNT"],
    ["an amount with more decimals than its token", { ...sound, amount: "0.0000001" }, "INVALID_AMOUNT"],
    ["an amount that is not a number", { ...sound, amount: Number.NaN }, "INVALID_AMOUNT"],
    ["an amount in scientific notation", { ...sound, amount: 1e-7 }, "INVALID_AMOUNT"],
  ])("is rejected with its code: %s", (_, given, expected) => {
    expect(code(given)).toBe(expected)
  })

  it("gets the metadata of known assets", () => {
    const penny = { name: "Penny", symbol: "PENNY" }
    expect(code(paidIn(usdc, {}, penny))).toEqual(sound)
    expect(code(paidIn(ether, {}, penny))).toMatchObject({ paymentAsset: ether })
    expect(code(paidIn(usdc, {}, { ...penny, decimals: 18 }))).toBe("INVALID_ASSET")
    const unknown = paidIn(usdc, { asset: `0x${"12".repeat(20)}` }, penny)
    expect(code(unknown)).toMatchObject({ paymentAsset: unknown.paymentAsset })
  })

  it("is the same in any spelling of its addresses and amount", () => {
    const one = sound as Payment
    expect(isSamePayment(one, { ...one, recipient: recipient.toLowerCase(), amount: "4.20" })).toBe(true)
    expect(isSamePayment(one, { ...one, amount: "4.21" })).toBe(false)
    expect(isSamePayment(one, { ...one, paymentAsset: ether as Payment["paymentAsset"] })).toBe(false)
  })
})

describe("The asset an exchange pays out", () => {
  it("is named by CAIP-19", () => {
    const names = [mainnet, base, solana].flatMap((network) => assetsOn(network).map(assetName))
    expect(names).toEqual([
      "eip155:1/slip44:60",
      "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
      "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7",
      "eip155:8453/slip44:60",
      "eip155:8453/erc20:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
      `${solana.caipNetworkId}/slip44:501`,
      `${solana.caipNetworkId}/token:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
      `${solana.caipNetworkId}/token:Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB`,
    ])
  })

  it("is empty on an unknown network", () => {
    expect(assetsOn(bitcoin)).toEqual([])
    expect(assetsOn(undefined)).toEqual([])
  })
})

describe("The exchange service", () => {
  const who: Requester = { projectId: "p", sdkType: "t", sdkVersion: "v", source: "pay" }
  const list = decodeUnknown(exchangesEndpoint.response)
  const url = decodeUnknown(payUrlEndpoint.response)
  const status = decodeUnknown(buyStatusEndpoint.response)
  const envelope = (result: unknown) => ({ jsonrpc: "2.0", id: 1, result })

  it("is called over JSON-RPC, with the source of a deposit", () => {
    const query = { ...who, page: 0, asset: "eip155:1/slip44:60", amount: "1" }
    const params = { projectId: "p", page: 0, asset: "eip155:1/slip44:60", amount: "1", st: "t", sv: "v" }
    const method = "reown_getExchanges"
    expect(exchangesEndpoint.body?.(query)).toEqual({ jsonrpc: "2.0", id: 1, method, params })
    expect(exchangesEndpoint.query(query)).toEqual({ source: undefined })
    const deposit = { ...query, source: "fund-from-exchange" } as const
    expect(exchangesEndpoint.query(deposit)).toEqual({ source: "fund-wallet" })
    expect(exchangesEndpoint.body?.(deposit)).toMatchObject({ params: { projectId: "p", page: 0 } })
  })

  it("omits invalid exchanges, and sanitizes names and pictures", () => {
    const good = { id: "a", name: "Quay\u202eside", imageUrl: "javascript:alert(1)" }
    expect(list(envelope({ exchanges: [good, null, { id: "", name: "B" }, { id: "c", name: "" }], total: 9 }))).toEqual(
      {
        result: { exchanges: [{ id: "a", name: "Quayside", imageUrl: "" }], total: 9 },
      },
    )
    expect(list(envelope({ exchanges: "none" }))).toBeInstanceOf(InvalidInput)
  })

  it("rejects with its own messages", () => {
    const error = { code: -32000, message: "No\u0000 luck" }
    expect(list({ jsonrpc: "2.0", id: 1, error })).toEqual({ refused: "No luck" })
  })

  it.each(["http://exchange.example/", "javascript:alert(1)", "https://user@exchange.example/", "", 7])(
    "rejects an unsafe page: %s",
    (given) => {
      expect(url(envelope({ url: given, sessionId: "s" }))).toBeInstanceOf(InvalidInput)
    },
  )

  it("maps an unlisted status to unknown, and drops an invalid hash", () => {
    const paid = { status: "SUCCESS", txHash: "0xab" }
    expect(status(envelope(paid))).toEqual({ result: paid })
    expect(status(envelope({ status: "SETTLING", txHash: "<b>" }))).toEqual({ result: { status: "UNKNOWN" } })
    expect(status(envelope({}))).toBeInstanceOf(InvalidInput)
  })
})
