// Limits that a first opening does not read (openingLimits.ts has its own, and says what the numbers are).

// Not imported: a bundler leaves out only what it can compute in one file.
const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

/** A sheet under a finger; ours. */
export const sheet = {
  /** Let go further down than this, it closes. */
  far: 96,
  /** Thrown down faster than this, in pixels a millisecond, it closes wherever it is. */
  fast: 0.5,
  /** A finger that has rested this long throws nothing. */
  pause: 80,
  /** A sheet that has not closed by then comes back. */
  patience: 400,
} as const

/** What a recorder keeps: flows, requests and views at most (the oldest go), networks, and the letters of a file that is read; ours. */
export const recording = {
  notes: 2_000,
  networks: 100,
  characters: 2_000_000,
  /** What took at least this long is as slow when it is replayed. */
  slow: second,
  /** How long what had no answer is waited for when it is replayed. */
  unanswered: 10 * minute,
} as const

/** Size of a value from outside that is still copied: levels, and fields and entries in all (not in the specification). */
export const reading = { depth: 32, values: 200_000 } as const

/** Sign-in: how long a session of our own making lasts, the digits of its nonce, and how long the site's backend is waited for (ours). */
export const signIn = {
  lifetime: 7 * day,
  nonceDigits: 8,
  answer: 30 * second,
  request: 3 * second,
  look: minute,
} as const

/** The snack: how long it stays, fades, and waits for the one before it to go (section 4). */
export const snack = { stays: 2_500, fades: 150, follows: 150 } as const

/** A pairing code: how long it lives, how long before that it counts as expired, and when the visitor is warned (ours). */
export const pairing = {
  lifetime: 4 * minute,
  margin: 10 * second,
  warned: minute,
} as const

/** How long a cached answer counts as fresh. */
export const fresh = {
  portfolio: 30 * second,
  nativeBalance: 30 * second,
  ens: 5 * minute,
  identity: 5 * minute,
  history: 15 * second,
  tokenPrice: 15 * second,
  names: 5 * minute,
} as const

/** Answers that outlive the page: the most of a kind, and how many characters of JSON they may take together (ours). */
export const keptAnswers = { entries: 16, length: 128 * 1024 } as const

/** How often what is looked at is read anew, and how long a failed balance fetch is not tried again. */
export const refresh = { balances: 10 * second, prices: 10 * second, balanceRetryBlock: 30 * second } as const

/**
 * Wallets asked what they can do, and for what an account holds: how long they may take, and how long an answer counts; one that
 * cannot say, or says what cannot be read, is not asked again for as long as a failed balance fetch is not (ours). `pause`: how long
 * nothing is sent at a site's cost after that failed twice without a word of why.
 */
export const abilities = { answer: 3 * second, assets: 10 * second, fresh: 5 * minute, pause: 5 * minute } as const

/** A bundle of calls in a wallet: how often it is asked what became of it, and how long (ours). */
export const calls = { every: 3 * second, wait: 5 * minute } as const

/** Smart sessions of an account that are listed: a service may answer any number (ours). */
export const smartSessions = 200

/** Pages of activity that bring nothing to show which are read before the next counts as the end (ours). */
export const activity = { emptyPages: 10 } as const

/** The social login's popup: its size (`loginWindow.ts` has it too), and how often we look whether it was closed. */
export const socialPopup = { width: 600, height: 800, closedCheck: second } as const

/** The whole of a social login. */
export const socialLogin = 45 * second

/** How long a social login that leaves the page, inside Telegram, may take until it comes back (not in the specification). */
export const socialReturn = 10 * minute

/** E-mail login: the wait between two, the poll for a changed address, how long a code counts and its digits. */
export const email = {
  cooldown: 30 * second,
  changePoll: second,
  codeLifetime: 20 * minute,
  codeDigits: 6,
} as const

/**
 * The embedded wallet's frame: what we wait for, its size where it is not a sheet, and the version we ask for. `message` is the most
 * of its sentences that is shown, `keptText` the longest text of its that is kept, both in characters (ours).
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

/** How long a disconnect waits for a wallet. */
export const disconnectWait = 3_000

/** How long an operation waits for a wallet to announce itself (ours). */
export const announceWait = 3_000

/** How long the host of a Safe may take over what it need not ask anybody for (ours). */
export const safeHost = { answer: 5 * second } as const

/** How often, and how many times more, Bitcoin wallets are looked for that put themselves into the page without a word. */
export const bitcoinLook = { every: 200, times: 3 } as const

/** How long start-up waits for a database of the page's, which some browsers now and then never open (ours). */
export const databaseWait = 3_000

/** How long a reload waits for a known wallet to answer with its accounts (ours). */
export const reconnectWait = 10_000

/**
 * A prompt that a wallet shows already when we ask: how often we look whether it was answered, and when that ends, because nobody
 * is told of a no to it (ours).
 */
export const openPrompt = { every: second, wait: 2 * minute } as const

/** How long a wallet that has just been connected is waited for while it asks whether to go to another network (ours). */
export const arrivalWait = 10 * second

/** How long the relay may take to give a pairing code (ours). */
export const relayWait = 15_000

/** How long a relay request waits for the verification frame; after that the page goes without (ours). */
export const verifyWait = 1_000

/**
 * A link to an app: how long the page may stay in front before the app counts as absent, and how long after the visitor came back to
 * it from the browser's question before that counts as a no (ours).
 */
export const appLink = { wait: 2_500, grace: 1_000 } as const

/** Debounces: of an input, of the network search, of a quote. */
export const debounce = { input: 500, networks: 100, quote: 200 } as const

/** Connections that are over, kept between visits so that they can be made again (ours). */
export const recentConnections = 8

/** Transactions that may wait at a time. */
export const pendingTransactions = 99

/** How long a wallet's window is waited for before a hint helps, and how long a copied mark stays (ours). */
export const patience = { hint: 10 * second, copied: 2 * second } as const

/** Names of the provider's name service: shortest length. */
export const names = { minLength: 4 } as const

/**
 * A deposit from an exchange, and a payment: how often and how many times it is asked what became of a deposit;
 * how often of a payment, and how long; how long a success stays; the first amount and others, in US dollars; the decimals of what
 * that is in tokens; the exchanges that a payment offers.
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

/** On-ramp: payment limits where the provider sends none (US dollars and euros), preset amounts, fee range in percent. */
export const onramp = {
  limits: [
    { id: "card", min: "10.00", max: "7500.00" },
    { id: "ach_bank_account", min: "10.00", max: "25000.00" },
  ],
  presets: [100, 250, 500, 1_000],
  feePercent: { from: 1, to: 2 },
} as const

/** Time zones, upper-case, in which buying is not offered. */
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

/** Swaps: slippage tolerance in percent, the provider's fee in percent, gas where no estimate came. */
export const swap = {
  slippage: 1,
  providerFeePercent: 0.85,
  gasFallback: 150_000,
  tokenListWait: 5 * second,
  suggested: 8,
  /** Percent by which a newer price may be worse than the one shown before the visitor is asked again (ours). */
  worseBy: 0.1,
  /** Most of the account's other tokens whose balances a simulation compares (ours). */
  watched: 20,
  /** How often a receipt is looked for, and how long (ours). */
  receipt: { every: 3 * second, wait: 5 * minute },
} as const

/** A blob: its bytes, and its field elements, of each of which one byte stays free. */
const blobSize = { bytes: 131_072, fieldElements: 4_096 }

/** Blob transactions: a blob's size, and bytes of data that one transaction can carry. It has 6 blobs at most, and one byte marks the end. */
export const blob = { ...blobSize, perTransaction: 6 * (blobSize.bytes - blobSize.fieldElements) - 1 } as const

/** The highest max fee, in wei. */
export const maxFee = 0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffn

/** Chain ids from here on have no coin type (section 5). */
export const coinTypeLimit = 2_147_483_648

/**
 * Sending (all ours). What is asked of nodes: gas in percent of what a contract used, the highest price in percent of the base fee, for
 * all of an account in percent too, and the bytes of a transaction; blocks after which no reorganisation is looked for. How often it is
 * looked what became of a transfer, for how long, and how long the review's button rests at first.
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
 * Sending on Solana: price of a compute unit in millionths of a lamport, how many units a transfer may use; price of those of a token's,
 * lamports for a signature, and how long a transaction can still be carried out (ours).
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
