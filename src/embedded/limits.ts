/** How often a social login's pop-up is checked for being closed, in ms. */
export const socialPopup = { closedCheck: 1_000 } as const

/** Time limit of a social login, in ms. */
export const socialLogin = 45_000

/** Time limit of a social login that leaves the page, inside Telegram, in ms (not in the specification). */
export const socialReturn = 10 * 60_000

/**
 * Email login: wait between two emails, poll interval for a changed address, and lifetime of a code, all in ms; length of a code in digits.
 */
export const email = {
  cooldown: 30_000,
  changePoll: 1_000,
  codeLifetime: 20 * 60_000,
  codeDigits: 6,
} as const

/**
 * Frame of the embedded wallet: time limits and delays in ms, its size in px unless it is a bottom sheet, and the version to request.
 * `message`: longest message shown. `keptText`: longest text persisted. Both are in characters and not in the specification.
 */
export const frame = {
  load: 20_000,
  request: 120_000,
  alertDelay: 300,
  refreshWait: 3_000,
  readyDelay: 500,
  placeDelay: 300,
  farcasterReload: 100,
  width: 360,
  viewHeight: 600,
  header: 64,
  message: 500,
  keptText: 16_384,
  sdkVersion: "4",
} as const
