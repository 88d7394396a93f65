/** Cache lifetime of an account's name and avatar at the provider. */
export const fresh = { identity: 5 * 60_000 } as const
