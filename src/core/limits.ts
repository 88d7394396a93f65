// Limits that several topics share, or that belong to no topic. The limits of a topic are in its limits.ts. Those of the first open are in
// first-paint/limits.ts, which explains the units.

/** Maximum size of an untrusted value to copy: levels, and fields and entries in total (not in the specification). */
export const reading = { depth: 32, values: 200_000 } as const

/** Debounce delays of an input and of a quote. */
export const debounce = { input: 500, quote: 200 } as const
