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

/** Debounce delays of an input and of a quote. */
export const debounce = { input: 500, quote: 200 } as const

/**
 * How long to wait for a wallet's window before showing a hint, and how long the mark of a copied text stays (not in the specification).
 */
export const patience = { hint: 10_000, copied: 2_000 } as const
