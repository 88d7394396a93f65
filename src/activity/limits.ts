/** Cache lifetime of the transaction history. */
export const fresh = { history: 15_000 } as const

/** Number of consecutive activity pages without visible transactions after which the list ends (not in the specification). */
export const activity = { emptyPages: 10 } as const
