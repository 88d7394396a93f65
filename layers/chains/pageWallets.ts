import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Connector } from "../../src/wallets/first-paint/model/wallet.ts"

/** The wallets of one namespace in this page. */
export interface PageWallets<Wallet> {
  /** Returns the wallets known now, as plain data in order of arrival. Each ID appears once. */
  list(): readonly Connector[]
  /** Returns the object of a connector. */
  find(connectorId: string): Wallet | undefined
  /** Calls `changed` after each arrival or departure. Returns a function that stops it. */
  watch(changed: () => void): () => void
}

/** Discovers wallets until the scope ends. Those already in the page are known when this has run. */
export const pageWallets = <Wallet>(
  discover: () => PageWallets<Wallet> & { readonly stop: () => void },
): Effect.Effect<PageWallets<Wallet>, never, Scope.Scope> =>
  Effect.acquireRelease(Effect.sync(discover), ({ stop }) => Effect.sync(stop))
