/** Refresh interval of visible balances, and how long they are not requested after a failure. */
export const refresh = { balances: 10_000, balanceRetryBlock: 30_000 } as const
