import type { CaipNetworkId } from "../../../src/options/networks.ts"
import type { Market } from "../provider/market.ts"
import type { Script } from "../script.ts"
import type { Ledger } from "./ledger.ts"

/** A request to a node of a chain. `now`: time of the request, in ms since the Unix epoch. */
export interface NodeCall {
  readonly caipNetworkId: CaipNetworkId
  readonly method: string
  readonly params: readonly unknown[]
  readonly now: number
}

/** Data that the world's nodes share. */
export interface Known {
  readonly seed: number
  readonly market: Market
  readonly ledger: Ledger
  readonly transferFees: Script["transferFees"]
}
