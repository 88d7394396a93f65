/** Cache lifetimes of token balances and of the native balance. */
export const fresh = { portfolio: 30_000, nativeBalance: 30_000 } as const

/** Refresh interval of visible balances, and how long they are not requested after a failure. */
export const refresh = { balances: 10_000, balanceRetryBlock: 30_000 } as const
