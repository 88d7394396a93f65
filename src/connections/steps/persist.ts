import * as Effect from "effect/Effect"
import type { Namespace } from "../../options/namespaces.ts"
import * as Persisted from "../../persistence/opening/persisted.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { writeRestoreHint } from "../../stub/writeRestoreHint.ts"
import { isConnectorEnabled, isNamespaceConfigured } from "../../wallets/state/offered.ts"
import { connectionName, restoring } from "../state/restoring.ts"

/**
 * Persists the data that a reload needs: the connections, including those of locked wallets, and the active connector, network and
 * namespace. Keeps connections added by other tabs. Also keeps those whose connector or namespace the site does not offer at present.
 */
export const persistConnections = Effect.gen(function* () {
  const { core, id, options } = yield* CurrentModal
  const { known, awaited, followed } = yield* slicesOf(restoring)
  const states = Object.entries(core.accounts).map(([name, state]) => [name, state.peek()] as const)
  const here = states.flatMap(([name, { connections, active }]): readonly Persisted.PersistedConnection[] => {
    const awake = connections.map(Persisted.toPersisted)
    const sleeps = active !== undefined && awake.every(({ connectorId }) => connectorId !== active)
    return sleeps ? [...awake, { namespace: name as Namespace, connectorId: active, accounts: [] }] : awake
  })
  const namesHere = new Set(here.map(connectionName))
  const waiting = new Set([...awaited].map(connectionName))
  const gone = new Set((yield* Persisted.disconnectedIds.read) ?? [])
  const others = ((yield* Persisted.connections.read) ?? []).filter((one) => {
    const name = connectionName(one)
    const offered = isConnectorEnabled(one.connectorId, options) && isNamespaceConfigured(one.namespace, core)
    const over = known.has(name) && !waiting.has(name) && !followed.has(name) && offered
    return !namesHere.has(name) && !gone.has(name) && !over
  })
  for (const name of namesHere) known.add(name)
  const kept = [...here, ...others]
  writeRestoreHint(id, kept.length > 0)
  yield* Persisted.connections.write(kept)

  yield* persistActive
  yield* Persisted.activeNamespace.write(core.namespace.peek())
})

/**
 * Persists the active connector and network of each namespace. A namespace without an active connector in this tab keeps the one of other
 * tabs, if its connection is still persisted.
 */
export const persistActive = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const states = Object.entries(core.accounts).map(([name, state]) => [name as Namespace, state.peek()] as const)
  const kept = (yield* Persisted.connections.read) ?? []
  const before = Object.entries((yield* Persisted.connectorIds.read) ?? {}).filter(([name, id]) =>
    kept.some(({ namespace, connectorId }) => namespace === name && connectorId === id),
  )
  yield* Persisted.connectorIds.write({
    ...Object.fromEntries(before),
    ...Object.fromEntries(states.flatMap(([name, { active }]) => (active === undefined ? [] : [[name, active]]))),
  })
  yield* Persisted.networkIds.write(
    Object.fromEntries(
      states.flatMap(([name, { caipNetworkId }]) => (caipNetworkId === undefined ? [] : [[name, caipNetworkId]])),
    ),
  )
})
