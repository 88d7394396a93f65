import { isRecord, typeMismatch } from "../../src/options/guards.ts"

/**
 * Scenario of the demo's world, as plain data: the argument of `demo`, and the playground's parameter `script` as JSON. Times are in
 * milliseconds. By default every prompt is approved at once and nothing fails. The playground's own script has a latency of 120, and
 * wallets that take 700 to respond.
 */
export interface Script {
  /** Seed of amounts, prices and the order of the wallet directory. Accounts and their keys are the same for every seed. Default: 1. */
  readonly seed?: number
  /** Response time of the provider's services, the nodes and the relay. Default: 0. */
  readonly latency?: number
  /** Time between price changes. 0 keeps prices fixed. Default: 10 s. */
  readonly tick?: number
  /** Number of wallets in the directory. Default: 640, of which about 600 support an EVM network. */
  readonly directory?: number
  /** Number of tokens that every account holds beyond the few it always has. Default: 0. */
  readonly tokens?: number
  /** Number of payments that every account has made or received on each chain beyond the few it always has. Default: 0. */
  readonly transactions?: number
  /**
   * Behavior of the installed wallets, by connector ID: `example.halyard`, `example.cinderbox`, `example.tessera`, on Solana
   * `example.halyard.solana` and `example.plover`, on Bitcoin `example.sheepshank`. `*` applies to all. `example.latchkey` is a connector
   * of type EXTERNAL, which exists only if it is named here.
   */
  readonly wallets?: Readonly<Record<string, Behaviour>>
  /** Behavior of the phone's wallet on a pairing code. By default it waits until a control of the world makes it scan. */
  readonly relay?: PhoneBehaviour
  /**
   * Behavior of the visitor in the embedded wallet's secure frame. `connect` applies to social logins, new devices and Farcaster, `sign` to
   * approvals. The emailed code is 123456. An address that begins with `device` registers a device first; one that begins with `known` is
   * logged in at once.
   */
  readonly frame?: Behaviour
  /** Email address that is logged in to the embedded wallet from the start. Defaults to none. */
  readonly login?: string
  /**
   * URLs of real nodes (JSON-RPC over HTTP), by the CAIP-2 ID of an EVM network, such as `{ "eip155:31337": "http://127.0.0.1:8545" }` for
   * anvil. Requests about the network go there, and wallets know it and send their transactions there. Balances are then the node's.
   */
  readonly nodes?: Readonly<Record<string, string>>
  /**
   * Outcome of transactions: mined after 3 s (default), failed on the chain, pending forever, or after 10 s forgotten by the nodes
   * (`dropped`) or replaced by the wallet's user, on EVM chains: by nothing (`canceled`) or by the same with a higher fee (`repriced`).
   */
  readonly sends?: "mined" | "reverted" | "stuck" | "dropped" | "canceled" | "repriced"
  /** Basis points that a token keeps of each transfer, by its symbol, such as `{ "TLN": 100 }` for 1%. Defaults to none. */
  readonly transferFees?: Readonly<Record<string, number>>
  /** Outcome of an exchange's payments: they arrive after 10 s (default), fail, or never arrive. */
  readonly deposits?: "paid" | "failed" | "stuck"
  /** The provider's settings for the site's project. */
  readonly project?: Project
  /**
   * Faults by service (`api`, `rpc`, `relay`, `frame`, or `abilities` for a wallet's methods beyond the usual ones), by such a method
   * (`wallet_getAssets`), by a node's method (`eth_estimateGas`), by the frame's (`CONNECT_OTP`), or by the name of an endpoint, such as
   * `wallets`, `balance` or `history`. `events` is where analytics are posted.
   */
  readonly faults?: Readonly<Record<string, Fault>>
}

/**
 * A wallet's response to a prompt. `slow` approves after 6 s. `hang` never responds, and `pending` reports that a prompt is already open
 * (-32002); for both, a control of the world can respond.
 */
export type Answer = "approve" | "reject" | "hang" | "slow" | "pending"

/** A wallet's behavior in a word, or in parts. `lock`: it is locked and reports no account. `absent`: it is not installed. */
export type Behaviour = Answer | "lock" | "absent" | Manner

/** The phone's behavior in a word, or in parts. `scan` approves after 1.5 s; `wait` never does so by itself. */
export type PhoneBehaviour = "wait" | "scan" | "reject" | Manner

/**
 * A capability beyond a wallet's usual methods: listing its account's assets, granting smart sessions, executing several calls together, or
 * having a paymaster pay the fee.
 */
export type Ability = "assets" | "sessions" | "calls" | "paymaster"

/** Event of an EVM wallet. */
export type WalletEvent = "accountsChanged" | "chainChanged" | "disconnect"

/**
 * Deviations of EVM wallets from the standards (`layers/demo/wallets/quirks.ts`). `windowEthereum`: it does not announce itself (EIP-6963),
 * claims to be MetaMask and is `window.ethereum`. `announcedTwice` and `announcedAnew`: it announces itself again, the latter with another
 * name, image and UUID.
 */
const quirkNames = [
  "numberChainId",
  "decimalChainId",
  "objectChainId",
  "lowerCase",
  "earlyAccounts",
  "doubleEvents",
  "nestedRejection",
  "internalRejection",
  "stringRejection",
  "emptyRejection",
  "nullRejection",
  "nestedUnknownChain",
  "noSwitch",
  "falseSwitch",
  "earlySwitch",
  "silentSwitch",
  "addOnly",
  "lockedAnswer",
  "closedPopup",
  "dismissedPopup",
  "noAccountsEvent",
  "lostNode",
  "noRevoke",
  "lowRecovery",
  "lateHash",
  "longHash",
  "noAnswer",
  "noRemoveListener",
  "windowEthereum",
  "announcedTwice",
  "announcedAnew",
] as const

/** A deviation of an EVM wallet from the standards, as real wallets have it. */
export type Quirk = (typeof quirkNames)[number]

/** A wallet's response to each prompt, and its properties. */
export interface Manner {
  readonly connect?: Answer
  /** Also applies to adding a network. */
  readonly switch?: Answer
  readonly sign?: Answer
  /** Defaults to `sign`. */
  readonly send?: Answer
  /** Response to a token that the page wants listed. Defaults to `sign`. */
  readonly watch?: Answer
  /** Response time. */
  readonly delay?: number
  readonly locked?: boolean
  readonly absent?: boolean
  /** Time from page load until it announces itself. */
  readonly announce?: number
  /** ID of the initial chain. On Bitcoin, 1 is mainnet, 2 testnet and 3 signet. */
  readonly chain?: number
  /** IDs of the chains it knows. */
  readonly chains?: readonly number[]
  /** Capabilities beyond the usual methods. If omitted, the wallet does not know those methods. */
  readonly able?: readonly Ability[]
  /** NFTs that it reports on every chain instead of its own: entries of EIP-7811, whatever they contain. */
  readonly collectibles?: readonly unknown[]
  /** Whether it signs in together with its approval, if the site requests that: over WalletConnect, or by ERC-7846. */
  readonly oneClick?: boolean
  /** Its name. Wallets of several namespaces with one name are listed as one. */
  readonly name?: string
  /** Deviations from the standards, for EVM wallets. `zoo` of `portico/testing` has those of real wallets. */
  readonly quirks?: readonly Quirk[]
}

/**
 * The provider's settings for a project. By default everything except the logins is on, every origin is allowed, and analytics events are
 * accepted.
 */
export interface Project {
  /** Entries of the configuration response, whatever they contain. `null` for a project without a configuration. */
  readonly features?: readonly unknown[] | null
  /** Allowed origins, with wildcards. An empty list allows every origin. */
  readonly origins?: readonly string[]
  readonly analytics?: boolean
  /** CAIP-2 IDs of the networks that its blockchain services support. */
  readonly networks?: readonly string[]
}

/** A fault: an HTTP status, no connection at all, a bad response, or only a delay. It lasts for `times` requests, or until it is healed. */
export interface Fault {
  readonly status?: number
  readonly delay?: number
  readonly offline?: boolean
  /**
   * Flaw of the response: it ends in the middle, its values have other types, it is too large, it has the ID of another request (JSON-RPC
   * 2.0, section 5), or it is the first response to the same request.
   */
  readonly body?: "truncated" | "mistyped" | "huge" | "misplaced" | "stale"
  readonly times?: number
}

/** A script, and descriptions for its author of what could not be read. */
export interface ReadScript {
  readonly script: Script
  readonly problems: readonly string[]
}

/** Reads a script from JSON. Parts that cannot be read are left out and reported. */
export const readScript = (json: string | null | undefined): ReadScript => {
  const problems: string[] = []
  if (json === null || json === undefined || json === "") return { script: {}, problems }
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return { script: {}, problems: ["script: Expected JSON"] }
  }
  return { script: (fields(value, "script", shape, problems) ?? {}) as Script, problems }
}

/** Returns the valid value, or `undefined` after adding a problem. */
type Read = (value: unknown, path: string, problems: string[]) => unknown

const checked =
  (what: string, holds: (value: unknown) => boolean): Read =>
  (value, path, problems) => {
    if (holds(value)) return value
    problems.push(`${path}: ${typeMismatch(what, value)}`)
    return undefined
  }

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value)
const amount = checked("number of at least 0", (value) => isNumber(value) && value >= 0)
const whole = checked("integer of at least 0", (value) => Number.isInteger(value) && Number(value) >= 0)
const isShare = (value: number) => value >= 0 && value <= 10_000
const seed = checked("integer", Number.isInteger)
const text = checked("string", (value) => typeof value === "string")
const flag = checked("boolean", (value) => typeof value === "boolean")
const list = checked("array or null", (value) => value === null || Array.isArray(value))
const texts = checked("array", (value) => Array.isArray(value) && value.every((one) => typeof one === "string"))
const wholes = checked("array", (value) => Array.isArray(value) && value.every(Number.isInteger))
const abilities = checked(
  "array of abilities",
  (value) => Array.isArray(value) && value.every((word) => ["assets", "sessions", "calls", "paymaster"].includes(word)),
)
const quirks = checked(
  "array of quirks",
  (value) => Array.isArray(value) && value.every((word) => quirkNames.includes(word)),
)
const one = (...words: readonly string[]) => checked(words.join(", "), (value) => words.includes(value as string))

const fields = (value: unknown, path: string, known: Readonly<Record<string, Read>>, problems: string[]) => {
  if (!isRecord(value)) return void problems.push(`${path}: ${typeMismatch("object", value)}`)
  return entries(value, path, problems, (name) => (Object.hasOwn(known, name) ? known[name] : undefined))
}

const entries = (value: object, path: string, problems: string[], readOf: (name: string) => Read | undefined) =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const read = readOf(name)
      if (!read) problems.push(`${path}.${name}: no such field`)
      const good = read?.(field, `${path}.${name}`, problems)
      return good === undefined ? [] : [[name, good]]
    }),
  )

const record =
  (read: Read): Read =>
  (value, path, problems) =>
    isRecord(value)
      ? entries(value, path, problems, () => read)
      : void problems.push(`${path}: ${typeMismatch("object", value)}`)

const wordOr =
  (word: Read, parts: Readonly<Record<string, Read>>): Read =>
  (value, path, problems) =>
    isRecord(value) ? fields(value, path, parts, problems) : word(value, path, problems)

const body = one("truncated", "mistyped", "huge", "misplaced", "stale")
const answer = one("approve", "reject", "hang", "slow", "pending")
const manner: Readonly<Record<keyof Manner, Read>> = {
  connect: answer,
  switch: answer,
  sign: answer,
  send: answer,
  watch: answer,
  delay: amount,
  locked: flag,
  oneClick: flag,
  absent: flag,
  announce: amount,
  chain: whole,
  chains: wholes,
  able: abilities,
  collectibles: checked("array", Array.isArray),
  name: text,
  quirks,
}
const project: Readonly<Record<keyof Project, Read>> = {
  features: list,
  origins: texts,
  analytics: flag,
  networks: texts,
}
const shape: Readonly<Record<keyof Script, Read>> = {
  seed,
  latency: amount,
  tick: amount,
  directory: whole,
  tokens: whole,
  transactions: whole,
  wallets: record(wordOr(one("approve", "reject", "hang", "slow", "pending", "lock", "absent"), manner)),
  login: text,
  nodes: record(text),
  frame: wordOr(one("approve", "reject", "hang", "slow"), manner),
  relay: wordOr(one("wait", "scan", "reject"), manner),
  sends: one("mined", "reverted", "stuck", "dropped", "canceled", "repriced"),
  transferFees: record(
    checked("integer from 0 to 10000", (value) => Number.isInteger(value) && isShare(Number(value))),
  ),
  deposits: one("paid", "failed", "stuck"),
  project: (value, path, problems) => fields(value, path, project, problems),
  faults: record((value, path, problems) =>
    fields(value, path, { status: whole, delay: amount, offline: flag, body, times: whole }, problems),
  ),
}
