/**
 * Limits of swaps. `slippage`: tolerance in percent. `gasFallback`: gas that a swap is assumed to use. `suggested`: maximum number of
 * tokens suggested.
 */
export const swap = {
  slippage: 1,
  providerFeePercent: 0.85,
  gasFallback: 150_000,
  suggested: 8,
  /** Lifetime of the token list, in ms (not in the specification). */
  tokenListLifetime: 5 * 60_000,
  /** Percentage by which the price may get worse before the visitor must confirm again (not in the specification). */
  worseBy: 0.1,
  /** Maximum number of the account's other tokens whose balances a simulation compares (not in the specification). */
  watched: 20,
  /** Poll interval and time limit for a receipt, in ms (not in the specification). */
  receipt: { every: 3_000, wait: 5 * 60_000 },
} as const

/** Refresh interval of visible prices. */
export const refresh = { prices: 10_000 } as const
