/**
 * JSON-RPC over HTTP: time limit per attempt in ms, number of retries, delay before the first in ms (doubled each time), maximum number of
 * calls in a batch, and ping interval in ms. The statuses that are retried are those of all HTTP requests, in `layers/shared/limits.ts`.
 */
export const rpc = {
  timeout: 10_000,
  retryCount: 3,
  retryDelay: 150,
  batchSize: 1_000,
  pingInterval: 4_000,
  /** Number of latest pings that a node's rank is based on (not in the specification). */
  pingSamples: 10,
  /** Nodes are ranked by their average ping in whole multiples of this, in ms. Ties keep the given order (not in the specification). */
  rankStep: 100,
  /** Factor by which a batch shrinks when it is divided (not in the specification). */
  batchShrink: 10,
  /** Maximum number of parts of a divided batch that are sent concurrently (not in the specification). */
  concurrentBatches: 4,
  /** JSON-RPC codes that are retried: unknown, limit exceeded, internal, and HTTP 429 sent as a code. */
  retryCodes: [-1, -32005, -32603, 429],
} as const
