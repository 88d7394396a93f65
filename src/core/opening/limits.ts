import { second } from "../first-paint/limits.ts"

// Limits that the engine reads, in ms unless a docstring says otherwise.

/** Error reports: at most `count` within `window`. */
export const errorReports = { count: 5, window: 60 * second } as const

/** Pop-up of Coinbase Wallet: its size, as in Coinbase's SDK, and how often it is checked for being closed (not in the specification). */
export const coinbaseWindow = { features: "popup,width=420,height=540", closedCheck: second } as const

/** Delay before code that failed to load is requested again without a click (not in the specification). */
export const codeRetry = 5 * second

/** Maximum number of recently used email addresses persisted between visits. */
export const recentEmails = 3

/** JSON-RPC over HTTP: retries, delay of the first (doubled each time), time limit per attempt, batch size, ping interval. */
export const rpc = {
  retryCount: 3,
  retryDelay: 150,
  timeout: 10_000,
  batchSize: 1_000,
  pingInterval: 4_000,
  /** Number of latest pings that a node's rank is based on (not in the specification). */
  pingSamples: 10,
  /** Nodes whose pings differ by less than this keep their given order (not in the specification). */
  rankStep: 100,
  /** Factor by which batches shrink for a node that rejected one (not in the specification). */
  batchShrink: 10,
  /** Maximum number of concurrent requests while a rejected batch is resent in parts (not in the specification). */
  concurrentBatches: 4,
  retryStatuses: [403, 408, 413, 429, 500, 502, 503, 504],
  /** JSON-RPC codes that are retried: unknown, limit exceeded, internal, and HTTP 429 sent as a code. */
  retryCodes: [-1, -32005, -32603, 429],
  /** Longest Retry-After to wait for (not in the specification). */
  longestRetryAfter: 30 * second,
} as const

/** The provider's services: time limit per attempt (not in the specification). */
export const api = { timeout: 10_000 } as const

/** Longest response to read, in bytes (not in the specification). */
export const answerBytes = 8 * 1024 * 1024

/** Maximum number of entries in an in-memory cache. */
export const cacheSize = 8_192
