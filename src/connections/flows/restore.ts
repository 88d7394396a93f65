import * as Effect from "effect/Effect"
import { Chains } from "../../../services/Chains.ts"
import { Relay } from "../../../services/Relay.ts"
import { Storage } from "../../../services/Storage.ts"
import { embeddedConnectorId } from "../../embedded/first-paint/model/embeddedConnector.ts"
import { leaveConnect } from "../../navigation/opening/flows.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { storageKey } from "../../persistence/first-paint/model/storageKeys.ts"
import * as Persisted from "../../persistence/opening/persisted.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { loadThen } from "../../runtime/lazy.ts"
import * as Router from "../../runtime/router.ts"
import { walletConnectId } from "../../wallets/first-paint/state/walletConnectConnector.ts"
import { isConnectorEnabled, isNamespaceConfigured } from "../../wallets/state/offered.ts"
import { choosing } from "../model/switching.ts"
import { endConnection, fetchGrantedAccounts } from "../operations/connections.ts"
import { withReconnected } from "../state/connections.ts"
import { connectionName, heldConnectorIds, restoring } from "../state/restoring.ts"
import { withoutOver } from "../steps/attempts.ts"
import { unwatchWallet, watchWallet } from "../steps/follow.ts"
import { persistActive, persistConnections } from "../steps/persist.ts"
import { loadRecentConnections, rememberEnded } from "../steps/recentConnections.ts"

/**
 * Restores the active namespace and networks, the connections, the recent connections and the pending transfers of the last visit. A
 * connection is restored once its wallet responds with an account. Also connects to the app that frames the page. Without
 * `enableReconnect`, ends the connections and restores only the recent ones.
 */
export const restore = Effect.gen(function* () {
  const { core, options } = yield* CurrentModal
  const stored = (yield* Persisted.connectorIds.read) ?? {}
  const networkIds = (yield* Persisted.networkIds.read) ?? {}
  const namespace = yield* Persisted.activeNamespace.read
  const kept = (yield* Persisted.connections.read) ?? []
  const { known } = yield* slicesOf(restoring)
  for (const one of kept) known.add(connectionName(one))
  yield* loadRecentConnections

  if (!options.enableReconnect) {
    for (const one of kept) {
      yield* rememberEnded(one)
      yield* endConnection(one)
    }
    return
  }
  const gone = new Set((yield* Persisted.disconnectedIds.read) ?? [])
  const left = kept.filter(
    ({ namespace: of, connectorId }) =>
      isConnectorEnabled(connectorId, options) && isNamespaceConfigured(of, core) && !gone.has(`${of}:${connectorId}`),
  )
  const host = yield* hostOf(gone)
  const wanted = host ? [host, ...left.filter((one) => connectionName(one) !== connectionName(host))] : left
  const active = { ...stored, ...(host && { [host.namespace]: host.connectorId }) }
  // The site's default network applies until there is a connection.
  const free = options.defaultNetwork === undefined || wanted.length > 0
  for (const [name, id] of Object.entries(networkIds)) {
    const state = core.accounts[name as Namespace]
    const known = core.networks.peek().some(({ caipNetworkId }) => caipNetworkId === id)
    if (known && free) state.value = { ...state.peek(), caipNetworkId: id }
  }
  if (namespace && free && core.networks.peek().some(({ chainNamespace }) => chainNamespace === namespace))
    core.namespace.value = namespace

  for (const { namespace: of, connectorId } of wanted) {
    const state = core.accounts[of]
    if (active[of] === connectorId) state.value = { ...state.peek(), active: connectorId }
  }
  yield* Effect.forEach(wanted, bringBack, { concurrency: "unbounded" })
  if (host) yield* Effect.andThen(persistConnections, arrive)
  if ((yield* (yield* Storage).read(storageKey("sent_transfers"))) !== undefined)
    yield* loadThen(
      () => import("../../send/steps/outcomes.ts"),
      ({ loadSentTransfers }) => loadSentTransfers,
    )
})

/**
 * Returns the connection to the app that frames the page. Returns `undefined` if there is no such app, if the site has no EVM network, or
 * if the visitor has disconnected the app.
 */
const hostOf = Effect.fnUntraced(function* (gone: ReadonlySet<string>) {
  const { core } = yield* CurrentModal
  const namespace = "eip155"
  const { host } = yield* Chains
  const connectorId = host && isNamespaceConfigured(namespace, core) ? yield* host(namespace) : undefined
  if (connectorId === undefined || gone.has(connectionName({ namespace, connectorId }))) return undefined
  return { namespace, connectorId, accounts: [] } as const
})

/** Shows the account to a visitor who opened Connect before the connection was restored. */
const arrive = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  if (core.route.peek()?.name === "Connect" && core.connection.peek()) yield* Router.reset({ name: "Account" })
})

/**
 * Restores the persisted connections of a namespace that was not available when the modal started. Does nothing without `enableReconnect`.
 */
export const restoreIn = Effect.fn("restoreIn")(function* (namespace: Namespace) {
  const { core, options } = yield* CurrentModal
  const known = yield* slicesOf(restoring)
  if (!options.enableReconnect) return
  const gone = new Set((yield* Persisted.disconnectedIds.read) ?? [])
  const held = heldConnectorIds(namespace, core.accounts[namespace].peek(), known)
  const wanted = ((yield* Persisted.connections.read) ?? []).filter(
    ({ namespace: of, connectorId }) =>
      of === namespace &&
      isConnectorEnabled(connectorId, options) &&
      !held.has(connectorId) &&
      !gone.has(`${of}:${connectorId}`),
  )
  yield* Effect.forEach(wanted, bringBack, { concurrency: "unbounded" })
})

/**
 * Restores a connection. If that fails, records it as a recent one. Then removes the connection if its session or login is over, and
 * otherwise watches its wallet. The visitor's actions in the meantime take precedence: a connection that they end stays ended, and another
 * connection that they make stays active.
 */
const bringBack = Effect.fn("bringBack")(function* (kept: Persisted.PersistedConnection) {
  const { core } = yield* CurrentModal
  const { awaited } = yield* slicesOf(restoring)
  const state = core.accounts[kept.namespace]
  awaited.add(kept)
  const back = fetchGrantedAccounts(kept, (connection) => {
    if (awaited.has(kept)) state.value = withReconnected(choosing(connection, kept.chosen))(state.peek())
    return awaited.has(kept)
  })
  const missed = Effect.suspend(() => (awaited.has(kept) ? rememberEnded(kept) : Effect.void))
  const over = Effect.flatMap(isOver(kept), (gone) => (gone ? leave(kept) : watchWallet(kept)))
  // Persisted again: the wallet may have switched networks since the last visit, or be active in a namespace that had no active wallet.
  yield* Effect.catch(Effect.andThen(back, persistActive), () => Effect.andThen(missed, over))
  if (!awaited.delete(kept)) yield* unwatchWallet(kept)
  yield* leaveConnect
})

/** Whether a relay connection has lost its session, or the embedded wallet is logged out. False if that cannot be determined. */
const isOver = Effect.fnUntraced(function* ({ connectorId }: Persisted.PersistedConnection) {
  if (connectorId === embeddedConnectorId)
    return (
      (yield* loadThen(
        () => import("../../embedded/steps/login.ts"),
        ({ isLoggedOut }) => isLoggedOut,
      )) ?? false
    )
  if (connectorId !== walletConnectId) return false
  return yield* Effect.orElseSucceed(
    Effect.map((yield* Relay).restore, (session) => session === undefined),
    () => false,
  )
})

const leave = Effect.fnUntraced(function* (kept: Persisted.PersistedConnection) {
  const { awaited } = yield* slicesOf(restoring)
  if (!awaited.delete(kept)) return
  yield* withoutOver(kept.namespace, kept.connectorId)
  yield* persistConnections
})
