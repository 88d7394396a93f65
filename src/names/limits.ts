/** Cache lifetimes of names on the chain (ENS) and of the provider's names. */
export const fresh = { ens: 5 * 60_000, names: 5 * 60_000 } as const

/** Minimum length of a name at the provider's name service. */
export const names = { minLength: 4 } as const
