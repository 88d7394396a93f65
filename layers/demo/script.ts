import { isRecord, mismatch } from "../../src/domain/input.ts"

/**
 * What happens in the demo's world, as plain data: the argument of `demo`, and the playground's parameter `script` as JSON.
 * Times are milliseconds. Without a script everybody says yes at once and nothing fails; the playground's own has a latency of
 * 120, and wallets that take 700 over an answer.
 */
export interface Script {
  /** Amounts, prices and the order of the wallet directory follow from it; the accounts and their keys are the same for every seed. Default: 1. */
  readonly seed?: number
  /** How long any answer takes, of the provider's services, the nodes and the relay. 0 without one. */
  readonly latency?: number
  /** How long prices stand still; 0 for ever. 10 s without one. */
  readonly tick?: number
  /** How many wallets the directory holds. 640 without one, of which some 600 know an EVM network. */
  readonly directory?: number
  /** How many more tokens every account holds than the few it always has. 0 without one. */
  readonly tokens?: number
  /** How many more payments every account has made or got on each chain than the few it always has. 0 without one. */
  readonly transactions?: number
  /**
   * What the installed wallets do, by connector id: `example.halyard`, `example.cinderbox`, `example.tessera`, of Solana
   * `example.halyard.solana` and `example.plover`, of Bitcoin `example.sheepshank`; `*` is for all.
   * `example.latchkey` is a connector of type EXTERNAL, which is there only where it is named.
   */
  readonly wallets?: Readonly<Record<string, Behaviour>>
  /** What the wallet on the phone does with a pairing code. It waits without one, until a control of the world has it scan. */
  readonly relay?: PhoneBehaviour
  /**
   * What the visitor does in the secure frame of the embedded wallet: `connect` is a social login, a device or Farcaster, `sign` what
   * is approved there. The code that is mailed is 123456; an address that begins with `device` registers a device first, one that
   * begins with `known` is logged in at once.
   */
  readonly frame?: Behaviour
  /** The e-mail address of who is logged in to the embedded wallet from the start. Nobody without one. */
  readonly login?: string
  /** What becomes of what wallets send: it is carried out after 3 s as without one, fails on the chain, or waits for ever. */
  readonly sends?: "mined" | "reverted" | "stuck"
  /** What becomes of what an exchange is asked to pay: it arrives after 10 s as without one, fails, or is waited for in vain. */
  readonly deposits?: "paid" | "failed" | "stuck"
  /** What the provider says of the site's project. */
  readonly project?: Project
  /**
   * What goes wrong: by service (`api`, `rpc`, `relay`, `frame`, `abilities` for what wallets can beyond their usual methods, each
   * by its name too, as `wallet_getAssets`), by a node's method, as `eth_estimateGas`, or by the name of an endpoint's row (`wallets`, `balance`, `history`,
   * `identity`, `config`, `origins`, `analyticsConfig`, `supportedChains`); `events` is what takes analytics.
   */
  readonly faults?: Readonly<Record<string, Fault>>
}

/**
 * How a wallet answers a prompt. `slow` says yes after 6 s. `hang` never answers by itself, and `pending` says that a prompt is
 * open already (-32002): of both, a control of the world is the answer.
 */
export type Answer = "approve" | "reject" | "hang" | "slow" | "pending"

/** A wallet's manner in a word, or in parts. `lock`: it is locked and tells of no account. `absent`: it is not installed. */
export type Behaviour = Answer | "lock" | "absent" | Manner

/** The phone's manner in a word, or in parts. `scan` approves after 1.5 s, `wait` never does by itself. */
export type PhoneBehaviour = "wait" | "scan" | "reject" | Manner

/** What a wallet may be able to do beyond its usual methods: tell what its account holds, grant smart sessions, carry out several calls together, and have somebody else pay the network for them. */
export type Ability = "assets" | "sessions" | "calls" | "paymaster"

/** How a wallet answers each prompt, and what it is. */
export interface Manner {
  readonly connect?: Answer
  /** Also for a network that is offered to it. */
  readonly switch?: Answer
  readonly sign?: Answer
  /** As `sign` where it is not said. */
  readonly send?: Answer
  /** The answer to a token that the page asks it to list. Defaults to `sign`. */
  readonly watch?: Answer
  /** How long it takes over an answer. */
  readonly delay?: number
  readonly locked?: boolean
  readonly absent?: boolean
  /** It announces itself so long after the page has loaded. */
  readonly announce?: number
  /** The number of the chain it stands on at first; of Bitcoin's 1 is mainnet, 2 testnet and 3 signet. */
  readonly chain?: number
  /** The numbers of the chains it knows. */
  readonly chains?: readonly number[]
  /** What it can do beyond its usual methods; without one it does not know that there is more. */
  readonly able?: readonly Ability[]
  /** What it tells of collectibles on every chain, as EIP-7811 has them and whatever that holds, in place of its own. */
  readonly collectibles?: readonly unknown[]
  /** Over the relay it signs in along with its approval, where the site asks for that. */
  readonly oneClick?: boolean
}

/**
 * A project as its owner has set it up. What is left out is as in the demo: all but the logins is on, every origin is allowed, and
 * events are taken.
 */
export interface Project {
  /** The answer of the configuration, entry by entry, whatever it holds; null for a project without one. */
  readonly features?: readonly unknown[] | null
  /** Origins with wildcards; none allows every one. */
  readonly origins?: readonly string[]
  readonly analytics?: boolean
  /** CAIP-2 ids of the networks that its blockchain services know. */
  readonly networks?: readonly string[]
}

/** Something that goes wrong: an HTTP status, no line at all, or only a delay; so many times, or until it is healed. */
export interface Fault {
  readonly status?: number
  readonly delay?: number
  readonly offline?: boolean
  readonly times?: number
}

/** What a script is, and what of it could not be read, in sentences for its author. */
export interface ReadScript {
  readonly script: Script
  readonly problems: readonly string[]
}

/** Reads a script from JSON. What cannot be read is left out, and told. */
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

/** Gives a value as it is meant, or nothing and a sentence. */
type Read = (value: unknown, path: string, problems: string[]) => unknown

const checked =
  (what: string, holds: (value: unknown) => boolean): Read =>
  (value, path, problems) => {
    if (holds(value)) return value
    problems.push(`${path}: ${mismatch(what, value)}`)
    return undefined
  }

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value)
const amount = checked("number of at least 0", (value) => isNumber(value) && value >= 0)
const whole = checked("integer of at least 0", (value) => Number.isInteger(value) && Number(value) >= 0)
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
const one = (...words: readonly string[]) => checked(words.join(", "), (value) => words.includes(value as string))

const fields = (value: unknown, path: string, known: Readonly<Record<string, Read>>, problems: string[]) => {
  if (!isRecord(value)) return void problems.push(`${path}: ${mismatch("object", value)}`)
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
      : void problems.push(`${path}: ${mismatch("object", value)}`)

const wordOr =
  (word: Read, parts: Readonly<Record<string, Read>>): Read =>
  (value, path, problems) =>
    isRecord(value) ? fields(value, path, parts, problems) : word(value, path, problems)

const answer = one("approve", "reject", "hang", "slow", "pending")
const manner: Readonly<Record<string, Read>> = {
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
  frame: wordOr(one("approve", "reject", "hang", "slow"), manner),
  relay: wordOr(one("wait", "scan", "reject"), manner),
  sends: one("mined", "reverted", "stuck"),
  deposits: one("paid", "failed", "stuck"),
  project: (value, path, problems) => fields(value, path, project, problems),
  faults: record((value, path, problems) =>
    fields(value, path, { status: whole, delay: amount, offline: flag, times: whole }, problems),
  ),
}
