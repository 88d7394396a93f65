const second = 1_000
const minute = 60 * second

/**
 * Limits of the recorder (not in the specification). `notes`: maximum number of notes; the oldest are dropped. `networks`: maximum number
 * of networks. `characters`: maximum length of the JSON text of a recording.
 */
export const recording = {
  notes: 2_000,
  networks: 100,
  characters: 2_000_000,
  /** Shortest duration that replays reproduce, in ms. */
  slow: second,
  /** Delay, in ms, by which a replay reproduces a request that got no response. */
  noResponse: 10 * minute,
} as const
