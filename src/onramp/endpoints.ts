import * as Schema from "effect/Schema"
import { decimalText, shownSymbol } from "../core/assetSchema.ts"
import { endpoint } from "../core/opening/endpoint.ts"
import { arrayOfValid, arrayWithValid, optionalOr, read, shownName, textThat } from "../core/opening/schema.ts"
import { pageUrl } from "../core/pageUrl.ts"
import { OnrampFailed } from "../errors/index.ts"
import type { OnrampAmount, OnrampQuote, PaymentCurrency, Purchase, PurchaseNetwork } from "./model.ts"

// The service and the specification spell some field names differently. Both spellings are accepted.

const method = Schema.Struct({ id: Schema.NonEmptyString, min: decimalText, max: decimalText })
const word = optionalOr(Schema.String)

const network = read(
  Schema.Struct({
    name: Schema.NonEmptyString,
    display_name: optionalOr(shownName),
    displayName: optionalOr(shownName),
    chain_id: word,
    chainId: word,
    contract_address: word,
    contractAddress: word,
  }),
  (sent): PurchaseNetwork => ({
    name: sent.name,
    display_name: sent.display_name ?? sent.displayName ?? sent.name,
    chain_id: sent.chain_id ?? sent.chainId ?? "",
    contract_address: sent.contract_address ?? sent.contractAddress ?? "",
  }),
)

const purchaseCurrency = Schema.Struct({
  id: Schema.NonEmptyString,
  name: shownName,
  symbol: shownSymbol,
  networks: arrayOfValid(network),
})

const paymentCurrency = read(
  Schema.Struct({
    id: textThat((id) => /^[A-Za-z]{3,5}$/.test(id), "currency"),
    payment_method_limits: optionalOr(arrayOfValid(method)),
    limits: optionalOr(arrayOfValid(method)),
  }),
  (sent): PaymentCurrency => ({
    id: sent.id.toUpperCase(),
    payment_method_limits: (sent.payment_method_limits ?? sent.limits ?? []).map(({ id, min, max }) => ({
      id: id.toLowerCase(),
      min,
      max,
    })),
  }),
)

/** Returns the currencies that can be bought and paid with. Malformed ones are dropped one by one; an empty list is an error. */
export const onrampOptionsEndpoint = endpoint({
  name: "onrampOptions",
  host: "blockchain",
  path: () => "/v1/onramp/options",
  response: Schema.Struct({
    purchaseCurrencies: arrayWithValid(purchaseCurrency, "id"),
    paymentCurrencies: arrayWithValid(paymentCurrency, "id"),
  }).check(
    Schema.makeFilter(
      ({ purchaseCurrencies, paymentCurrencies }) => purchaseCurrencies.length > 0 && paymentCurrencies.length > 0,
      { expected: "currencies" },
    ),
  ),
  failure: (cause) => new OnrampFailed({ cause }),
})

const money = read(
  Schema.Struct({ amount: optionalOr(decimalText), value: optionalOr(decimalText), currency: shownSymbol }),
  ({ amount, value, currency }) => ({ amount: amount ?? value ?? "", currency }),
)
const shown = ({ amount, currency }: OnrampAmount) => (amount === "" ? undefined : { amount, currency })

/** Returns the price of a purchase. */
export const onrampQuoteEndpoint = endpoint({
  name: "onrampQuote",
  method: "POST",
  host: "blockchain",
  path: () => "/v1/onramp/quote",
  body: ({ purchaseCurrency: { id, symbol }, paymentCurrency, amount, network }: Purchase) => ({
    purchaseCurrency: { id, symbol },
    paymentCurrency: { id: paymentCurrency.id },
    amount,
    network,
  }),
  response: read(
    Schema.Struct({
      quoteId: Schema.String,
      purchaseAmount: money.check(Schema.makeFilter(({ amount }) => amount !== "", { expected: "amount" })),
      paymentTotal: optionalOr(money, shown),
      paymentSubtotal: optionalOr(money, shown),
      paymentSubTotal: optionalOr(money, shown),
      networkFee: optionalOr(money, shown),
    }),
    ({ paymentSubTotal, ...quote }): Omit<OnrampQuote, "estimate" | "of"> => ({
      ...quote,
      ...(paymentSubTotal && { paymentSubtotal: paymentSubTotal }),
    }),
  ),
  failure: (cause) => new OnrampFailed({ cause }),
})

/** Purchase and the address that receives it. */
export interface OnrampUrlQuery extends Purchase {
  readonly address: string
  /** Identifier that the seller associates with the purchase. Portico sends the project ID. */
  readonly partnerUserId: string
}

/** Returns the URL of the seller's page for a purchase. */
export const onrampUrlEndpoint = endpoint({
  name: "onrampUrl",
  method: "POST",
  host: "blockchain",
  path: () => "/v1/generators/onrampurl",
  body: ({ address, purchaseCurrency: { symbol }, amount, network, partnerUserId }: OnrampUrlQuery) => ({
    destinationWallets: [{ address, blockchains: [network], assets: [symbol] }],
    defaultNetwork: network,
    partnerUserId,
    defaultExperience: "buy",
    presetFiatAmount: Number(amount),
  }),
  response: Schema.Struct({ url: pageUrl }),
  failure: (cause) => new OnrampFailed({ cause }),
})
