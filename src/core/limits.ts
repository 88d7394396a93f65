// Limits that the first open does not read. Its own are in openingLimits.ts, which explains the units.

// Not imported, because a bundler removes only constants that it can compute within a file.
const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

/** Bottom sheet dragged by a finger (not in the specification). */
export const sheet = {
  /** Closes when released further down than this, in px. */
  far: 96,
  /** Closes when released faster than this, in px per ms, wherever it is. */
  fast: 0.5,
  /** A finger at rest for this long does not throw the sheet. */
  pause: 80,
  /** A sheet that has not closed after this time returns. */
  patience: 400,
} as const

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

/** Maximum size of an untrusted value to copy: levels, and fields and entries in total (not in the specification). */
export const reading = { depth: 32, values: 200_000 } as const

/**
 * Sign-in (not in the specification): lifetime of a session that Portico creates, digits of its nonce, time limits for the site's backend,
 * and the interval at which expiry is checked.
 */
export const signIn = {
  lifetime: 7 * day,
  nonceDigits: 8,
  answer: 30 * second,
  request: 3 * second,
  look: minute,
} as const

/** Snack: how long it stays, fades, and waits for the previous one to leave (section 4). */
export const snackTimes = { stays: 2_500, fades: 150, follows: 150 } as const

/** Pairing URI: lifetime, how long before its end it counts as expired, and when the visitor is warned (not in the specification). */
export const pairing = {
  lifetime: 4 * minute,
  margin: 10 * second,
  warned: minute,
} as const

/** Cache lifetimes of responses. */
export const fresh = {
  portfolio: 30 * second,
  nativeBalance: 30 * second,
  ens: 5 * minute,
  identity: 5 * minute,
  history: 15 * second,
  tokenPrice: 15 * second,
  names: 5 * minute,
} as const

/** Persisted responses: maximum number and total size, in characters of JSON, per kind (not in the specification). */
export const responseCacheLimits = { entries: 16, length: 128 * 1024 } as const

/** Refresh intervals of visible data, and how long balances are not requested after a failure. */
export const refresh = { balances: 10 * second, prices: 10 * second, balanceRetryBlock: 30 * second } as const

/**
 * Capabilities and assets of a wallet (not in the specification): time limits of the requests and lifetime of a response. A wallet without
 * a valid response is asked again after the retry block of balances. `pause`: how long sponsorship is suspended after two failures without
 * a clear reason.
 */
export const capabilityLimits = {
  answer: 3 * second,
  assets: 10 * second,
  fresh: 5 * minute,
  pause: 5 * minute,
} as const

/** Poll interval and time limit for the status of a call bundle (not in the specification). */
export const calls = { every: 3 * second, wait: 5 * minute } as const

/** Maximum number of smart sessions to list, because a service may return any number (not in the specification). */
export const smartSessionLimits = 200

/** Consecutive pages of activity without visible transactions after which the list ends (not in the specification). */
export const activity = { emptyPages: 10 } as const

/** Pop-up of a social login: its size (also in `socialPopup.ts`), and how often it is checked for being closed. */
export const socialPopup = { width: 600, height: 800, closedCheck: second } as const

/** Time limit of a social login. */
export const socialLogin = 45 * second

/** Time limit of a social login that leaves the page, inside Telegram (not in the specification). */
export const socialReturn = 10 * minute

/** Email login: wait between two emails, poll interval for a changed address, lifetime and length of a code. */
export const email = {
  cooldown: 30 * second,
  changePoll: second,
  codeLifetime: 20 * minute,
  codeDigits: 6,
} as const

/**
 * Frame of the embedded wallet: time limits and delays, its size unless it is a bottom sheet, and the version to request. `message`:
 * longest message shown. `keptText`: longest text persisted. Both are in characters and not in the specification.
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

/** Time limit for disconnecting a wallet. */
export const disconnectWait = 3_000

/** How long an operation waits for a wallet to announce itself (not in the specification). */
export const announceWait = 3_000

/** Time limit for requests that the Safe host answers without asking the user (not in the specification). */
export const safeHost = { answer: 5 * second } as const

/** Interval and number of further checks for Bitcoin wallets that inject themselves without an event. */
export const bitcoinLook = { every: 200, times: 3 } as const

/** How long start-up waits for a database of the page, because some browsers occasionally never open one (not in the specification). */
export const databaseWait = 3_000

/** How long a reload waits for the accounts of a known wallet (not in the specification). */
export const reconnectWait = 10_000

/**
 * A prompt that was already open in the wallet: poll interval for its outcome, and when to stop, because a rejection of it is not reported
 * (not in the specification).
 */
export const openPrompt = { every: second, wait: 2 * minute } as const

/** How long a newly connected wallet may take to switch networks, including its prompt (not in the specification). */
export const arrivalWait = 10 * second

/** Time limit for the relay to create a pairing URI (not in the specification). */
export const relayWait = 15_000

/** How long a relay request waits for the verification frame before it is sent without it (not in the specification). */
export const verifyWait = 1_000

/**
 * App links (not in the specification). `wait`: how long the page may stay in the foreground before the app counts as missing. `grace`:
 * after the visitor answers the browser's prompt, the page must be hidden within this time, or the prompt counts as declined.
 */
export const appLink = { wait: 2_500, grace: 1_000 } as const

/** Debounce delays: of an input, of the network search, of a quote. */
export const debounce = { input: 500, networks: 100, quote: 200 } as const

/** Ended connections persisted for reconnecting (not in the specification). */
export const recentConnections = 8

/** Maximum number of pending transactions. */
export const pendingTransactions = 99

/** How long to wait for a wallet's window before showing a hint, and how long a copied mark stays (not in the specification). */
export const patience = { hint: 10 * second, copied: 2 * second } as const

/** Minimum length of a name at the provider's name service. */
export const names = { minLength: 4 } as const

/**
 * Deposits from an exchange and payments. `poll`, `polls`: interval and number of status checks of a deposit. `payPoll`, `payTimeout`:
 * interval and time limit of a payment's. `naming`: time limit for a token's name. `closeAfter`: how long a success stays. `defaultAmount`,
 * `presets`: US dollars. `tokenDecimals`: decimals of the amount in tokens. `exchanges`: number offered for a payment.
 */
export const deposit = {
  poll: 5 * second,
  polls: 20,
  payPoll: 4 * second,
  payTimeout: 5 * minute,
  naming: 4 * second,
  closeAfter: 3 * second,
  defaultAmount: 10,
  presets: [10, 50, 100],
  tokenDecimals: 4,
  exchanges: 2,
} as const

/** On-ramp: payment limits if the provider sends none (US dollars and euros), preset amounts, fee range in percent. */
export const onramp = {
  limits: [
    { id: "card", min: "10.00", max: "7500.00" },
    { id: "ach_bank_account", min: "10.00", max: "25000.00" },
  ],
  presets: [100, 250, 500, 1_000],
  feePercent: { from: 1, to: 2 },
} as const

/** Time zones, in upper case, in which buying is restricted. */
export const restrictedTimezones = [
  "ASIA/SHANGHAI",
  "ASIA/URUMQI",
  "ASIA/CHONGQING",
  "ASIA/HARBIN",
  "ASIA/KASHGAR",
  "ASIA/MACAU",
  "ASIA/HONG_KONG",
  "ASIA/MACAO",
  "ASIA/BEIJING",
] as const

/** Swaps: slippage tolerance and provider fee in percent, gas if there is no estimate. */
export const swap = {
  slippage: 1,
  providerFeePercent: 0.85,
  gasFallback: 150_000,
  tokenListWait: 5 * second,
  suggested: 8,
  /** Percentage by which the price may get worse before the visitor is asked again (not in the specification). */
  worseBy: 0.1,
  /** Maximum number of the account's other tokens whose balances a simulation compares (not in the specification). */
  watched: 20,
  /** Poll interval and time limit for a receipt (not in the specification). */
  receipt: { every: 3 * second, wait: 5 * minute },
} as const

/** Bytes of a blob, and its field elements, each with one unused byte. */
const blobSize = { bytes: 131_072, fieldElements: 4_096 }

/** Blob transactions: size of a blob, and bytes of data that a transaction can carry: 6 blobs, minus one byte that marks the end. */
export const blob = { ...blobSize, perTransaction: 6 * (blobSize.bytes - blobSize.fieldElements) - 1 } as const

/** Highest max fee, in wei. */
export const maxFee = 0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffn

/** Chain IDs from here on have no coin type (section 5). */
export const coinTypeLimit = 2_147_483_648

/**
 * Sending (not in the specification). `gasMargin`: gas limit in percent of the estimate. `room`, `tightRoom`: highest gas price in percent
 * of the base fee, usually and when sending the whole balance. `bytes`: size of a transaction. `depth`: blocks after which reorganizations
 * are no longer checked for. `watch`, `watchFor`: poll interval and time limit for a transfer's status. `rest`: how long the review's
 * button is disabled at first. `kept`, `receivers`: transfers and recipients persisted.
 */
export const sending = {
  gasMargin: 120n,
  room: 200n,
  tightRoom: 125n,
  bytes: 180n,
  depth: 2n,
  watch: 4 * second,
  watchFor: day,
  rest: 300,
  kept: 32,
  receivers: 64,
} as const

/**
 * Sending on Solana (not in the specification): prices of a compute unit in millionths of a lamport, compute limits of transfers, lamports
 * per signature, and how long a transaction stays valid.
 */
export const solanaSending = {
  unitPrice: 20_000_000n,
  nativeUnits: 500,
  tokenUnits: 300_000,
  accountUnits: 400_000,
  tokenUnitPrice: 50_000n,
  signature: 5_000n,
  lifetime: 3 * minute,
} as const
