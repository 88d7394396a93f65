/** Lifetimes of cached responses, in ms (specification section 9). */
export const cacheLifetimes = {
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
