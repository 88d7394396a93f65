import type { CaipNetworkId } from "../../../src/options/networks.ts"
import type { Market } from "../provider/market.ts"
import type { Script } from "../script.ts"
import type { Ledger } from "./ledger.ts"

/** A request to a node of a chain. */
export interface NodeCall {
  readonly caipNetworkId: CaipNetworkId
  readonly method: string
  readonly params: readonly unknown[]
  readonly now: number
}

/** Data of the world's nodes. */
export interface Known {
  readonly seed: number
  readonly market: Market
  readonly ledger: Ledger
  readonly transferFees: Script["transferFees"]
}
