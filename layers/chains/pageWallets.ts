import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Connector } from "../../src/domain/wallets.ts"
import { type Discovery, discover, type Eip1193 } from "./eip6963.ts"

/** The wallets of one namespace in this page. */
export interface PageWallets<Wallet> {
  /** Those known now, as plain data in the order of their arrival; two with one id never appear. */
  list(): readonly Connector[]
  /** The object of a connector. */
  find(connectorId: string): Wallet | undefined
  /** Calls back after each arrival or departure, until the answered function is called. */
  watch(changed: () => void): () => void
}

/** Listens for EVM wallets until the scope ends. Those that are there already are known when it has run. */
export const pageWallets = (options: Discovery): Effect.Effect<PageWallets<Eip1193>, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => discover(options)),
    ({ stop }) => Effect.sync(stop),
  )
