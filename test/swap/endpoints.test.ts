import { describe, expect, it } from "vitest"
import { decodeUnknown } from "../../src/core/opening/schema.ts"
import { UnknownFailure } from "../../src/errors/index.ts"
import { cacheLifetimes } from "../../src/persistence/limits.ts"
import {
  allowanceEndpoint,
  buildApproveEndpoint,
  buildTransactionEndpoint,
  gasPriceEndpoint,
  pricesEndpoint,
  swapQuotesEndpoint,
  swapTokensEndpoint,
} from "../../src/swap/endpoints.ts"
import { fixture } from "../fixtures/provider.ts"
import { rejects, sent } from "../fixtures/rows.ts"

const eth = "eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
const usdc = "eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
const account = "eip155:1:0x70997970c51812dc3a010c7d01b50e0d17dc79c8"
const cause = new UnknownFailure()

describe("The endpoints of swapping", () => {
  it("GET /v1/convert/quotes", () => {
    const { method, path, answer } = fixture("convert-quotes")
    const asked = { amount: "1000000", userAddress: account, from: eth, to: usdc, gasPrice: "1000000000" }
    const read = decodeUnknown(swapQuotesEndpoint.response)
    expect(sent(swapQuotesEndpoint, asked)).toEqual([`${method} blockchain ${path}`, asked])
    expect(read(answer)).toEqual({ quotes: [{ fromAmount: "1000000", toAmount: "2500" }] })
    expect(read({ quotes: [{ fromAmount: "-1", toAmount: "1e9" }, null] })).toEqual({ quotes: [] })
    rejects(swapQuotesEndpoint)
    expect(swapQuotesEndpoint.failure(cause)).toMatchObject({ message: "Failed to initialize swap", cause })
  })

  it("GET /v1/convert/tokens", () => {
    const { method, path, answer } = fixture("convert-tokens")
    const asked = { chainId: "eip155:1" }
    const read = decodeUnknown(swapTokensEndpoint.response)
    expect(sent(swapTokensEndpoint, asked)).toEqual([`${method} blockchain ${path}`, asked])
    expect(read(answer)).toMatchObject({
      tokens: [
        { symbol: "ETH", address: eth, decimals: 18, logoUri: "http://127.0.0.1/icon.png" },
        { symbol: "USDC", address: usdc, decimals: 6 },
      ],
    })
    const token = { name: "A", symbol: "A", address: usdc, decimals: 6, logoUri: null }
    const bad = [{ decimals: -1 }, { decimals: 1.5 }, { address: "0x1" }, { name: "" }].map((of) => ({
      ...token,
      ...of,
    }))
    expect(read({ tokens: [...bad, { ...token, name: "A\u202Eb" }] })).toMatchObject({ tokens: [{ name: "Ab" }] })
    const addresses = [
      usdc.toUpperCase().replace("EIP155:1:0X", "eip155:1313161554:0x"),
      usdc.replace(":1:", `:${"1".repeat(21)}:`),
    ]
    expect(read({ tokens: addresses.map((address) => ({ ...token, address })) })).toMatchObject({
      tokens: [{ address: addresses[0] }],
    })
    expect(read({ tokens: [{ ...token, name: "" }] })).toEqual({ tokens: [] })
    rejects(swapTokensEndpoint)
    expect(swapTokensEndpoint.failure(cause)).toMatchObject({ message: "Failed to initialize swap", cause })
  })

  it("GET /v1/convert/allowance; allowance response reads allowance", () => {
    const { method, path, answer } = fixture("convert-allowance")
    const asked = { tokenAddress: usdc, userAddress: account }
    const read = decodeUnknown(allowanceEndpoint.response)
    expect(sent(allowanceEndpoint, asked)).toEqual([`${method} blockchain ${path}`, asked])
    expect(read(answer)).toEqual({ allowance: "0" })
    const invalid = [undefined, 5, "-1", "1.5", "0x10", "NaN", "9".repeat(79)]
    rejects(allowanceEndpoint, ...invalid.map((allowance) => ({ allowance })))
    expect(allowanceEndpoint.failure(cause)).toMatchObject({ message: "Failed to check allowance", cause })
  })

  it("GET /v1/convert/gas-price", () => {
    const { method, path, answer } = fixture("convert-gas-price")
    const asked = { chainId: "eip155:1" }
    expect(sent(gasPriceEndpoint, asked)).toEqual([`${method} blockchain ${path}`, asked])
    expect(decodeUnknown(gasPriceEndpoint.response)(answer)).toEqual({ standard: "1000000000" })
    rejects(gasPriceEndpoint, { standard: 1_000_000_000 }, { standard: "0x3b9aca00" })
    expect(gasPriceEndpoint.failure(cause)).toMatchObject({ message: "Network not supported for Gas Price", cause })
  })

  it("GET /v1/convert/build-approve", () => {
    const { method, path, answer } = fixture("convert-build-approve")
    const asked = { userAddress: account, from: usdc, to: eth }
    const read = decodeUnknown(buildApproveEndpoint.response)
    expect(sent(buildApproveEndpoint, asked)).toEqual([`${method} blockchain ${path}`, asked])
    expect(read(answer)).toEqual({ tx: { to: eth, data: "0x095ea7b3" } })
    const targets = [`x:${eth}`, `${eth}00`, "0x1"]
    const data = ["095ea7b3", "0x0", "x0x00"]
    const invalid = [{}, ...targets.map((to) => ({ to, data: "0x" })), ...data.map((data) => ({ to: eth, data }))]
    rejects(buildApproveEndpoint, ...invalid.map((tx) => ({ tx })))
    const failure = { message: "Failed to create approval transaction", cause }
    expect(buildApproveEndpoint.failure(cause)).toMatchObject(failure)
  })

  it("POST /v1/convert/build-transaction; body: amount, from, to, userAddress, disableEstimate, slippage", () => {
    const { method, path, body, answer } = fixture("convert-build-transaction")
    const asked = { projectId: "P", amount: "1000000", from: eth, to: usdc, userAddress: account }
    expect(sent(buildTransactionEndpoint, asked)).toEqual([`${method} blockchain ${path}`, body])
    const read = decodeUnknown(buildTransactionEndpoint.response)
    const to = "eip155:1:0x2222222222222222222222222222222222222222"
    const tx = { from: account, to, data: "0x00", amount: "1000000" }
    expect(read(answer)).toMatchObject({ tx })
    const eip155 = { gas: "21000", gasPrice: 7 }
    expect(read({ tx: { ...tx, eip155 } })).toEqual({ tx: { ...tx, eip155 } })
    expect(read({ tx: { ...tx, eip155: { ...eip155, gasPrice: "many" } } })).toEqual({
      tx: { ...tx, eip155: { gas: "21000" } },
    })
    const invalid = [
      ...["from", "to", "data", "amount"].map((field) => ({ [field]: undefined })),
      ...[{ from: "0x1" }, { to: eth.slice(9) }, { data: "0x0" }, { data: "00" }, { amount: 1 }, { amount: "-1" }],
    ]
    rejects(buildTransactionEndpoint, {}, ...invalid.map((of) => ({ tx: { ...tx, ...of } })))
    expect(buildTransactionEndpoint.failure(cause)).toMatchObject({ message: "Failed to create transaction", cause })
  })

  it("Swaps: slippage tolerance: 1", () => {
    const dai = "eip155:1:0x6b175474e89094c44da98b954eedeac495271d0f"
    for (const [from, to] of [
      [eth, usdc],
      [usdc, eth],
      [usdc, dai],
    ] as const) {
      const asked = { projectId: "P", amount: "1", from, to, userAddress: account }
      expect(buildTransactionEndpoint.body?.(asked)).toMatchObject({ eip155: { slippage: 1 } })
    }
  })

  it("POST /v1/fungible/price; body: currency, addresses", () => {
    const { method, path, body, answer } = fixture("fungible-price")
    const asked = { projectId: "P", addresses: [eth] }
    const read = decodeUnknown(pricesEndpoint.response)
    const request = `${method} blockchain ${path}`
    expect(sent(pricesEndpoint, asked)).toEqual([request, body])
    const addresses = [eth, usdc]
    expect(sent(pricesEndpoint, { ...asked, addresses })).toEqual([request, { ...(body as object), addresses }])
    expect(read(answer)).toEqual({ fungibles: [{ address: eth, symbol: "ETH", price: 2500.5 }] })
    expect(read({ fungibles: [{ address: eth, symbol: "ETH", price: Number.NaN }] })).toEqual({ fungibles: [] })
    rejects(pricesEndpoint)
    expect(pricesEndpoint.failure(cause)).toMatchObject({ message: "Failed to fetch network token price", cause })
    expect(pricesEndpoint.fresh).toBe(cacheLifetimes.tokenPrice)
  })
})
