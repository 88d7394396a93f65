import * as Schema from "effect/Schema"
import { amountText, decimalsText, shownImage, shownSymbol } from "../../core/assetSchema.ts"
import { endpoint, pathSegment } from "../../core/opening/endpoint.ts"
import { arrayWithValid, decodeUnknown, finiteFrom, optionalOr, shownName } from "../../core/opening/schema.ts"
import { BalancesFailed, InvalidInput } from "../../errors/index.ts"
import { cacheLifetimes } from "../../persistence/limits.ts"
import type { TokenBalance } from "../model/tokens.ts"

/**
 * Query for the balances of an account on a network (CAIP-2). `forceUpdate`: CAIP-10 IDs of tokens whose balance must not come from a
 * cache.
 */
export interface BalancesQuery {
  readonly address: string
  readonly chainId: string
  readonly forceUpdate?: readonly string[]
}

const money = finiteFrom(0)

/** Schema of a token balance in a response of the service. Sanitizes names and images. An invalid image becomes "". */
export const tokenSchema = Schema.Struct({
  name: shownName,
  symbol: shownSymbol,
  chainId: optionalOr(Schema.String),
  address: optionalOr(Schema.String),
  value: optionalOr(money),
  price: money,
  quantity: Schema.Struct({ decimals: decimalsText, numeric: amountText }),
  iconUrl: shownImage,
})

/** Returns the balances of an account. Invalid tokens are dropped one by one. Fails if there are tokens, but none of them has a symbol. */
export const balanceEndpoint = endpoint({
  name: "balance",
  host: "blockchain",
  path: ({ address }: BalancesQuery) => `/v1/account/${pathSegment(address)}/balance`,
  query: ({ chainId, forceUpdate }) => ({ currency: "usd", chainId, forceUpdate }),
  response: Schema.Struct({ balances: arrayWithValid(tokenSchema, "symbol") }),
  fresh: cacheLifetimes.portfolio,
  failure: (cause) => new BalancesFailed({ cause }),
})

/** Variant of `balanceEndpoint` that ignores the responses cached on this page. `forceUpdate` bypasses the service's cache. */
export const movedBalanceEndpoint: typeof balanceEndpoint = { ...balanceEndpoint, fresh: 0 }

/** Decodes tokens from a cached response by the same rules as a fresh one. Returns an empty list if it is invalid. */
export const readPersistedTokens = (tokens: unknown): readonly TokenBalance[] => {
  const decoded = decodeUnknown(balanceEndpoint.response)({ balances: tokens })
  return decoded instanceof InvalidInput ? [] : decoded.balances
}
