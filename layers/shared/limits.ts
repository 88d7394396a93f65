/** HTTP requests: time limit per attempt in ms, statuses that are retried, and limits that are not in the specification. */
export const http = {
  timeout: 10_000,
  retryStatuses: [403, 408, 413, 429, 500, 502, 503, 504],
  /** Longest `Retry-After` to wait for, in ms. */
  longestRetryAfter: 30_000,
  /** Longest response to read, in bytes. */
  responseBytes: 8 * 1024 * 1024,
} as const
