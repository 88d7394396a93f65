import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Connector } from "../../src/wallets/first-paint/model/connector.ts"

/** The browser wallets of one namespace. */
export interface PageWallets<Wallet> {
  /** Returns the connectors of the wallets found so far, as plain data with unique IDs. */
  list(): readonly Connector[]
  /** Returns the wallet object of a connector, or `undefined` if the wallet is not in the page. */
  find(connectorId: string): Wallet | undefined
  /** Calls `changed` after each change of the list. Returns a function that stops the calls. */
  watch(changed: () => void): () => void
}

/** Runs a discovery and stops it when the scope closes. */
export const pageWallets = <Wallet>(
  discover: () => PageWallets<Wallet> & { readonly stop: () => void },
): Effect.Effect<PageWallets<Wallet>, never, Scope.Scope> =>
  Effect.acquireRelease(Effect.sync(discover), ({ stop }) => Effect.sync(stop))
