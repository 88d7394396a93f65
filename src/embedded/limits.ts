/** Interval at which a social login's pop-up is checked for being closed, in ms. */
export const socialPopup = { closedCheck: 1_000 } as const

/** Time limit of a social login, in ms. */
export const socialLogin = 45_000

/** Time limit of a social login that leaves the page, inside Telegram, in ms (not in the specification). */
export const socialReturn = 10 * 60_000

/** Email login. */
export const email = {
  /** Minimum time between two emails, in ms. */
  cooldown: 30_000,
  /** Poll interval for a changed address, in ms. */
  changePoll: 1_000,
  /** How long a code is valid, in ms. */
  codeLifetime: 20 * 60_000,
  codeDigits: 6,
} as const

/** Maximum number of pending requests to the embedded wallet, in all namespaces together. */
export const pendingTransactions = 99

/** Frame of the embedded wallet: times in ms, sizes in px. */
export const frame = {
  /** Time limit for loading. */
  load: 20_000,
  /** Time limit for a response to a request. */
  request: 120_000,
  /** Delay before the message about a method that the frame does not support. */
  alertDelay: 300,
  /** Time limit for refreshing the balance after a request. */
  refreshWait: 3_000,
  /** Delay between the frame's ready event and the first request. */
  readyDelay: 500,
  /** Delay before the frame is shown in embedded mode. */
  placeDelay: 300,
  /** Delay before the frame is reloaded after an abandoned Farcaster login. */
  farcasterReload: 100,
  /** Width, unless the modal is embedded or a bottom sheet. */
  width: 360,
  /** Maximum height, unless the modal is embedded. */
  viewHeight: 600,
  /** Height that the modal's header needs above a bottom sheet's frame. */
  header: 64,
  /** Maximum length of an error message from the frame, in characters (not in the specification). */
  message: 500,
  /** Maximum length of a persisted text, in characters (not in the specification). */
  keptText: 16_384,
  /** Version of the frame to request. */
  sdkVersion: "4",
} as const
