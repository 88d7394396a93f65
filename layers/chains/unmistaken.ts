import * as Effect from "effect/Effect"
import type { Chain } from "../../services/Chains.ts"
import { NoConnectorForConnection } from "../../src/domain/errors.ts"
import type { PageWallets } from "./pageWallets.ts"

/**
 * An adapter that brings no connection back while several wallets claim its connector's id: which of them the visitor connected on the
 * last visit cannot be told. A connection that was brought back falls asleep when another such wallet arrives. One that the visitor
 * makes on this visit, between rows that say so, counts.
 */
export const unmistaken = (chain: Chain, wallets: PageWallets<unknown>): Chain => {
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
    follow: Effect.fnUntraced(function* (connectorId, changed) {
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          let before = isSure(connectorId)
          return wallets.watch(() => {
            const now = isSure(connectorId)
            if (before && !now) changed({ is: "disconnect" })
            before = now
          })
        }),
        Effect.sync,
      )
      yield* chain.follow(connectorId, (change) => {
        if (isSure(connectorId)) changed(change)
      })
    }),
  }
}

/** Whether another wallet claims the id that this one claims. One with a number had to share it. */
const isShared = (id: string, all: readonly string[]): boolean =>
  claimed(id) !== id || all.some((other) => other !== id && claimed(other) === id)

const claimed = (id: string) => id.replace(/#\d+$/, "")
