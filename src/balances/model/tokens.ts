import { decimalsShown } from "../../core/first-paint/display.ts"
import { floorDecimal } from "../../core/formatAmount.ts"
import { sum } from "../../core/formatMoney.ts"

/** Balance of an account in one token (specification section 3). */
export interface TokenBalance {
  readonly name: string
  readonly symbol: string
  /** CAIP-2 ID of the chain. */
  readonly chainId?: string
  /** CAIP-10 ID of the contract. For the native currency, `undefined` or an ID with a placeholder address. */
  readonly address?: string
  /** Value of the balance, in US dollars. */
  readonly value?: number
  /** Price of one token, in US dollars. */
  readonly price: number
  /** Number of decimals, and the balance in whole tokens. Both are decimal strings. */
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  readonly iconUrl: string
}

/** Token of the active account. Its fields are flat, so a price update changes one signal. */
export interface TokenRow {
  readonly key: string
  readonly name: string
  readonly symbol: string
  /** CAIP-2 ID of the chain. */
  readonly chainId: string
  /** CAIP-10 ID of the token's contract. For the native currency, `undefined` or an ID with a placeholder address. */
  readonly address: string | undefined
  /** Price of one token, in US dollars. */
  readonly price: number
  /** Value of the balance, in US dollars. */
  readonly value: number
  /** Balance, as a decimal string in whole tokens. */
  readonly quantity: string
  readonly decimals: number
  readonly iconUrl: string
}

/** Returns the sum of values in US dollars, floored to 2 decimals. */
export const totalValue = (values: readonly (number | undefined)[]): string =>
  floorDecimal(sum(values.map((value) => value ?? 0)), decimalsShown.moneyDecimals) ?? "0.00"
