import { toUnits } from "../../core/amounts.ts"
import type { CaipNetworkId } from "../../options/networks.ts"
import { swap as limits } from "../limits.ts"

/** Token that can be swapped. The native currency has a placeholder address. */
export interface SwapToken {
  /** CAIP-10 ID of the contract. */
  readonly address: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  readonly logoUri: string
  /** Balance of the account, as a decimal string. `undefined` if it could not be read. */
  readonly quantity: string | undefined
  /** US dollars per token. 0 if unknown. */
  readonly price: number
}

/** Quote for a swap. Amounts are decimal strings, in their token unless stated otherwise. */
export interface SwapQuote {
  /** CAIP-2 network ID. */
  readonly network: CaipNetworkId
  /** CAIP-10 ID of the account that swaps. */
  readonly account: string
  readonly from: SwapToken
  readonly to: SwapToken
  readonly fromAmount: string
  readonly toAmount: string
  /** Minimum amount received after slippage. */
  readonly minimum: string
  /** Price of one `to`, in `from`. */
  readonly rate: string
  /** Price impact, in percent. `undefined` if a price is unknown. */
  readonly priceImpact: number | undefined
  /** Provider fee, in US dollars. `networkFee` is in US dollars too. */
  readonly providerFee: string
  readonly networkFee: string
  /** Whether the site pays the network fee (`paymasters`). */
  readonly sponsored?: true
  /** Whether the account must first approve the exchange to spend `fromAmount` of `from`. */
  readonly needsApproval: boolean
}

/** Returns the minimum amount received after slippage. `units` is the expected amount; both are in smallest units. */
export const afterSlippage = (units: bigint): bigint => (units * BigInt(100 - limits.slippage)) / 100n

/**
 * Returns the minimum that the visitor was shown, in smallest units. It is never less than `toAmount` after slippage, even if the site
 * changed the quote.
 */
export const leastOf = ({ minimum, toAmount, to }: Pick<SwapQuote, "minimum" | "toAmount" | "to">): bigint => {
  const shown = toUnits(minimum, to.decimals) ?? 0n
  const least = afterSlippage(toUnits(toAmount, to.decimals) ?? 0n)
  return shown > least ? shown : least
}

/** Whether an amount has fallen so far below the shown one that the visitor must confirm again. */
export const isWorse = (shown: string, now: string, decimals: number): boolean => {
  const [before, after] = [toUnits(shown, decimals) ?? 0n, toUnits(now, decimals) ?? 0n]
  return after * 10_000n < before * (10_000n - BigInt(limits.worseBy * 100))
}

/** Returns the amount paid, in the smallest units of `from`, or 0 if it is invalid. */
export const unitsOf = ({ from, fromAmount }: Pick<SwapQuote, "from" | "fromAmount">) =>
  toUnits(fromAmount, from.decimals) ?? 0n
