import { isRecord, typeMismatch } from "../../src/options/guards.ts"
import { faultNameProblem } from "./faultNames.ts"

/**
 * Scenario of the demo's world as plain data. Pass it to `demo`, or to the playground as JSON in the query parameter `script`. Times are in
 * ms. By default the browser's wallets approve every prompt at once, and nothing fails.
 */
export interface Script {
  /** Seed of amounts, prices and the order of the wallet directory. Accounts and their keys are the same for every seed. Default: 1. */
  readonly seed?: number
  /** Response time of the world's services (see `faults`). Default: 0. */
  readonly latency?: number
  /** Time between price changes. 0 keeps prices fixed. Default: 10 s. */
  readonly tick?: number
  /** Number of wallets in the directory. Default: 640, of which about 600 support an EVM network. */
  readonly directory?: number
  /** Number of tokens that every account holds on Ethereum, Base and Polygon, in addition to the standard ones. Default: 0. */
  readonly tokens?: number
  /** Number of payments in every account's history on each EVM chain, in addition to the standard ones. Default: 0. */
  readonly transactions?: number
  /**
   * Behavior of the installed wallets, by connector ID. EVM: `example.halyard`, `example.cinderbox`, `example.tessera`. Solana:
   * `example.halyard.solana`, `example.plover`. Bitcoin: `example.sheepshank`. `*` applies to all. `example.latchkey`, a connector of type
   * EXTERNAL, exists only if it is listed here.
   */
  readonly wallets?: Readonly<Record<string, Behaviour>>
  /** Behavior of the phone's wallet when a pairing code is shown. By default it waits until the world's controls make it scan the code. */
  readonly relay?: PhoneBehaviour
  /**
   * Behavior of the visitor in the embedded wallet's secure frame. `connect` applies to social logins, new devices and Farcaster, `sign` to
   * approvals. The emailed code is 123456. An email address that begins with `device` has to approve a new device first. An address that
   * begins with `known` is logged in at once.
   */
  readonly frame?: Behaviour
  /**
   * Email address of the user who is logged in to the embedded wallet from the start. By default no user is logged in. A persisted login or
   * sign-out takes precedence.
   */
  readonly login?: string
  /**
   * URLs of real nodes (JSON-RPC over HTTP), by the CAIP-2 ID of an EVM network, such as `{ "eip155:31337": "http://127.0.0.1:8545" }` for
   * anvil. Requests for the network, and the wallets' transactions on it, are sent to its node. All EVM wallets support the network.
   */
  readonly nodes?: Readonly<Record<string, string>>
  /**
   * Outcome of transactions. `mined` (default): confirmed after 3 s. `reverted`: failed on the chain. `stuck`: pending forever. `dropped`:
   * forgotten by the nodes after 10 s. `canceled` (EVM): replaced with an empty transaction after 10 s. `repriced` (EVM): replaced with the
   * same transaction at a higher fee after 10 s.
   */
  readonly sends?: "mined" | "reverted" | "stuck" | "dropped" | "canceled" | "repriced"
  /**
   * Share of each transfer that a token withholds, in basis points by token symbol, such as `{ "TLN": 100 }` for 1%. By default no token
   * withholds anything.
   */
  readonly transferFees?: Readonly<Record<string, number>>
  /** Outcome of payments from an exchange. `paid` (default): they arrive after 10 s. `failed`: they fail. `stuck`: they never arrive. */
  readonly deposits?: "paid" | "failed" | "stuck"
  /** Settings of the site's project at the provider. */
  readonly project?: Project
  /**
   * Faults, keyed by service, method or endpoint. Services: `api`, `rpc`, `relay`, `frame`, and `abilities` for a wallet's optional
   * methods. Methods: those of a wallet (`wallet_getAssets`), a node (`eth_estimateGas`) or the frame (`CONNECT_OTP`). Endpoints: names
   * such as `wallets`, `balance` or `history`. `events` is the analytics endpoint.
   */
  readonly faults?: Readonly<Record<string, Fault>>
}

/**
 * A wallet's response to a prompt. `slow` approves after 6 s. `hang` never responds. `pending` reports that a prompt is already open
 * (-32002). The world's controls can still respond to `hang` and `pending` prompts.
 */
export type PromptResponse = "approve" | "reject" | "hang" | "slow" | "pending"

/**
 * A wallet's behavior: a keyword, or the behavior per prompt. `lock`: the wallet is locked and reports no account. `absent`: it is not
 * installed.
 */
export type Behaviour = PromptResponse | "lock" | "absent" | Manner

/**
 * The phone's behavior: a keyword, or the behavior per prompt. `scan` and `reject`: it scans the code and approves or rejects after 1.5 s.
 * `wait`: it waits for the world's controls.
 */
export type PhoneBehaviour = "wait" | "scan" | "reject" | Manner

/**
 * An optional capability of a wallet: listing its account's assets, granting smart sessions, executing several calls together, or having a
 * paymaster pay the fee.
 */
export type Ability = "assets" | "sessions" | "calls" | "paymaster"

/** Name of an event of an EVM wallet. */
export type WalletEvent = "accountsChanged" | "chainChanged" | "disconnect"

/**
 * Deviations of EVM wallets from the standards. `zoo` in `portico/testing` describes them. `layers/demo/wallets/quirks.ts` implements those
 * that change responses or events. `windowEthereum`: the wallet does not announce itself (EIP-6963), claims to be MetaMask and is
 * `window.ethereum`. `announcedTwice` and `announcedDifferently`: it announces itself again, the latter with another name, image and UUID.
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
  "announcedDifferently",
] as const

/** Name of a deviation from the standards that some real EVM wallet has. */
export type Quirk = (typeof quirkNames)[number]

/** A wallet's response to each prompt, and its properties. Times are in ms. */
export interface Manner {
  readonly connect?: PromptResponse
  /** Response to a request to switch to a network or to add one. */
  readonly switch?: PromptResponse
  readonly sign?: PromptResponse
  /** Response to a request to send a transaction. Defaults to `sign`. */
  readonly send?: PromptResponse
  /** Response to a request to add a token (`wallet_watchAsset`). Defaults to `sign`. */
  readonly watch?: PromptResponse
  /** Response time of prompts. */
  readonly delay?: number
  readonly locked?: boolean
  readonly absent?: boolean
  /** Time from page load until the wallet announces itself. */
  readonly announce?: number
  /** ID of the initial chain. On Bitcoin, 1 is mainnet, 2 testnet and 3 signet. */
  readonly chain?: number
  /** IDs of the chains that the wallet supports. */
  readonly chains?: readonly number[]
  /** Optional capabilities. If omitted, the wallet does not support their methods. */
  readonly able?: readonly Ability[]
  /** NFTs that the wallet reports on every chain instead of the demo's, as EIP-7811 entries. They are reported without validation. */
  readonly collectibles?: readonly unknown[]
  /** Whether the wallet connects and signs in with one prompt if the site requests it, over WalletConnect or by ERC-7846. */
  readonly oneClick?: boolean
  /** The wallet's name. Wallets of several namespaces with the same name are listed as one wallet. */
  readonly name?: string
  /** Deviations from the standards, for EVM wallets. `zoo` in `portico/testing` has those of real wallets. */
  readonly quirks?: readonly Quirk[]
}

/**
 * The provider's settings for a project. By default all features except logins, the provider's sign-in and email capture are on, every
 * origin is allowed, and analytics events are accepted.
 */
export interface Project {
  /** Entries of the configuration response, sent without validation. `null` for a project without a configuration. */
  readonly features?: readonly unknown[] | null
  /** Allowed origins, with wildcards. An empty list allows every origin. */
  readonly origins?: readonly string[]
  readonly analytics?: boolean
  /** CAIP-2 IDs of the networks that the provider's blockchain services support. */
  readonly networks?: readonly string[]
}

/**
 * A fault: an HTTP status, no connection, a flawed response, or only a delay in ms. It lasts for `times` requests, or until it is removed.
 */
export interface Fault {
  readonly status?: number
  readonly delay?: number
  readonly offline?: boolean
  /**
   * Flaw of the response. `truncated`: it ends early. `mistyped`: its values have other types. `huge`: it is too large. `misplaced`: it has
   * the ID of another request (JSON-RPC 2.0, section 5). `stale`: it repeats the first response to an equal request.
   */
  readonly body?: "truncated" | "mistyped" | "huge" | "misplaced" | "stale"
  readonly times?: number
}

/** A script, and descriptions of the problems that were found while reading it. */
export interface ReadScript {
  readonly script: Script
  readonly problems: readonly string[]
}

/** Reads a script from JSON. Invalid parts are left out and reported as problems. Missing or empty JSON is an empty script. */
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

/** Validates a value. Returns it, or `undefined` after adding a problem. */
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
const promptResponse = one("approve", "reject", "hang", "slow", "pending")
const manner: Readonly<Record<keyof Manner, Read>> = {
  connect: promptResponse,
  switch: promptResponse,
  sign: promptResponse,
  send: promptResponse,
  watch: promptResponse,
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
const fault: Read = (value, path, problems) =>
  fields(value, path, { status: whole, delay: amount, offline: flag, body, times: whole }, problems)
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
  faults: (value, path, problems) => {
    if (!isRecord(value)) return fault(value, path, problems)
    return entries(value, path, problems, (name) => {
      const problem = faultNameProblem(name)
      return problem === undefined ? fault : (_, place, all) => void all.push(`${place}: ${problem}`)
    })
  },
}
