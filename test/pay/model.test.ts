import { describe, expect, it } from "vitest"
import { decodeUnknown } from "../../src/core/opening/schema.ts"
import { HttpStatus, InvalidInput } from "../../src/errors/index.ts"
import {
  base,
  bitcoin,
  defineNetwork,
  mainnet,
  type Network,
  optimism,
  polygon,
  solana,
} from "../../src/options/networks.ts"
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
const penny = asset(base, `0x${"12".repeat(20)}`, "Penny", "PENNY", 6)
const sound = { paymentAsset: usdc, recipient, amount: "4.2" }
const usdcOnSolana = asset(solana, "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "USD Coin", "USDC", 6)
const onSolana = {
  paymentAsset: usdcOnSolana,
  recipient: "3gMxyLH993Pm69agfhDmyiMb1caxN1u7xGnx91dj1Qpc",
  amount: "4.2",
}
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
    expect(code(paidIn(penny, { asset: penny.asset.slice(2) }))).toMatchObject({ paymentAsset: penny })
    expect(code(onSolana)).toEqual(onSolana)
  })

  it("may spell the 0x of an address as 0X", () => {
    expect(code({ ...sound, recipient: recipient.replace("0x", "0X") })).toEqual(sound)
    expect(code(paidIn(usdc, { asset: usdc.asset.replace("0x", "0X") }))).toEqual(sound)
  })

  it.each([
    ["nothing", undefined, "INVALID_PAYMENT_CONFIG"],
    ["a text", "0x", "INVALID_PAYMENT_CONFIG"],
    ["no asset", { recipient, amount: "1" }, "INVALID_ASSET"],
    ["a network in a list", paidIn(usdc, { network: [usdc.network] }), "INVALID_ASSET"],
    ["a token in a list", paidIn(usdc, { asset: [usdc.asset] }), "INVALID_ASSET"],
    ["no metadata", { ...sound, paymentAsset: { ...usdc, metadata: undefined } }, "INVALID_ASSET"],
    ["no symbol", paidIn(penny, {}, { symbol: undefined }), "INVALID_ASSET"],
    ["a token without a valid address", paidIn(usdc, { asset: "usdc" }), "INVALID_ASSET"],
    ["no decimals", paidIn(penny, {}, { decimals: undefined }), "INVALID_ASSET"],
    ["half a decimal", paidIn(penny, {}, { decimals: 0.5 }), "INVALID_ASSET"],
    ["fewer decimals than none", paidIn(penny, {}, { decimals: -1 }), "INVALID_ASSET"],
    ["more than 36 decimals", paidIn(penny, {}, { decimals: 37 }), "INVALID_ASSET"],
    ["other decimals than those of the native currency", paidIn(ether, {}, { decimals: 6 }), "INVALID_ASSET"],
    ["an invisible symbol", paidIn(usdc, {}, { symbol: "\u202e" }), "INVALID_ASSET"],
    ["an unsupported namespace", paidIn(usdc, { network: bitcoin.caipNetworkId }), "INVALID_CHAIN_NAMESPACE"],
    ["an unknown namespace", paidIn(usdc, { network: "penny:1" }), "INVALID_CHAIN_NAMESPACE"],
    ["an unknown network", paidIn(usdc, { network: "eip155:9999" }), "ASSET_NOT_SUPPORTED"],
    ["no recipient", { ...sound, recipient: undefined }, "INVALID_RECIPIENT"],
    ["a recipient on another chain", { ...sound, recipient: solana.id }, "INVALID_RECIPIENT"],
    ["a recipient in a list", { ...sound, recipient: [recipient] }, "INVALID_RECIPIENT"],
    ["a token's own contract", { ...sound, recipient: usdc.asset.toUpperCase() }, "INVALID_RECIPIENT"],
    ["no amount", { ...sound, amount: undefined }, "INVALID_AMOUNT"],
    ["an amount in a list", { ...sound, amount: ["1"] }, "INVALID_AMOUNT"],
    ["a zero amount", { ...sound, amount: 0 }, "INVALID_AMOUNT"],
    ["a negative amount", { ...sound, amount: "-1" }, "INVALID_AMOUNT"],
    ["an amount with more decimals than its token", { ...sound, amount: "0.0000001" }, "INVALID_AMOUNT"],
    ["an amount that is not a number", { ...sound, amount: Number.NaN }, "INVALID_AMOUNT"],
    ["an amount in scientific notation", { ...sound, amount: 1e-7 }, "INVALID_AMOUNT"],
  ])("is rejected with its code: %s", (_, given, expected) => {
    expect(code(given)).toBe(expected)
  })

  it("gets the metadata of known assets", () => {
    const named = { name: "Penny", symbol: "PENNY" }
    expect(code(paidIn(usdc, {}, named))).toEqual(sound)
    expect(code(paidIn(ether, {}, named))).toMatchObject({ paymentAsset: ether })
    expect(code(paidIn(ether, { network: polygon.caipNetworkId }, named))).toMatchObject({
      paymentAsset: { metadata: polygon.nativeCurrency },
    })
    expect(code(paidIn(usdc, {}, { ...named, decimals: 18 }))).toBe("INVALID_ASSET")
    for (const decimals of [0, 6, 36])
      expect(code({ ...paidIn(penny, {}, { decimals }), amount: "4" })).toMatchObject({
        paymentAsset: { ...penny, metadata: { ...named, decimals } },
      })
  })

  it("is the same in any spelling of its addresses and amount", () => {
    const one = sound as Payment
    expect(isSamePayment(one, { ...one, recipient: recipient.toLowerCase(), amount: "4.20" })).toBe(true)
    expect(isSamePayment(one, paidIn(usdc, { asset: usdc.asset.toUpperCase().replace("0X", "0x") }) as Payment)).toBe(
      true,
    )
    expect(isSamePayment(one, { ...one, amount: "4.21" })).toBe(false)
    expect(isSamePayment(one, { ...one, recipient: penny.asset })).toBe(false)
    expect(isSamePayment(one, paidIn(penny, {}) as Payment)).toBe(false)
    expect(isSamePayment(one, paidIn(usdc, { network: mainnet.caipNetworkId }) as Payment)).toBe(false)
    const other = onSolana as Payment
    expect(isSamePayment(other, { ...other, recipient: other.recipient.toLowerCase() })).toBe(false)
    expect(
      isSamePayment(other, {
        ...other,
        paymentAsset: { ...other.paymentAsset, asset: usdcOnSolana.asset.toLowerCase() },
      }),
    ).toBe(false)
  })
})

describe("The asset an exchange pays out", () => {
  it("is named by CAIP-19, with its own name and symbol", () => {
    const [arbitrum, baseSepolia] = [42161, 84532].map((id) => defineNetwork({ ...mainnet, id, name: `${id}` }))
    const assets = [mainnet, base, baseSepolia, arbitrum, polygon, optimism, solana].flatMap(assetsOn)
    const [ether, coin, tether] = ["ETH Ether", "USDC USD Coin", "USDT Tether USD"]
    expect(assets.map((one) => [assetName(one), `${one.metadata.symbol} ${one.metadata.name}`])).toEqual([
      ["eip155:1/slip44:60", ether],
      ["eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", coin],
      ["eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7", tether],
      ["eip155:8453/slip44:60", ether],
      ["eip155:8453/erc20:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", coin],
      ["eip155:84532/slip44:60", ether],
      ["eip155:42161/erc20:0xaf88d065e77c8cC2239327C5EDb3A432268e5831", coin],
      ["eip155:42161/erc20:0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9", tether],
      ["eip155:137/erc20:0x2791bca1f2de4661ed88a30c99a7a9449aa84174", coin],
      ["eip155:137/erc20:0xc2132d05d31c914a87c6611c10748aeb04b58e8f", tether],
      ["eip155:10/erc20:0x94b008aA00579c1307B0EF2c499aD98a8ce58e58", tether],
      [`${solana.caipNetworkId}/slip44:501`, "SOL Solana"],
      [`${solana.caipNetworkId}/token:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`, coin],
      [`${solana.caipNetworkId}/token:Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB`, tether],
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
    const { st: _, sv: __, ...unversioned } = params
    expect(exchangesEndpoint.body?.(deposit)).toEqual({ jsonrpc: "2.0", id: 1, method, params: unversioned })
    expect(exchangesEndpoint.path(query)).toBe("/v1/json-rpc")
    expect(exchangesEndpoint).toMatchObject({ method: "POST", host: "blockchain" })
    const other = { exchangeId: "a", asset: "a", amount: "1", recipient: "r", sessionId: "s" }
    expect(payUrlEndpoint.body?.({ ...who, ...other })).toMatchObject({ method: "reown_getExchangePayUrl" })
    expect(buyStatusEndpoint.body?.({ ...who, ...other })).toMatchObject({ method: "reown_getExchangeBuyStatus" })
  })

  it.each([exchangesEndpoint, payUrlEndpoint, buyStatusEndpoint])(
    "keeps the cause of a failure: $name",
    ({ failure }) => {
      const cause = new HttpStatus(500)
      expect(failure(cause).cause).toBe(cause)
    },
  )

  it("omits invalid exchanges, and sanitizes names and pictures", () => {
    const good = { id: "a", name: "Quay\u202eside", imageUrl: "javascript:alert(1)" }
    expect(list(envelope({ exchanges: [good, null, { id: "", name: "B" }, { id: "c", name: "" }], total: 9 }))).toEqual(
      {
        result: { exchanges: [{ id: "a", name: "Quayside", imageUrl: "" }], total: 9 },
      },
    )
    expect(list(envelope({ exchanges: [{ id: "c", name: "" }] }))).toEqual({ result: { exchanges: [], total: 0 } })
    for (const exchanges of ["none", [{ name: "Quayside" }]])
      expect(list(envelope({ exchanges }))).toBeInstanceOf(InvalidInput)
  })

  it("rejects with its own messages", () => {
    const error = { code: -32000, message: "No\u0000 luck" }
    expect(list({ jsonrpc: "2.0", id: 1, error })).toEqual({ refused: "No luck" })
    expect(list({ jsonrpc: "2.0", id: 1, error: {} })).toBeInstanceOf(InvalidInput)
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
    expect(status(envelope({ status: "IN_PROGRESS" }))).toEqual({ result: { status: "IN_PROGRESS" } })
    for (const txHash of ["<b>", "<0xab", "0xab>"])
      expect(status(envelope({ status: "SETTLING", txHash }))).toEqual({ result: { status: "UNKNOWN" } })
    expect(status(envelope({}))).toBeInstanceOf(InvalidInput)
  })
})
