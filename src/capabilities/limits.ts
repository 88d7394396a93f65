/**
 * Limits for a wallet's capabilities and assets, in ms (not in the specification). `response`, `assets`: time limits of the requests for
 * capabilities and for assets. `fresh`: lifetime of a response. A wallet without a valid response is queried again after
 * `refresh.balanceRetryBlock`. `pause`: how long sponsorship is suspended after two failures without a clear reason, and the time within
 * which the two have to occur.
 */
export const capabilityLimits = {
  response: 3_000,
  assets: 10_000,
  fresh: 5 * 60_000,
  pause: 5 * 60_000,
} as const

/** Poll interval and time limit for the status of a call bundle, in ms (not in the specification). */
export const calls = { every: 3_000, wait: 5 * 60_000 } as const
