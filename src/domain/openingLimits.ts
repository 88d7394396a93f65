// What a first opening reads; limits.ts has the rest, which comes with what reads it. The same holds for both: times are milliseconds,
// lengths on the screen are pixels, unless a docstring says otherwise. Numbers are the specification's (sections 2, 5 and 9); a
// docstring that says "ours" marks a number it leaves open.

export const second = 1_000
export const minute = 60 * second

/** The modal's frame: its width, the sizes at which its layout changes, and how long its parts move (section 2). */
export const modal = {
  width: 370,
  /** A viewport this wide or narrower gets a bottom sheet. */
  sheetWidth: 430,
  /** A viewport this high or lower, and wider than a sheet's, gets the modal at its top. */
  shortHeight: 700,
  /** A viewport this high or lower, as one enlarged to 400 %, gets all of its height for the modal (ours). */
  lowHeight: 400,
  /** Content higher than this scrolls under a mask. */
  scrollHeight: 470,
  headerText: 120,
  height: 150,
  view: 150,
  shake: 500,
  backFade: 200,
} as const

/** Error reports: at most `count` within `window`. */
export const errorReports = { count: 5, window: 60 * second } as const

/** The window of Coinbase's wallet: its size, as its library has it, and how often we look whether it was closed (ours). */
export const coinbaseWindow = { features: "popup,width=420,height=540", closedCheck: second } as const

/** How long after code could not be fetched it is asked for again, where nobody presses anything for it (ours). */
export const codeRetry = 5 * second

/** How long what can wait for the first paint waits for it (ours). */
export const paintWait = 1_000

/** Pictures: how long preloading one may take, and how many of a fetched page are preloaded. */
export const images = { preload: 2_000, perPage: 20 } as const

/** Wallet lists: how many the directory is asked for. */
export const walletLists = {
  recommended: 4,
  page: 40,
  search: 100,
  /** Characters from which a search is made. */
  searchFrom: 2,
  /** A search shows its progress at least this long. */
  searchAtLeast: 300,
  /** Recommended rows on Connect, less those of installed and recent wallets. */
  recommendedRows: 2,
  /** Wallets that somebody without one is offered. */
  toGet: 4,
  /** The count on the all-wallets row is rounded down to a multiple of this. */
  countStep: 10,
} as const

/** Wallets used last, kept between visits. */
export const recentWallets = 2

/** E-mail addresses used last, kept between visits. */
export const recentEmails = 3

/** JSON-RPC over HTTP: retries, their first delay (doubled each time), an attempt's time, a batch's size, the ping between nodes. */
export const rpc = {
  retryCount: 3,
  retryDelay: 150,
  timeout: 10_000,
  batchSize: 1_000,
  pingInterval: 4_000,
  /** Latest pings of a node that its rank is made of (ours). */
  pingSamples: 10,
  /** Nodes whose pings differ by less keep the order they were given in (ours). */
  rankStep: 100,
  /** A node that refuses a batch of calls gets them this many times smaller (ours). */
  batchShrink: 10,
  /** Smaller requests of a refused batch that travel at a time (ours). */
  concurrentBatches: 4,
  retryStatuses: [403, 408, 413, 429, 500, 502, 503, 504],
  /** JSON-RPC codes worth another attempt: unknown, limit exceeded, internal, and HTTP's 429 sent as a code. */
  retryCodes: [-1, -32005, -32603, 429],
  /** The longest Retry-After that is waited for (ours). */
  longestRetryAfter: 30 * second,
} as const

/** The provider's services: an attempt's time (ours). */
export const api = { timeout: 10_000 } as const

/** Bytes of the longest answer that is read (ours). */
export const answerBytes = 8 * 1024 * 1024

/** Entries a cache in memory may hold. */
export const cacheSize = 8_192

/** E-mail login: from how many characters the send arrow shows. */
export const emailFrom = 4

/** The windows that an exchange and an on-ramp open in. */
export const windows = { exchange: { width: 480, height: 720 }, onramp: { width: 600, height: 800 } } as const
