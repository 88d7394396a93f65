const second = 1_000
const minute = 60 * second

/**
 * Limits of the recorder (not in the specification): maximum number of notes, of which the oldest are dropped, of networks, and of
 * characters in a recording that is read.
 */
export const recording = {
  notes: 2_000,
  networks: 100,
  characters: 2_000_000,
  /** Shortest duration that replays reproduce, in ms. */
  slow: second,
  /** Delay, in ms, by which a replay reproduces a request that got no response. */
  unanswered: 10 * minute,
} as const
