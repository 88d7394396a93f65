import { hexOf } from "../random.ts"
import type { Script } from "../script.ts"

/** A transaction of one of the world's wallets, in smallest units. */
export interface TransferRecord {
  readonly id: string
  /** CAIP-2 ID. */
  readonly chain: string
  readonly from: string
  readonly to: string
  readonly units: bigint
  /** The token's contract or mint, in the chain's spelling. */
  readonly contract: string | undefined
  /** For a swap: the other token, its amount and its recipient. */
  readonly back?: { readonly contract: string | undefined; readonly units: bigint; readonly to: string }
  /** For an approval: amount of the contract's token that the exchange may take. */
  readonly allows?: bigint
  /** Fee, in native currency. */
  readonly fee: bigint
  /** Nonce of the transaction. */
  readonly nonce: number
  /** The transaction as it was sent. */
  readonly sent: unknown
  /** Time in ms since the Unix epoch. */
  readonly at: number
}

/** The transactions of the world. */
export interface Ledger {
  /** Transactions so far, the latest last. */
  readonly moved: readonly TransferRecord[]
  /** Adds a transaction. Returns it with its ID (64 hex digits, made up if it has none) and its nonce. */
  take(given: Omit<TransferRecord, "id" | "nonce"> & { readonly id?: string }): TransferRecord
  /** Returns the current status of a transaction. */
  stage(moved: TransferRecord, now: number): "pending" | "confirmed" | "failed"
  /** Returns how many of an account's transactions are mined by `now`, or how many it sent if `now` is omitted. */
  count(chain: string, address: string, now?: number): number
  /** Settles due transactions. Called before every read. */
  settle(now: number): void
}

/** Creates the ledger of a script. `carry` moves the amount and fee of a due transaction; one that fails moves only its fee. */
export const createLedger = (
  { seed = 1, sends = "mined" }: Pick<Script, "seed" | "sends">,
  carry: (moved: TransferRecord, failed: boolean) => void,
): Ledger => {
  const moved: TransferRecord[] = []
  const done = new Set<string>()
  const isDue = ({ at }: TransferRecord, now: number) => sends !== "stuck" && now >= at + mining
  const ofAccount = (chain: string, address: string) =>
    moved.filter((one) => one.chain === chain && one.from.toLowerCase() === address.toLowerCase())

  return {
    moved,
    take: (given) => {
      const nonce = ofAccount(given.chain, given.from).length
      const taken = { id: hexOf(`${seed} ${given.chain} ${given.from} sends ${moved.length}`, 64), ...given, nonce }
      moved.push(taken)
      return taken
    },
    stage: (one, now) => (isDue(one, now) ? (sends === "reverted" ? "failed" : "confirmed") : "pending"),
    count: (chain, address, now = Number.POSITIVE_INFINITY) =>
      ofAccount(chain, address).filter((one) => now === Number.POSITIVE_INFINITY || isDue(one, now)).length,
    settle: (now) => {
      for (const one of moved) {
        if (done.has(one.id) || !isDue(one, now)) continue
        done.add(one.id)
        carry(one, sends === "reverted")
      }
    },
  }
}

/** Time in ms until a transaction is mined. */
const mining = 3_000
