/**
 * Pairing URI, with times in ms (not in the specification). `lifetime`: how long it is valid. `margin`: how long before its expiry it is
 * replaced. `warned`: how long before its expiry the visitor is warned.
 */
export const pairing = {
  lifetime: 4 * 60_000,
  margin: 10_000,
  warned: 60_000,
} as const

/** Time limit for the relay to create a pairing URI (not in the specification). */
export const relayWait = 15_000

/** How long a relay host may take to open a socket before the next one is tried (not in the specification). */
export const relayHostWait = 4_000

/** How long a relay request waits for the verification frame before it is sent without it (not in the specification). */
export const verifyWait = 1_000

/**
 * App links (not in the specification). `wait`: how long the page may stay in the foreground before the app counts as missing. `grace`:
 * after the visitor answers the browser's prompt, the page must be hidden within this time, or the prompt counts as declined.
 */
export const appLink = { wait: 2_500, grace: 1_000 } as const
