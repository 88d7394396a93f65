import * as v from "valibot"
import type { TokenBalance } from "./balances.ts"
import { endpoint, segment } from "./endpoint.ts"
import { BalancesFailed, InvalidInput } from "./errors.ts"
import { fresh } from "./limits.ts"
import { decodeUnknown, finiteFrom, lenient, object, shownName, tolerantArray } from "./schema.ts"
import { amountText, decimalsText, shownImage, shownSymbol } from "./tokenSchema.ts"

/** Whose balances are asked for, on which network (CAIP-2); `forceUpdate` lists tokens that must not come from a cache. */
export interface BalancesQuery {
  readonly address: string
  readonly chainId: string
  readonly forceUpdate?: readonly string[]
}

const money = finiteFrom(0)

/** A token balance as the service sends it. Names and pictures are fit to be shown; a picture that is not counts as none. */
export const tokenSchema = object({
  name: shownName,
  symbol: shownSymbol,
  chainId: lenient(v.string()),
  address: lenient(v.string()),
  value: lenient(money),
  price: money,
  quantity: object({ decimals: decimalsText, numeric: amountText }),
  iconUrl: shownImage,
})

/** The balances of an account. Bad tokens are left out one by one. */
export const balanceRow = endpoint({
  name: "balance",
  host: "blockchain",
  path: ({ address }: BalancesQuery) => `/v1/account/${segment(address)}/balance`,
  query: ({ chainId, forceUpdate }) => ({ currency: "usd", chainId, forceUpdate }),
  answer: object({ balances: tolerantArray(tokenSchema) }),
  fresh: fresh.portfolio,
  failure: (cause) => new BalancesFailed({ cause }),
})

/** The same of tokens that have just moved: neither the service nor this page gives again what it knew before. */
export const movedBalanceRow: typeof balanceRow = { ...balanceRow, fresh: 0 }

/** The tokens of an answer that was kept, read as if they had just come. */
export const readKeptTokens = (tokens: unknown): readonly TokenBalance[] => {
  const answer = decodeUnknown(balanceRow.answer)({ balances: tokens })
  return answer instanceof InvalidInput ? [] : answer.balances
}
