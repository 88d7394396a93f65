import { describe, expect, it } from "vitest"
import { decodeUnknown } from "../../src/core/opening/schema.ts"
import { UnknownFailure } from "../../src/errors/index.ts"
import { onrampOptionsEndpoint, onrampQuoteEndpoint, onrampUrlEndpoint } from "../../src/onramp/endpoints.ts"
import { onramp as limits } from "../../src/onramp/limits.ts"
import {
  defaultPair,
  deliveredOn,
  fallbackOptions,
  fallbackQuote,
  isPayable,
  limitsOf,
  providersFor,
} from "../../src/onramp/model.ts"
import { mainnet, polygon, solana } from "../../src/options/networks.ts"
import { fixture } from "../fixtures/provider.ts"
import { rejects, sent } from "../fixtures/rows.ts"

const { purchaseCurrencies, paymentCurrencies } = fallbackOptions
const [usdc, eth] = purchaseCurrencies as [(typeof purchaseCurrencies)[0], (typeof purchaseCurrencies)[0]]
const [usd, eur] = paymentCurrencies as [(typeof paymentCurrencies)[0], (typeof paymentCurrencies)[0]]
const purchase = { purchaseCurrency: usdc, paymentCurrency: usd, amount: "100", network: "ethereum" }

describe("On-ramp", () => {
  it("On-ramp: the provider is Meld, with a fee range of 1-2%, on eip155 and solana", () => {
    expect(providersFor(["meld"], "eip155")).toEqual([
      { name: "meld", label: "Meld", feeRange: "1-2%", supportedChains: ["eip155", "solana"] },
    ])
    expect(providersFor(["meld"], "solana")).toHaveLength(1)
    expect(providersFor(["meld"], "bip122")).toEqual([])
    expect(providersFor(["coinbase"], "eip155")).toEqual([])
    expect(providersFor(false, "eip155")).toEqual([])
  })

  it("On-ramp default pair: USDC on Ethereum and Polygon, paid in USD", () => {
    const { purchaseCurrency, paymentCurrency } = defaultPair({
      purchaseCurrencies: [eth, usdc],
      paymentCurrencies: [eur, usd],
    })

    expect([purchaseCurrency, paymentCurrency]).toEqual([usdc, usd])
    expect([purchaseCurrency?.symbol, paymentCurrency?.id]).toEqual(["USDC", "USD"])
    expect(usdc.networks.map(({ display_name, chain_id }) => [display_name, chain_id])).toEqual([
      ["Ethereum", "1"],
      ["Polygon", "137"],
    ])
    // Circle's own contracts, not those of a bridged token of the same name.
    expect(usdc.networks.map(({ contract_address }) => contract_address)).toEqual([
      "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
      "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
    ])
  })

  it("falls back to USDC and ETH, each with its own IDs and contracts", () => {
    const on = (...contracts: readonly string[]) => [
      { name: "ethereum", display_name: "Ethereum", chain_id: "1", contract_address: contracts[0] },
      { name: "polygon", display_name: "Polygon", chain_id: "137", contract_address: contracts[1] },
    ]
    const ofUsdc = ["0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359"]
    const ofEth = ["", "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619"]
    expect(purchaseCurrencies).toEqual([
      { id: "2b92315d-eab7-5bef-84fa-089a131333f5", name: "USD Coin", symbol: "USDC", networks: on(...ofUsdc) },
      { id: "d85dce9b-5b73-5c3c-8978-522ce1d1c1b4", name: "Ether", symbol: "ETH", networks: on(...ofEth) },
    ])
  })

  it.each([
    ["On-ramp fallback limit: card 10.00 to 7500.00, in USD and EUR", "card", "7500.00"],
    ["On-ramp fallback limit: bank account 10.00 to 25000.00, in USD and EUR", "ach_bank_account", "25000.00"],
  ])("%s", (_, id, max) => {
    for (const currency of [usd, eur]) expect(currency.payment_method_limits).toContainEqual({ id, min: "10.00", max })
    expect([usd.id, eur.id]).toEqual(["USD", "EUR"])
  })

  it("accepts an amount that some payment method accepts", () => {
    expect(limitsOf(usd)).toEqual({ min: "10.00", max: "25000.00" })
    for (const amount of ["10", "10.00", "7500.01", "25000"]) expect(isPayable(amount, usd), amount).toBe(true)
    for (const amount of ["9.99", "25000.01", "0", "", "-20", "1e3x", "NaN", "10.005", "25000.001"])
      expect(isPayable(amount, usd), amount).toBe(false)
    const unlimited = { id: "USD", payment_method_limits: [] }
    expect(limitsOf(unlimited)).toBeUndefined()
    expect(isPayable("0.01", unlimited)).toBe(true)
    for (const amount of ["0", "0.00", "lots"]) expect(isPayable(amount, unlimited), amount).toBe(false)
    const [narrow, wide, same] = [
      { id: "card", min: "20", max: "100" },
      { id: "bank", min: "5.00", max: "200.00" },
      { id: "cash", min: "5", max: "200" },
    ] as const
    expect(limitsOf({ id: "USD", payment_method_limits: [narrow, wide, same] })).toEqual({ min: "5.00", max: "200.00" })
    expect(limits.limits.map(({ id }) => id)).toEqual(["card", "ach_bank_account"])
  })

  it("delivers on the active network, or else on another of the same namespace", () => {
    const optimism = { id: 10, chainNamespace: "eip155" } as const
    expect(deliveredOn(usdc, polygon, false)?.name).toBe("polygon")
    expect(deliveredOn(usdc, optimism, false)?.name).toBe("ethereum")
    expect(deliveredOn(usdc, solana, false)).toBeUndefined()
    const onSolana = { name: "solana", display_name: "Solana", chain_id: "", contract_address: "" }
    expect(deliveredOn({ ...usdc, networks: [...usdc.networks, onSolana] }, solana, false)).toBe(onSolana)
    expect(deliveredOn({ ...usdc, networks: [onSolana] }, mainnet, false)).toBeUndefined()
    const neon = { ...onSolana, name: "neon-solana" }
    expect(deliveredOn({ ...usdc, networks: [neon] }, mainnet, false)).toBe(neon)
  })

  it("delivers to a contract on the active network only", () => {
    expect(deliveredOn(usdc, polygon, true)?.name).toBe("polygon")
    expect(deliveredOn(usdc, { id: 10, chainNamespace: "eip155" }, true)).toBeUndefined()
  })
})

describe("GET /v1/onramp/options; response: purchaseCurrencies, paymentCurrencies", () => {
  const read = decodeUnknown(onrampOptionsEndpoint.response)
  const ethereum = {
    name: "ethereum",
    display_name: "Ethereum",
    chain_id: "1",
    contract_address: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
  }
  const [card, bank] = [
    { id: "card", min: "10.00", max: "7500.00" },
    { id: "ach_bank_account", min: "10.00", max: "25000.00" },
  ]
  const usdCoin = { id: "usdc", name: "USD Coin", symbol: "USDC", networks: [ethereum] }
  const ours = {
    purchaseCurrencies: [usdCoin],
    paymentCurrencies: [{ id: "USD", payment_method_limits: [card, bank] }],
  }

  it("builds the request", () => {
    expect(sent(onrampOptionsEndpoint, undefined)[0]).toBe("GET blockchain /v1/onramp/options")
  })

  it("decodes both shapes, the server's and the specification's", () => {
    expect(read(fixture("onramp-options-server").answer)).toEqual(ours)
    expect(read(ours)).toEqual(ours)
  })

  it("omits invalid entries, and fails if none are left", () => {
    expect(read({ ...ours, purchaseCurrencies: [null, { id: 7 }, usdCoin] })).toEqual(ours)
    const networks = [ethereum, { ...ethereum, name: "" }, { ...ethereum, name: undefined }]
    expect(read({ ...ours, purchaseCurrencies: [{ ...usdCoin, networks }] })).toEqual(ours)
    const odd = { ...ours, paymentCurrencies: [{ id: "not a currency" }] }
    const limits = [card, { ...bank, min: "-." }, { ...bank, max: "" }]
    const odder = { ...ours, paymentCurrencies: [{ id: "USD", payment_method_limits: limits }] }
    expect(read(odder)).toMatchObject({ paymentCurrencies: [{ payment_method_limits: [card] }] })
    rejects(onrampOptionsEndpoint, odd, { ...ours, purchaseCurrencies: [] }, {})
  })

  it("shows no misleading name", () => {
    const purchaseCurrencies = [{ ...usdCoin, name: "USD\u202E Coin" }]
    expect(read({ ...ours, purchaseCurrencies })).toMatchObject({ purchaseCurrencies: [{ name: "USD Coin" }] })
  })
})

describe("POST /v1/onramp/quote; body: purchaseCurrency, paymentCurrency, amount, network; response reads purchaseAmount.amount", () => {
  const read = decodeUnknown(onrampQuoteEndpoint.response)

  it("builds the request", () => {
    const { method, path, body } = fixture("onramp-quote-spec")
    const asked = { ...purchase, purchaseCurrency: { ...usdc, id: "usdc" } }
    expect(sent(onrampQuoteEndpoint, asked)).toEqual([`${method} blockchain ${path}`, body])
  })

  it("decodes both shapes, the server's and the specification's", () => {
    const money = (amount: string, currency = "USD") => ({ amount, currency })
    const ours = {
      quoteId: "q1",
      paymentSubtotal: money("98.00"),
      purchaseAmount: money("97.5", "USDC"),
      networkFee: money("0.50"),
    }
    expect(read(fixture("onramp-quote-spec").answer)).toEqual({ ...ours, paymentTotal: money("100") })
    expect(read(fixture("onramp-quote-server").answer)).toEqual({ ...ours, paymentTotal: money("100.00") })
    const { paymentTotal } = read({ ...ours, paymentTotal: { currency: "USD" } }) as { readonly paymentTotal?: unknown }
    expect(paymentTotal).toBeUndefined()
  })

  it("fails if the amount is invalid", () => {
    const amounts = [{ currency: "USDC" }, { amount: "a lot", currency: "USDC" }, { amount: 97, currency: "USDC" }]
    rejects(
      onrampQuoteEndpoint,
      ...[undefined, {}, ...amounts].map((purchaseAmount) => ({ quoteId: "q", purchaseAmount })),
    )
  })

  it("has a fallback that equals the requested amount and is marked as an estimate", () => {
    const same = { amount: "100", currency: "USD" }
    const amounts = { purchaseAmount: same, paymentTotal: same, paymentSubtotal: same, networkFee: same }
    expect(fallbackQuote(purchase)).toMatchObject({ quoteId: "mocked-quote-id", ...amounts, estimate: true })
  })
})

describe("POST /v1/generators/onrampurl; payload and response not shown", () => {
  const read = decodeUnknown(onrampUrlEndpoint.response)

  it("builds the request", () => {
    const { method, path, body } = fixture("generators-onrampurl")
    const address = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"
    const asked = { ...purchase, address, partnerUserId: "p".repeat(32) }
    expect(sent(onrampUrlEndpoint, asked)).toEqual([`${method} blockchain ${path}`, body])
  })

  it.each([onrampOptionsEndpoint, onrampQuoteEndpoint, onrampUrlEndpoint])(
    "keeps the cause of a failure: $name",
    ({ failure }) => {
      const cause = new UnknownFailure()
      const error = failure(cause)
      expect(error).toMatchObject({ _tag: "OnrampFailed" })
      expect(error.cause).toBe(cause)
    },
  )

  it("rejects URLs that run code or are not a web page", () => {
    expect(read(fixture("generators-onrampurl").answer)).toEqual({ url: "http://127.0.0.1/buy?x=1" })
    const unsafe = ["javascript:alert(1)", "data:text/html,x", "https://a:b@seller.example/", "http://seller.example/"]
    rejects(onrampUrlEndpoint, ...["", undefined, ...unsafe].map((url) => ({ url })))
  })
})
