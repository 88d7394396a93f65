import { hexOf } from "../random.ts"
import type { Script } from "../script.ts"
import type { BitcoinTransaction } from "./bitcoinTransaction.ts"

/** A transaction of one of the world's wallets, in smallest units. */
export interface TransferRecord {
  readonly id: string
  /** CAIP-2 ID. */
  readonly chain: string
  /** Account that signed it and pays its fee. */
  readonly from: string
  readonly to: string
  readonly units: bigint
  /** The token's contract or mint, in the chain's spelling. */
  readonly contract: string | undefined
  /** Account whose tokens move, if the sender only has its allowance. */
  readonly owner?: string
  /** For a swap: the other token, its amount and its recipient. */
  readonly back?: { readonly contract: string | undefined; readonly units: bigint; readonly to: string }
  /** For an approval: the spender, and the amount of the contract's token that it may take. */
  readonly allows?: { readonly spender: string; readonly units: bigint }
  /** For a Bitcoin transaction: all that it spends and creates. */
  readonly coins?: Pick<BitcoinTransaction, "spends" | "creates">
  /** Whether the chain reverts it, because the contract has no such function or the gas does not suffice. */
  readonly reverts?: boolean
  /** Whether it pays less than the chain's price, so it waits until it is replaced. */
  readonly underpriced?: boolean
  /** Whether the sender never runs out of anything, as an exchange does not. */
  readonly unlimited?: boolean
  /** Fee, in native currency. */
  readonly fee: bigint
  readonly nonce: number
  /** Whether the sender chose the nonce. Transactions of one account are then mined in the order of their nonces. */
  readonly ordered?: boolean
  /** The transaction as it was sent. */
  readonly sent: unknown
  /** Time in ms since the Unix epoch. */
  readonly at: number
}

/** A transaction before the ledger has it. Its ID (64 hex digits) and nonce are made up if it has none. */
export type GivenTransfer = Omit<TransferRecord, "id" | "nonce" | "ordered"> & {
  readonly id?: string
  readonly nonce?: number
}

/** State of a transaction. `gone`: the nodes no longer know it, because it was dropped or replaced. */
export type Stage = "pending" | "confirmed" | "failed" | "gone"

/** The transactions of the world. */
export interface Ledger {
  /** Transactions so far, the latest last. */
  readonly moved: readonly TransferRecord[]
  /** Adds a transaction. Returns it with its ID and its nonce. */
  take(given: GivenTransfer): TransferRecord
  /** Returns the current state of a transaction. */
  stage(moved: TransferRecord, now: number): Stage
  /** Returns when a transaction was mined, in ms since the Unix epoch, or `undefined` if it was not. */
  minedAt(moved: TransferRecord): number | undefined
  /** Returns how many of an account's transactions are mined by a time. */
  count(chain: string, address: string, until: number): number
  /** Returns the next nonce of an account, after those that wait. */
  nextNonce(chain: string, address: string, now: number): number
  /** Settles due transactions. Called before every read. */
  settle(now: number): void
  /** Makes the nodes forget a waiting transaction, by its hash. Returns whether it waited. */
  drop(hash: string): boolean
  /** Replaces a waiting transaction by another one. Returns whether it waited, and its chain has replacements (EVM). */
  replace(hash: string, by: Replacement): boolean
  /** Replaces the last blocks of all chains: what was mined in the last 36 s is undone, and mined again 3 s later. */
  reorganize(): void
  /** Times of the reorganizations, in ms since the Unix epoch. */
  readonly reorganized: readonly number[]
}

/** Kind of replacement: a transaction that does nothing, or the same with a higher fee. */
export type Replacement = "cancellation" | "repricing"

/** Creates the replacement of a transaction. Returns `undefined` if its chain has none. */
export type Replace = (moved: TransferRecord, by: Replacement) => GivenTransfer | undefined

/** Executes a transaction and pays its fee. Returns whether it succeeded, and a function that undoes it. */
export type Execute = (moved: TransferRecord) => { readonly succeeded: boolean; readonly undo: () => void }

/** Creates the ledger of a script. */
export const createLedger = (
  { seed = 1, sends = "mined" }: Pick<Script, "seed" | "sends">,
  execute: Execute,
  replacement: Replace,
): Ledger => {
  const time = sends === "dropped" || sends in replacements ? replacing : mining
  const moved: TransferRecord[] = []
  const mined = new Map<string, { readonly at: number; readonly succeeded: boolean; readonly undo: () => void }>()
  const gone = new Set<string>()
  const delayed = new Map<string, number>()
  const reorganized: number[] = []
  /** Time of the last request, at which the controls act. */
  let latest = 0
  const waiting = (hash: string) => moved.find((one) => [one.id, `0x${one.id}`].includes(hash) && waits(one))
  const ofAccount = (chain: string, address: string) =>
    moved.filter((one) => one.chain === chain && one.from.toLowerCase() === address.toLowerCase() && !gone.has(one.id))
  const waits = ({ id }: TransferRecord) => !mined.has(id) && !gone.has(id)
  const minedOf = (chain: string, address: string, until: number) =>
    ofAccount(chain, address).filter(({ id }) => (mined.get(id)?.at ?? Number.POSITIVE_INFINITY) <= until)

  /** Returns when a waiting transaction is mined: once it is due and every nonce before its own is taken. */
  const dueAt = (one: TransferRecord): number => {
    if (one.underpriced) return Number.POSITIVE_INFINITY
    const due = delayed.get(one.id) ?? (sends === "stuck" && !one.unlimited ? Number.POSITIVE_INFINITY : one.at + time)
    // Its outputs do not exist before the transactions that create them are mined.
    const parents = moved.filter(({ id }) => one.coins?.spends.some(({ txid }) => txid === id))
    if (parents.length > 0)
      return Math.max(due, ...parents.map(({ id }) => mined.get(id)?.at ?? Number.POSITIVE_INFINITY))
    if (!one.ordered || one.nonce === 0) return due
    const before = ofAccount(one.chain, one.from).find(({ id, nonce }) => nonce === one.nonce - 1 && mined.has(id))
    return before ? Math.max(due, mined.get(before.id)?.at ?? due) : Number.POSITIVE_INFINITY
  }
  const take = ({ id, nonce, ...given }: GivenTransfer): TransferRecord => {
    const taken: TransferRecord = {
      ...given,
      id: id ?? hexOf(`${seed} ${given.chain} ${given.from} sends ${moved.length}`, 64),
      nonce: nonce ?? ofAccount(given.chain, given.from).length,
      ordered: nonce !== undefined,
    }
    // A transaction that was dropped can be sent again.
    if (gone.delete(taken.id))
      moved.splice(
        moved.findIndex((one) => one.id === taken.id),
        1,
      )
    moved.push(taken)
    return taken
  }
  /** Forgets a transaction, and those that spend its outputs. */
  const forget = ({ id }: TransferRecord) => {
    gone.add(id)
    for (const one of moved) if (waits(one) && one.coins?.spends.some(({ txid }) => txid === id)) forget(one)
  }
  const mine = (one: TransferRecord, at: number) => {
    const failing = sends === "reverted" && !one.unlimited
    mined.set(one.id, { ...execute(failing ? { ...one, reverts: true } : one), at })
  }
  const replace = (one: TransferRecord, by: Replacement, at: number): boolean => {
    const given = replacement(one, by)
    if (!given) return false
    gone.add(one.id)
    delayed.set(take({ ...given, at }).id, at)
    return true
  }
  /** Mines, replaces or forgets a transaction that is due. */
  const conclude = (one: TransferRecord, at: number) => {
    const isScripted = !one.unlimited && !delayed.has(one.id)
    const by = isScripted ? replacements[sends] : undefined
    if (isScripted && sends === "dropped") forget(one)
    else if (by === undefined || !replace(one, by, at)) mine(one, at)
  }
  const settle = (now: number) => {
    latest = Math.max(latest, now)
    for (;;) {
      const due = moved.find((one) => waits(one) && dueAt(one) <= now)
      if (!due) return
      conclude(due, dueAt(due))
    }
  }

  return {
    moved,
    take,
    settle,
    stage: (one, now) => {
      settle(now)
      if (gone.has(one.id)) return "gone"
      const inclusion = mined.get(one.id)
      if (!inclusion) return "pending"
      return inclusion.succeeded ? "confirmed" : "failed"
    },
    minedAt: ({ id }) => mined.get(id)?.at,
    count: (chain, address, until) => minedOf(chain, address, until).length,
    nextNonce: (chain, address, now) => {
      settle(now)
      const taken = new Set(ofAccount(chain, address).map(({ nonce }) => nonce))
      let next = minedOf(chain, address, now).length
      while (taken.has(next)) next += 1
      return next
    },
    drop: (hash) => {
      const one = waiting(hash)
      if (one) forget(one)
      return one !== undefined
    },
    replace: (hash, by) => {
      const one = waiting(hash)
      return one !== undefined && replace(one, by, latest)
    },
    reorganize: () => {
      const undone = [...mined].filter(([, { at }]) => at > latest - reorganizedTime).toReversed()
      for (const [id, { undo }] of undone) {
        undo()
        mined.delete(id)
        delayed.set(id, latest + mining)
      }
      reorganized.push(latest)
    },
    reorganized,
  }
}

/** Kind of replacement of every transaction, by the script's word. */
const replacements: Readonly<Record<string, Replacement | undefined>> = {
  canceled: "cancellation",
  repriced: "repricing",
}

/** Time in ms until a transaction is mined. */
const mining = 3_000
/** Time in ms until the nodes forget or replace a transaction, if the script says so. */
const replacing = 10_000
/** Time in ms whose blocks a reorganization replaces: three of Ethereum's. */
export const reorganizedTime = 36_000
