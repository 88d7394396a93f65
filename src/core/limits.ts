// Limits that several topics share, or that belong to no topic. The limits of a topic are in its limits.ts. Those of the first open are in
// first-paint/limits.ts, which explains the units.

/** Bottom sheet dragged by a finger (not in the specification). */
export const sheet = {
  /** The sheet closes when released further down than this, in px. */
  far: 96,
  /** The sheet closes when released faster than this, in px per ms, wherever it is. */
  fast: 0.5,
  /** A finger at rest for this long does not throw the sheet. */
  pause: 80,
  /** Time after the visitor has released a dragged sheet until it slides back, if the modal is still open. */
  patience: 400,
} as const

/** Maximum size of an untrusted value to copy: levels, and fields and entries in total (not in the specification). */
export const reading = { depth: 32, values: 200_000 } as const

/** Snack: how long it stays, and waits for the previous one to leave (specification section 4). */
export const snackTimes = { stays: 2_500, follows: 150 } as const

/** Cache lifetimes of responses. */
export const fresh = {
  portfolio: 30_000,
  nativeBalance: 30_000,
  ens: 5 * 60_000,
  identity: 5 * 60_000,
  history: 15_000,
  tokenPrice: 15_000,
  names: 5 * 60_000,
} as const

/** Persisted responses: maximum number and total size, in characters of JSON, per kind (not in the specification). */
export const responseCacheLimits = { entries: 16, length: 128 * 1024 } as const

/** Refresh intervals of visible data, and how long balances are not requested after a failure. */
export const refresh = { balances: 10_000, prices: 10_000, balanceRetryBlock: 30_000 } as const

/** Maximum number of smart sessions to list, because a service may return any number (not in the specification). */
export const smartSessionLimits = 200

/** Number of consecutive activity pages without visible transactions after which the list ends (not in the specification). */
export const activity = { emptyPages: 10 } as const

/** Debounce delays of an input and of a quote. */
export const debounce = { input: 500, quote: 200 } as const

/**
 * How long to wait for a wallet's window before showing a hint, and how long the mark of a copied text stays (not in the specification).
 */
export const patience = { hint: 10_000, copied: 2_000 } as const

/** Minimum length of a name at the provider's name service. */
export const names = { minLength: 4 } as const

/** Lowest chain ID that has no coin type (specification section 5). */
export const coinTypeLimit = 2_147_483_648
