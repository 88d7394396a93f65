/** Time limit in ms for requests to the Safe host that need no approval (not in the specification). */
export const safeHost = { answer: 5_000 } as const

/** Interval in ms and number of further checks for Bitcoin wallets, which are injected without an event. */
export const bitcoinLook = { every: 200, times: 3 } as const

/** Maximum number of pending requests to the embedded wallet, per namespace. */
export const pendingTransactions = 99
