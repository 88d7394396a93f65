/** Time limit for requests that the Safe host answers without asking the user (not in the specification). */
export const safeHost = { answer: 5_000 } as const

/** Interval and number of further checks for Bitcoin wallets that inject themselves without an event. */
export const bitcoinLook = { every: 200, times: 3 } as const

/** Maximum number of pending transactions. */
export const pendingTransactions = 99
