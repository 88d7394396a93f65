import * as Schema from "effect/Schema"
import { decimals, shownImage, shownSymbol } from "../core/assetSchema.ts"
import { endpoint } from "../core/opening/endpoint.ts"
import {
  arrayOfValid,
  arrayWithValid,
  finiteFrom,
  integerFrom,
  optionalOr,
  shownName,
  textThat,
} from "../core/opening/schema.ts"
import {
  AllowanceFailed,
  ApprovalNotBuilt,
  GasPriceNotSupported,
  PriceFailed,
  SwapFailed,
  SwapNotBuilt,
} from "../errors/index.ts"
import { cacheLifetimes } from "../persistence/limits.ts"
import { swap as limits } from "./limits.ts"

// Addresses are CAIP-10 IDs. Amounts are integers in smallest units, as strings.

const units = textThat((text) => /^\d{1,78}$/.test(text), "whole number")
const account = textThat((text) => /^eip155:\d{1,20}:0x[0-9a-f]{40}$/i.test(text), "EVM account")
const calldata = textThat((text) => /^0x([0-9a-f]{2})*$/i.test(text), "0x hex")
const quantity = optionalOr(Schema.Union([integerFrom(0), units]))

/** Returns the tokens that can be swapped on a network (CAIP-2). */
export const swapTokensEndpoint = endpoint({
  name: "swapTokens",
  host: "blockchain",
  path: () => "/v1/convert/tokens",
  query: ({ chainId }: { readonly chainId: string }) => ({ chainId }),
  response: Schema.Struct({
    tokens: arrayWithValid(
      Schema.Struct({
        name: shownName,
        symbol: shownSymbol,
        address: account,
        decimals,
        logoUri: optionalOr(shownImage),
      }),
      "address",
    ),
  }),
  fresh: limits.tokenListLifetime,
  failure: (cause) => new SwapFailed({ cause }),
})

/** Swap to quote: the amount of `from` in smallest units, the account, both tokens as CAIP-10 IDs, and the gas price in wei. */
export interface QuotesQuery {
  readonly amount: string
  readonly userAddress: string
  readonly from: string
  readonly to: string
  readonly gasPrice: string
}

/** Returns the amounts of a swap, in smallest units. */
export const swapQuotesEndpoint = endpoint({
  name: "swapQuotes",
  host: "blockchain",
  path: () => "/v1/convert/quotes",
  query: ({ amount, userAddress, from, to, gasPrice }: QuotesQuery) => ({ amount, userAddress, from, to, gasPrice }),
  response: Schema.Struct({ quotes: arrayOfValid(Schema.Struct({ fromAmount: units, toAmount: units })) }),
  failure: (cause) => new SwapFailed({ cause }),
})

/** Returns the allowance of the exchange for a token, in the token's smallest units. */
export const allowanceEndpoint = endpoint({
  name: "allowance",
  host: "blockchain",
  path: () => "/v1/convert/allowance",
  query: ({ tokenAddress, userAddress }: { readonly tokenAddress: string; readonly userAddress: string }) => ({
    tokenAddress,
    userAddress,
  }),
  response: Schema.Struct({ allowance: units }),
  failure: (cause) => new AllowanceFailed({ cause }),
})

/** Returns the gas price of a network (CAIP-2), in wei. */
export const gasPriceEndpoint = endpoint({
  name: "gasPrice",
  host: "blockchain",
  path: () => "/v1/convert/gas-price",
  query: ({ chainId }: { readonly chainId: string }) => ({ chainId }),
  response: Schema.Struct({ standard: units }),
  failure: (cause) => new GasPriceNotSupported({ cause }),
})

/** Builds the approval transaction of a swap. */
export const buildApproveEndpoint = endpoint({
  name: "buildApprove",
  host: "blockchain",
  path: () => "/v1/convert/build-approve",
  query: ({ userAddress, from, to }: Pick<QuotesQuery, "userAddress" | "from" | "to">) => ({ userAddress, from, to }),
  response: Schema.Struct({ tx: Schema.Struct({ to: account, data: calldata }) }),
  failure: (cause) => new ApprovalNotBuilt({ cause }),
})

/** Builds the transaction of a swap. */
export const buildTransactionEndpoint = endpoint({
  name: "buildTransaction",
  method: "POST",
  host: "blockchain",
  path: () => "/v1/convert/build-transaction",
  body: ({
    projectId,
    amount,
    from,
    to,
    userAddress,
  }: Omit<QuotesQuery, "gasPrice"> & { readonly projectId: string }) => ({
    projectId,
    amount,
    from,
    to,
    userAddress,
    eip155: { slippage: limits.slippage },
    disableEstimate: true,
  }),
  response: Schema.Struct({
    tx: Schema.Struct({
      from: account,
      to: account,
      data: calldata,
      amount: units,
      eip155: optionalOr(Schema.Struct({ gas: quantity, gasPrice: quantity })),
    }),
  }),
  failure: (cause) => new SwapNotBuilt({ cause }),
})

/** Returns token prices, in US dollars. */
export const pricesEndpoint = endpoint({
  name: "prices",
  method: "POST",
  host: "blockchain",
  path: () => "/v1/fungible/price",
  body: ({ projectId, addresses }: { readonly projectId: string; readonly addresses: readonly string[] }) => ({
    projectId,
    currency: "usd",
    addresses,
  }),
  response: Schema.Struct({
    fungibles: arrayOfValid(Schema.Struct({ address: optionalOr(account), symbol: shownSymbol, price: finiteFrom(0) })),
  }),
  fresh: cacheLifetimes.tokenPrice,
  failure: (cause) => new PriceFailed({ cause }),
})
