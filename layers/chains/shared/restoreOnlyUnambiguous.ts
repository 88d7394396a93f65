import * as Effect from "effect/Effect"
import type { Chain } from "../../../services/Chains.ts"
import { NoConnectorForConnection } from "../../../src/errors/index.ts"
import type { PageWallets } from "../pageWallets.ts"

/**
 * Wraps an adapter so it restores no connection while several wallets claim its connector ID, because it is unknown which the visitor
 * connected. A restored connection ends when another such wallet appears. A connection made during this visit is kept, because the visitor
 * chose among marked wallets.
 */
export const restoreOnlyUnambiguous = (chain: Chain, wallets: PageWallets<unknown>): Chain => {
  const chosen = new Map<string, unknown>()
  const isSure = (id: string) => {
    const ids = wallets.list().map((connector) => connector.id)
    return !isShared(id, ids) || (chosen.has(id) && chosen.get(id) === wallets.find(id))
  }
  const sure = (id: string) =>
    Effect.suspend(() =>
      isSure(id)
        ? Effect.void
        : Effect.fail(new NoConnectorForConnection(`Several wallets on this page claim to be ${id}`)),
    )

  return {
    ...chain,
    connect: (input) => {
      const { connectorId } = input
      return Effect.tap(chain.connect(input), () =>
        Effect.sync(() => chosen.set(connectorId, wallets.find(connectorId))),
      )
    },
    reconnect: (input) => {
      const { connectorId } = input
      return Effect.andThen(
        sure(connectorId),
        Effect.tap(chain.reconnect(input), () => sure(connectorId)),
      )
    },
    disconnect: (connectorId) => {
      chosen.delete(connectorId)
      return chain.disconnect(connectorId)
    },
    watch: Effect.fnUntraced(function* (connectorId, changed) {
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          let before = isSure(connectorId)
          return wallets.watch(() => {
            const now = isSure(connectorId)
            if (before && !now) changed({ type: "disconnect" })
            before = now
          })
        }),
        Effect.sync,
      )
      yield* chain.watch(connectorId, (change) => {
        if (isSure(connectorId)) changed(change)
      })
    }),
  }
}

/** Whether another wallet claims the same ID. An ID ends with a number because another wallet claimed it too. */
const isShared = (id: string, all: readonly string[]): boolean =>
  claimed(id) !== id || all.some((other) => other !== id && claimed(other) === id)

const claimed = (id: string) => id.replace(/#\d+$/, "")
