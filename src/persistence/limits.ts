/** Persisted responses: maximum number and total size, in characters of JSON, per kind (not in the specification). */
export const responseCacheLimits = { entries: 16, length: 128 * 1024 } as const
