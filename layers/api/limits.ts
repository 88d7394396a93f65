/** The provider's services: time limit per attempt in ms (not in the specification). */
export const api = { timeout: 10_000 } as const

/** Maximum number of entries in an in-memory cache. */
export const cacheSize = 8_192
