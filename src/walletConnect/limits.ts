/**
 * Limits of a pairing URI, with times in ms (not in the specification). `lifetime`: how long the URI is valid. `margin`: how long before
 * its expiry it is replaced. `warned`: how long before its expiry the visitor is warned.
 */
export const pairing = {
  lifetime: 4 * 60_000,
  margin: 10_000,
  warned: 60_000,
} as const

/** Time limit for the relay to create a pairing URI, in ms (not in the specification). */
export const relayWait = 15_000

/** Time limit for a relay host to open a socket before the next host is tried, in ms (not in the specification). */
export const relayHostWait = 4_000

/** Time limit for the verification frame before a relay request is sent without it, in ms (not in the specification). */
export const verifyWait = 1_000

/**
 * App links, with times in ms (not in the specification). `wait`: an app counts as missing if the page stays visible and focused for this
 * long. `grace`: after the visitor answers the browser's prompt, the page must be hidden within this time, or the prompt counts as
 * declined.
 */
export const appLink = { wait: 2_500, grace: 1_000 } as const
