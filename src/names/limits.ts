/** Minimum length of a name at the provider's name service. */
export const names = { minLength: 4 } as const
