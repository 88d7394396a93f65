import * as Effect from "effect/Effect"
import { Browser } from "../../../services/Browser.ts"
import { Chains } from "../../../services/Chains.ts"
import { Telemetry } from "../../../services/Telemetry.ts"
import { embeddedConnectorId } from "../../embedded/first-paint/model/embeddedConnector.ts"
import {
  ChainsNotDisconnected,
  ConnectFailed,
  NamespaceNotConfigured,
  WalletConnectConnectorNotFound,
} from "../../errors/index.ts"
import { showSnack } from "../../notifications/steps/snack.ts"
import { namespaceProblem } from "../../operations/validateOpenOptions.ts"
import { isNamespace } from "../../options/isNamespace.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { forgetResponses } from "../../persistence/caches.ts"
import * as Persisted from "../../persistence/opening/persisted.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { ignoreFailure, loadThen } from "../../runtime/lazy.ts"
import * as Router from "../../runtime/router.ts"
import { endSessionsOf } from "../../siwx/steps/endSessions.ts"
import { activeConnection } from "../../stub/state.ts"
import { findConnector } from "../../wallets/first-paint/model/connector.ts"
import { walletConnectId } from "../../wallets/first-paint/state/walletConnectConnector.ts"
import { wallets } from "../../wallets/first-paint/state/wallets.ts"
import { isConnectorEnabled } from "../../wallets/state/offered.ts"
import type { NamespaceState } from "../first-paint/model/connectionStatus.ts"
import { disconnectWait, reconnectWait } from "../limits.ts"
import { holds } from "../model/switching.ts"
import type { Connection } from "../opening/model.ts"
import { disconnectScope, withConnection, withoutConnection } from "../state/connections.ts"
import { heldConnectorIds, restoring } from "../state/restoring.ts"
import { signingOut } from "../state/signingOut.ts"
import { withApprovedNetworks } from "../steps/approval.ts"
import { whileConnecting } from "../steps/attempts.ts"
import { unwatchWallet, watchWallet } from "../steps/follow.ts"
import { persistConnections } from "../steps/persist.ts"
import { forgetRecent, rememberEnded } from "../steps/recentConnections.ts"
import { requestedAccountType } from "../steps/requestedAccountType.ts"
import { requireMultiWallet } from "../steps/requireMultiWallet.ts"
import { leaveAccount } from "../steps/useAnother.ts"

/** Wallets to disconnect: one, all of a namespace, or all. */
export interface SignOut {
  readonly namespace?: Namespace
  readonly connectorId?: string
}

/**
 * Operation: disconnects one wallet, all wallets of a namespace, or all wallets. A WalletConnect session or a login to the embedded wallet
 * ends in all of its namespaces. Also ends sign-in sessions, unless the sign-in option `signOutOnDisconnect` is false. Waits at most 3 s
 * per wallet. Ended connections are not restored after a reload, but stay among the recent connections. Closes the modal, or shows Connect
 * if the modal is embedded, unless there was no connection to end or one is still active. Fails with `ChainsNotDisconnected` if a wallet
 * reports a failure; its connection ends on this page all the same.
 */
export const disconnect = Effect.fn("disconnect")(function* (input: SignOut = {}) {
  const { core } = yield* CurrentModal
  const held = yield* slicesOf(restoring)
  const connected = Object.entries(core.accounts).some(
    ([name, state]) =>
      (input.namespace ?? name) === name &&
      [...heldConnectorIds(name as Namespace, state.peek(), held)].some((one) => (input.connectorId ?? one) === one),
  )
  yield* Effect.ensuring(endConnections(input), connected ? leaveAccount() : Effect.void)
})

/** Step: disconnects wallets like `disconnect`, but leaves it to the caller what to show next. */
export const endConnections = Effect.fn("endConnections")(function* (input: SignOut = {}) {
  const { core } = yield* CurrentModal
  const held = yield* slicesOf(restoring)
  const telemetry = yield* Telemetry
  const states = Object.entries(core.accounts).filter(
    ([name]) => input.namespace === undefined || name === input.namespace,
  )
  const failures: string[] = []

  for (const [name, state] of states) {
    const namespace = name as Namespace
    for (const connectorId of heldConnectorIds(namespace, state.peek(), held)) {
      if (input.connectorId !== undefined && input.connectorId !== connectorId) continue
      const failure = yield* endConnection({ namespace, connectorId })
      if (failure !== undefined) failures.push(failure)
    }
  }

  yield* Persisted.deepLink.forget
  if (failures.length > 0) {
    const error = new ChainsNotDisconnected(failures.join(", "))
    yield* telemetry.track({ event: "DISCONNECT_ERROR", properties: { message: error.message } })
    return yield* Effect.fail(error)
  }
  yield* telemetry.track({ event: "DISCONNECT_SUCCESS", properties: { namespace: input.namespace ?? "all" } })
})

/**
 * Operation: disconnects a wallet and removes it from the recent connections. With `address`, does so only for the connection of that
 * address. If a connection ended and none is active any more, closes the modal, or shows Connect if the modal is embedded. Fails with
 * `ChainsNotDisconnected` if the wallet reports a failure; its connection ends all the same. Unless the project enables multi-wallet,
 * raises an alert and does nothing else.
 */
export const deleteConnection = Effect.fn("deleteConnection")(function* (input: {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly address?: string
}) {
  if (yield* requireMultiWallet) yield* forgetConnection(input)
})

/** Does the same as `deleteConnection`, but even without multi-wallet. */
export const forgetConnection = Effect.fn("forgetConnection")(function* (input: {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly address?: string
}) {
  const { core } = yield* CurrentModal
  const held = yield* slicesOf(restoring)
  const state = core.accounts[input.namespace].peek()
  const here = state.connections.find(({ connectorId }) => connectorId === input.connectorId)
  const known = heldConnectorIds(input.namespace, state, held).has(input.connectorId)
  const meant = !here || input.address === undefined || holds(here, input.address)
  const failure = known && meant ? yield* endConnection(input) : undefined
  const address = here && meant ? here.accounts[0]?.address : input.address
  yield* forgetRecent({ ...input, address })
  if (known && meant) yield* leaveAccount()
  if (failure !== undefined) return yield* Effect.fail(new ChainsNotDisconnected(failure))
})

/**
 * Operation: restores a connection without a prompt, makes it active in its namespace, and returns it. Fails with ConnectFailed if the
 * wallet is locked, does not respond within 10 s, or is signed out in the meantime. Fails with NoConnectorForConnection if the wallet is
 * missing or several claim its ID, with NamespaceNotConfigured if the site has no network of the namespace, and with
 * WalletConnectConnectorNotFound if WalletConnect is turned off. Fails with AdapterNotFound if the namespace has no adapter or its code
 * cannot be loaded, and with ConnectorSupportsNoChain if the wallet supports none of the namespace's networks.
 */
export const reconnect = Effect.fn("reconnect")(function* (input: {
  readonly namespace: Namespace
  readonly connectorId: string
}) {
  const { core, options } = yield* CurrentModal
  if (!isConnectorEnabled(input.connectorId, options)) return yield* Effect.fail(new WalletConnectConnectorNotFound())
  const returned = yield* slicesOf(restoring)
  const state = core.accounts[input.namespace]
  const isHeld = () => heldConnectorIds(input.namespace, state.peek(), returned).has(input.connectorId)
  const held = isHeld()
  const back = yield* fetchGrantedAccounts(input, (connection) => {
    if (held && !isHeld()) return false
    state.value = withConnection(connection)(state.peek())
    return true
  })
  yield* persistConnections
  return back
})

/**
 * Flow: disconnects the active wallet, or without multi-wallet all wallets of the active namespace. Shows a failure in a snack. Does
 * nothing while an earlier call is running.
 */
export const signOutOfWallets = Effect.fn("signOutOfWallets")(function* () {
  const { core } = yield* CurrentModal
  const { busy } = yield* slicesOf(signingOut)
  if (busy.peek()) return
  busy.value = true
  yield* Effect.catch(disconnect(disconnectScope(core)), (error) => showSnack(error.message, "error")).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        busy.value = false
      }),
    ),
  )
})

/**
 * Flow: reconnects a locked wallet. If a wallet of this page does not grant its accounts without a prompt, opens the view that prompts. Shows
 * other failures in a snack.
 */
export const unlockWallet = Effect.fn("unlockWallet")(function* (input: {
  readonly namespace: Namespace
  readonly connectorId: string
}) {
  const { connectorId: connector, namespace } = input
  const { core } = yield* CurrentModal
  const { installed } = yield* slicesOf(wallets)
  yield* Effect.catch(Effect.asVoid(reconnect(input)), (error) => {
    const isWanted = core.accounts[namespace].peek().active === connector
    const isHere = findConnector(installed.peek(), connector, namespace) !== undefined
    const canPrompt = isHere && connector !== walletConnectId && connector !== embeddedConnectorId
    return error._tag === "ConnectFailed" && isWanted && canPrompt
      ? Router.push({ name: "ConnectingExternal", connector, namespace })
      : showSnack(error.message, "error")
  })
})

/**
 * Returns the provider of a namespace's active wallet. Its interface follows the standard of the namespace. Fails with
 * `NamespaceNotConfigured` if no wallet is connected there, with `InvalidInput` if there is no such namespace, and with `AdapterNotFound`
 * if the namespace has no adapter or the adapter cannot reach the wallet.
 */
export const providerOf = Effect.fn("providerOf")(function* (namespace: Namespace) {
  const { core } = yield* CurrentModal
  if (!isNamespace(namespace)) return yield* Effect.fail(namespaceProblem(namespace))
  const connection = activeConnection(core.accounts[namespace].peek())
  if (!connection) return yield* Effect.fail(new NamespaceNotConfigured(`No wallet is connected on ${namespace}`))
  const chain = yield* (yield* Chains).get(namespace)
  return yield* chain.provider(connection.connectorId)
})

/**
 * Fetches the accounts that a wallet still grants, without a prompt, then watches the wallet. `take` receives the connection while the
 * namespace still shows as connecting, and returns whether the connection is still wanted. Fails with ConnectFailed if `take` returns false
 * or the wallet does not respond within 10 s, with NamespaceNotConfigured if the site has no network of the namespace, and with the errors
 * of `Chain.reconnect`.
 */
export const fetchGrantedAccounts = Effect.fn("fetchGrantedAccounts")(function* (
  { namespace, connectorId }: Pick<Connection, "namespace" | "connectorId">,
  take: (connection: Connection) => boolean = () => true,
) {
  const { core } = yield* CurrentModal
  const wanted = core.accounts[namespace].peek().caipNetworkId
  const networks = core.networks.peek().filter(({ chainNamespace }) => chainNamespace === namespace)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === wanted) ?? networks[0]
  if (!network)
    return yield* Effect.fail(new NamespaceNotConfigured(`The option \`networks\` has no network of ${namespace}`))
  const chain = yield* (yield* Chains).get(namespace)

  const type = yield* requestedAccountType(connectorId, namespace)
  const request = Effect.timeoutOrElse(chain.reconnect({ connectorId, network, ...type }), {
    duration: reconnectWait,
    orElse: () => Effect.fail(new ConnectFailed()),
  })
  const taken = Effect.tap(
    Effect.flatMap(request, withApprovedNetworks),
    Effect.fnUntraced(function* (connection) {
      if (!take(connection)) yield* Effect.fail(new ConnectFailed())
    }),
  )
  const connection = yield* whileConnecting(namespace, taken)
  yield* watchWallet(connection)
  return connection
})

/**
 * Ends a connection on this page, even if its wallet fails to disconnect. Returns the wallet's error message, or `undefined`. A
 * WalletConnect session or a login to the embedded wallet ends in all of its namespaces.
 */
export const endConnection = Effect.fn("endConnection")(function* ({
  namespace,
  connectorId,
}: Pick<Connection, "namespace" | "connectorId">) {
  const { core } = yield* CurrentModal
  const held = yield* slicesOf(restoring)
  const browser = yield* Browser
  const shared = (Object.keys(core.accounts) as Namespace[]).filter((one) =>
    heldConnectorIds(one, core.accounts[one].peek(), held).has(connectorId),
  )
  const embedded = connectorId === embeddedConnectorId
  const over = embedded || connectorId === walletConnectId ? [...new Set([namespace, ...shared])] : [namespace]
  for (const one of over) yield* unwatchWallet({ namespace: one, connectorId })
  const chains = yield* Chains
  const disconnectIn = (one: Namespace) => Effect.flatMap(chains.get(one), (chain) => chain.disconnect(connectorId))
  // The embedded wallet has a session per namespace. A session whose code fails to load must not hold up the others.
  const others = embedded ? over.filter((one) => one !== namespace).map((one) => ignoreFailure(disconnectIn(one))) : []
  const notified = Effect.all([disconnectIn(namespace), ...others], { concurrency: "unbounded", discard: true })
  const notifyWallet = Effect.timeoutOrElse(notified, { duration: disconnectWait, orElse: () => Effect.void }).pipe(
    Effect.as(undefined),
    Effect.catch((error) => Effect.succeed(error.message)),
  )
  const ended = over.flatMap((one) =>
    core.accounts[one].peek().connections.filter((connection) => connection.connectorId === connectorId),
  )
  // The wallet and the site have the same time limit, so they are notified at the same time.
  const [failure] = yield* Effect.all([notifyWallet, endSessionsOf(ended)], { concurrency: "unbounded" })
  yield* forgetResponses(over.flatMap((one) => addressesOf(core.accounts[one].peek(), connectorId)))
  for (const connection of ended) yield* rememberEnded(connection)
  for (const one of over) core.accounts[one].value = withoutConnection(connectorId)(core.accounts[one].peek())
  if (embedded)
    yield* loadThen(
      () => import("../../embedded/steps/login.ts"),
      ({ forgetLogin }) => forgetLogin,
    )
  const gone = (yield* Persisted.disconnectedIds.read) ?? []
  yield* Persisted.disconnectedIds.write([...new Set([...gone, ...over.map((one) => `${one}:${connectorId}`)])])
  yield* persistConnections
  for (const one of over) yield* browser.broadcast({ type: "disconnected", namespace: one, connectorId })
  return failure
})

const addressesOf = ({ connections }: NamespaceState, connectorId: string) =>
  connections.flatMap((one) => (one.connectorId === connectorId ? one.accounts.map(({ address }) => address) : []))
