import { hexOf } from "./random.ts"
import type { Script } from "./script.ts"

/** Something that a wallet of the world sent, in smallest units. */
export interface Moved {
  readonly id: string
  /** CAIP-2 id. */
  readonly chain: string
  readonly from: string
  readonly to: string
  readonly units: bigint
  /** The token's contract or mint, as the chain spells it. */
  readonly contract: string | undefined
  /** What comes back of another token, and to whom, where it is a swap. */
  readonly back?: { readonly contract: string | undefined; readonly units: bigint; readonly to: string }
  /** How much of the contract's token it lets the exchange take, where it is an approval. */
  readonly allows?: bigint
  /** What the network took, of its own coin. */
  readonly fee: bigint
  /** The sender's count of transactions before it. */
  readonly nonce: number
  /** The transaction as it was sent. */
  readonly sent: unknown
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The transactions of the world. */
export interface Ledger {
  /** What was sent so far, the latest last. */
  readonly moved: readonly Moved[]
  /** Takes a transaction. Returns it with its id (64 hex digits, made up unless it has one) and its place. */
  take(given: Omit<Moved, "id" | "nonce"> & { readonly id?: string }): Moved
  /** What has become of one by now. */
  stage(moved: Moved, now: number): "pending" | "confirmed" | "failed"
  /** The number of an account's transactions that were carried out by now. Without a time: of all that were sent. */
  count(chain: string, address: string, now?: number): number
  /** Carries out what is due by now: called before anybody looks. */
  settle(now: number): void
}

/** The ledger of a script. `carry` moves what was sent, and its fee, when its time has come; one that fails moves its fee alone. */
export const createLedger = (
  { seed = 1, sends = "mined" }: Pick<Script, "seed" | "sends">,
  carry: (moved: Moved, failed: boolean) => void,
): Ledger => {
  const moved: Moved[] = []
  const done = new Set<string>()
  const isDue = ({ at }: Moved, now: number) => sends !== "stuck" && now >= at + mining
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

/** How long a chain of the world takes to carry something out. */
const mining = 3_000
