/**
 * Pop-up of Coinbase Wallet: its size, as in Coinbase's SDK, and the interval in ms of the check whether it is closed (not in the
 * specification).
 */
export const coinbaseWindow = { features: "popup,width=420,height=540", closedCheck: 1_000 } as const

/** Delay in ms before code that failed to load is requested again without a click (not in the specification). */
export const codeRetry = 5_000

/** Time limit in ms for requests to the Safe host that need no approval (not in the specification). */
export const safeHost = { responseTimeout: 5_000 } as const

/** Interval in ms and number of further checks for Bitcoin wallets, which are injected without an event. */
export const bitcoinLook = { every: 200, times: 3 } as const
