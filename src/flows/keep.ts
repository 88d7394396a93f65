import * as Effect from "effect/Effect"
import type { Namespace } from "../domain/namespaces.ts"
import * as Kept from "../kept.ts"
import { Modal } from "../modal.ts"
import { hint } from "../restore.ts"
import { isOn } from "./relayConnector.ts"

/**
 * Writes what a reload needs: the connections, those of sleeping wallets too, and the connector, network and namespace in use. One
 * whose connector the site has switched off stays as it was, for the day it is on again.
 */
export const keep = Effect.gen(function* () {
  const { core, id, options } = yield* Modal
  const states = Object.entries(core.accounts).map(([name, state]) => [name, state.peek()] as const)
  const gone = (yield* Kept.disconnectedIds.read) ?? []
  const off = ((yield* Kept.connections.read) ?? []).filter(
    ({ namespace, connectorId }) => !isOn(connectorId, options) && !gone.includes(`${namespace}:${connectorId}`),
  )
  const here = states.flatMap(([name, { connections, active }]): readonly Kept.KeptConnection[] => {
    const awake = connections.map(Kept.toKept)
    const sleeps = active !== undefined && awake.every(({ connectorId }) => connectorId !== active)
    return sleeps ? [...awake, { namespace: name as Namespace, connectorId: active, accounts: [] }] : awake
  })
  const kept = [...here, ...off]
  hint.write(id, kept.length > 0)
  yield* Kept.connections.write(kept)
  yield* Kept.connectorIds.write(
    Object.fromEntries(states.flatMap(([name, { active }]) => (active === undefined ? [] : [[name, active]]))),
  )
  yield* Kept.networkIds.write(
    Object.fromEntries(
      states.flatMap(([name, { caipNetworkId }]) => (caipNetworkId === undefined ? [] : [[name, caipNetworkId]])),
    ),
  )
  yield* Kept.activeNamespace.write(core.namespace.peek())
})
