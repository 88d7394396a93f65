const second = 1_000
const minute = 60 * second

/**
 * Recorder: maximum number of notes (the oldest are dropped) and of networks, and characters of a file to read (not in the specification).
 */
export const recording = {
  notes: 2_000,
  networks: 100,
  characters: 2_000_000,
  /** Replays reproduce durations from this length on. */
  slow: second,
  /** How long a replay waits for a request that got no response. */
  unanswered: 10 * minute,
} as const
