import { display } from "./display.ts"
import { sum } from "./format.ts"
import type { Network } from "./networks.ts"
import { floorDecimal } from "./numbers.ts"

/** What an account holds of one token (section 3). */
export interface TokenBalance {
  readonly name: string
  readonly symbol: string
  /** CAIP-2 id. */
  readonly chainId?: string
  /** CAIP-10 id of the contract; the chain's own coin has none. */
  readonly address?: string
  /** US dollars. */
  readonly value?: number
  /** US dollars for one. */
  readonly price: number
  /** Decimal texts. */
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  readonly iconUrl: string
}

/** The tokens that are listed: those without decimals are left out. */
export const shownTokens = (tokens: readonly TokenBalance[]): readonly TokenBalance[] =>
  tokens.filter(({ quantity }) => Number(quantity.decimals) !== 0)

/** The value of some tokens, a decimal text of US dollars with 2 decimals. */
export const totalValue = (values: readonly (number | undefined)[]): string =>
  floorDecimal(sum(values.map((value) => value ?? 0)), display.moneyDecimals) ?? "0.00"

/** A native balance as it is shown: floored to 3 decimals, and 0.00 on test networks. */
export const shownBalance = (balance: string | undefined, network: Network | undefined): string =>
  network?.testnet ? "0.00" : (floorDecimal(balance ?? "0", display.balanceDecimals) ?? "0.000")
