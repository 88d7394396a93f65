import { hexOf } from "../random.ts"
import type { Script } from "../script.ts"
import type { BitcoinTransaction } from "./bitcoinTransaction.ts"

/** A transaction in the world. Amounts are in smallest units. */
export interface TransferRecord {
  readonly id: string
  /** CAIP-2 ID of the chain. */
  readonly chain: string
  /** Account that signed the transaction and pays its fee. */
  readonly from: string
  readonly to: string
  readonly units: bigint
  /** Contract or mint of the transferred token. `undefined` for native currency. */
  readonly contract: string | undefined
  /** Account whose tokens move, if it is not the sender but has granted the sender an allowance. */
  readonly owner?: string
  /** For a swap: the received token, its amount and its recipient. */
  readonly back?: { readonly contract: string | undefined; readonly units: bigint; readonly to: string }
  /** For an approval: the spender, and the approved amount of the token. */
  readonly allows?: { readonly spender: string; readonly units: bigint }
  /** For a Bitcoin transaction: the outputs it spends and creates. */
  readonly coins?: Pick<BitcoinTransaction, "spends" | "creates">
  /** Whether the transaction reverts, because the contract lacks the called function or the gas does not suffice. */
  readonly reverts?: boolean
  /** Whether the transaction pays less than the base fee, so it stays pending until it is replaced. */
  readonly underpriced?: boolean
  /** Whether the sender has unlimited funds, as an exchange does. */
  readonly unlimited?: boolean
  /** Fee in the smallest units of native currency. */
  readonly fee: bigint
  readonly nonce: number
  /** Whether the sender chose the nonce. If so, the transaction is mined only after the account's previous nonce. */
  readonly ordered?: boolean
  /**
   * The transaction as it was sent: JSON-RPC fields on EVM chains, the signature on Solana, the ID on Bitcoin. `undefined` for payments of
   * exchanges.
   */
  readonly sent: unknown
  /** Time at which the transaction was sent, in ms since the Unix epoch. */
  readonly at: number
}

/** A transaction to add to the ledger. If its ID (64 hex digits) or nonce is omitted, the ledger assigns it. */
export type GivenTransfer = Omit<TransferRecord, "id" | "nonce" | "ordered"> & {
  readonly id?: string
  readonly nonce?: number
}

/** State of a transaction. `gone`: the nodes no longer know it, because it was dropped or replaced. */
export type Stage = "pending" | "confirmed" | "failed" | "gone"

/** All transactions of the world. */
export interface Ledger {
  /** Transactions so far, in the order they were added. Includes dropped and replaced ones. */
  readonly moved: readonly TransferRecord[]
  /** Adds a transaction. Returns it with its ID and nonce. */
  take(given: GivenTransfer): TransferRecord
  /** Returns the current state of a transaction. */
  stage(moved: TransferRecord, now: number): Stage
  /** Returns the time at which a transaction was mined, in ms since the Unix epoch. `undefined` if it is not mined. */
  minedAt(moved: TransferRecord): number | undefined
  /** Returns the number of an account's transactions that were mined by a time. */
  count(chain: string, address: string, until: number): number
  /** Returns an account's next free nonce, taking pending transactions into account. */
  nextNonce(chain: string, address: string, now: number): number
  /** Settles the transactions due by `now`. Must be called before the ledger or the market is read. */
  settle(now: number): void
  /** Makes the nodes forget a pending transaction. Returns whether a pending transaction has this hash. */
  drop(hash: string): boolean
  /**
   * Replaces a pending transaction by another one. Returns `false` if no pending transaction has this hash, or its chain has no
   * replacements (only EVM chains do).
   */
  replace(hash: string, by: Replacement): boolean
  /** Replaces the last blocks of all chains. Transactions mined in the last 36 s are undone, and mined again 3 s later. */
  reorganize(): void
  /** Times of the reorganizations, in ms since the Unix epoch. */
  readonly reorganized: readonly number[]
}

/** Kind of replacement: a cancellation sends nothing, a repricing repeats the transaction with a higher fee. */
export type Replacement = "cancellation" | "repricing"

/** Creates the replacement of a transaction. Returns `undefined` if its chain has no replacements. */
export type Replace = (moved: TransferRecord, by: Replacement) => GivenTransfer | undefined

/** Executes a transaction and charges its fee. Returns whether it succeeded, and a function that undoes both. */
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
  /** Time of the latest request, in ms. `replace` and `reorganize` act at this time. */
  let latest = 0
  const waiting = (hash: string) => moved.find((one) => [one.id, `0x${one.id}`].includes(hash) && waits(one))
  const ofAccount = (chain: string, address: string) =>
    moved.filter((one) => one.chain === chain && one.from.toLowerCase() === address.toLowerCase() && !gone.has(one.id))
  const waits = ({ id }: TransferRecord) => !mined.has(id) && !gone.has(id)
  const minedOf = (chain: string, address: string, until: number) =>
    ofAccount(chain, address).filter(({ id }) => (mined.get(id)?.at ?? Number.POSITIVE_INFINITY) <= until)

  /**
   * Returns the time at which a pending transaction is mined, at the earliest after the previous nonce and the transactions whose outputs
   * it spends. Infinity if that is not known yet.
   */
  const dueAt = (one: TransferRecord): number => {
    if (one.underpriced) return Number.POSITIVE_INFINITY
    const due = delayed.get(one.id) ?? (sends === "stuck" && !one.unlimited ? Number.POSITIVE_INFINITY : one.at + time)
    // The outputs it spends exist only once the transactions that create them are mined.
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
    // A dropped transaction can be sent again.
    if (gone.delete(taken.id))
      moved.splice(
        moved.findIndex((one) => one.id === taken.id),
        1,
      )
    moved.push(taken)
    return taken
  }
  /** Drops a transaction and the pending ones that spend its outputs. */
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
  /** Concludes a transaction that is due: mines, replaces or drops it, as the script says. */
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

/** Replacement of every transaction, by the value of `sends` in the script. */
const replacements: Readonly<Record<string, Replacement | undefined>> = {
  canceled: "cancellation",
  repriced: "repricing",
}

/** Time in ms until a transaction is mined. */
const mining = 3_000
/** Time in ms until a transaction is dropped or replaced, if the script requires it. */
const replacing = 10_000
/** Duration in ms of the blocks that a reorganization replaces: three Ethereum blocks. */
export const reorganizedTime = 36_000
