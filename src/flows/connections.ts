import * as Effect from "effect/Effect"
import { Browser } from "../../services/Browser.ts"
import { Chains } from "../../services/Chains.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { forgetAnswers } from "../caches.ts"
import type { Connection } from "../domain/connection.ts"
import {
  ChainsNotDisconnected,
  ConnectFailed,
  NamespaceNotConfigured,
  NoConnectorForConnection,
  WalletConnectConnectorNotFound,
} from "../domain/errors.ts"
import { disconnectWait, reconnectWait } from "../domain/limits.ts"
import type { Namespace } from "../domain/namespaces.ts"
import { isMethodMissing } from "../domain/rpcErrors.ts"
import * as Kept from "../kept.ts"
import { Modal, use } from "../modal.ts"
import * as Router from "../router.ts"
import { activeConnection, type NamespaceState } from "../state/core.ts"
import { holding, returning } from "../state/returning.ts"
import { signingOut } from "../state/signingOut.ts"
import { adding, without } from "../state/transitions.ts"
import { approved } from "./approved.ts"
import { whileConnecting } from "./connect.ts"
import { follow, unfollow } from "./follow.ts"
import { keep } from "./keep.ts"
import { closeModal } from "./open.ts"
import { isOn, relayConnector } from "./relayConnector.ts"
import { say } from "./snack.ts"

/**
 * Operation: sign out of a namespace's wallets, or of all. Waits 3 s at most for each wallet; what it forgets here is
 * forgotten for good, so that a reload brings nothing back.
 */
export const disconnect = Effect.fn("disconnect")(function* (input: { readonly namespace?: Namespace } = {}) {
  const { core } = yield* Modal
  const { awaited } = yield* use(returning)
  const telemetry = yield* Telemetry
  const states = Object.entries(core.accounts).filter(
    ([name]) => input.namespace === undefined || name === input.namespace,
  )
  const failures: string[] = []

  for (const [name, state] of states) {
    const namespace = name as Namespace
    for (const connectorId of holding(namespace, state.peek(), awaited)) {
      const failure = yield* end({ namespace, connectorId })
      if (failure !== undefined) failures.push(failure)
    }
  }

  yield* Kept.deepLink.forget
  if (failures.length > 0) {
    const error = new ChainsNotDisconnected(failures.join(", "))
    yield* telemetry.track({ event: "DISCONNECT_ERROR", properties: { message: error.message } })
    return yield* Effect.fail(error)
  }
  yield* telemetry.track({ event: "DISCONNECT_SUCCESS", properties: { namespace: input.namespace ?? "all" } })
})

/** Operation: sign out of one connection. */
export const deleteConnection = Effect.fn("deleteConnection")(function* (input: {
  readonly namespace: Namespace
  readonly connectorId: string
}) {
  const failure = yield* end(input)
  if (failure !== undefined) return yield* Effect.fail(new ChainsNotDisconnected(failure))
})

/** Operation: use another connection of a namespace; one that is not connected any more is asked anew. */
export const switchConnection = Effect.fn("switchConnection")(function* (input: {
  readonly namespace: Namespace
  readonly connectorId: string
}) {
  const { core } = yield* Modal
  const state = core.accounts[input.namespace]
  const known = state.peek().connections.find(({ connectorId }) => connectorId === input.connectorId)
  if (!known) return yield* Effect.fail(new NoConnectorForConnection())
  state.value = adding(known)(state.peek())
  core.namespace.value = input.namespace
  yield* keep
  return known
})

/** Operation: bring a connection back without a prompt. Fails while its wallet is locked or gone. */
export const reconnect = Effect.fn("reconnect")(function* (input: {
  readonly namespace: Namespace
  readonly connectorId: string
}) {
  const { core, options } = yield* Modal
  if (!isOn(input.connectorId, options)) return yield* Effect.fail(new WalletConnectConnectorNotFound())
  const state = core.accounts[input.namespace]
  return yield* answered(input, (connection) => {
    state.value = adding(connection)(state.peek())
  })
})

/** Flow: sign out, and close unless somebody is still connected. */
export const signOutOfWallets = Effect.fn("signOutOfWallets")(function* () {
  const { core } = yield* Modal
  const { busy } = yield* use(signingOut)
  if (busy.peek()) return
  busy.value = true
  yield* Effect.catch(disconnect({ namespace: core.namespace.peek() }), (error) => say(error.message, "error")).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        busy.value = false
      }),
    ),
  )
  if (!core.connection.peek()) yield* closeModal()
})

/**
 * Flow: wake a wallet that does not answer by itself. One that tells nothing unless its holder is asked is asked, where the visitor
 * sees it.
 */
export const wake = Effect.fn("wake")(function* (input: {
  readonly namespace: Namespace
  readonly connectorId: string
}) {
  const { connectorId: connector, namespace } = input
  yield* Effect.catch(Effect.asVoid(reconnect(input)), (error) =>
    isMethodMissing(error.cause)
      ? Router.push({ name: "ConnectingExternal", connector, namespace })
      : say(error.message, "error"),
  )
})

/** The provider that a namespace's requests go through, in the standard of the namespace. */
export const providerOf = Effect.fn("providerOf")(function* (namespace: Namespace) {
  const { core } = yield* Modal
  const connection = activeConnection(core.accounts[namespace].peek())
  if (!connection) return yield* Effect.fail(new NamespaceNotConfigured())
  const chain = yield* (yield* Chains).get(namespace)
  return yield* chain.provider(connection.connectorId)
})

/**
 * Asks a wallet for the accounts that it still grants. `take` gets them while the namespace still shows as connecting; then the
 * wallet is followed.
 */
export const answered = Effect.fn("answered")(function* (
  { namespace, connectorId }: Pick<Connection, "namespace" | "connectorId">,
  take: (connection: Connection) => void = () => {},
) {
  const { core } = yield* Modal
  const wanted = core.accounts[namespace].peek().caipNetworkId
  const networks = core.networks.peek().filter(({ chainNamespace }) => chainNamespace === namespace)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === wanted) ?? networks[0]
  if (!network) return yield* Effect.fail(new NamespaceNotConfigured())
  const chain = yield* (yield* Chains).get(namespace)

  const asked = Effect.timeoutOrElse(chain.reconnect({ connectorId, network }), {
    duration: reconnectWait,
    orElse: () => Effect.fail(new ConnectFailed()),
  })
  const taken = Effect.tap(Effect.flatMap(asked, approved), (connection) => Effect.sync(() => take(connection)))
  const connection = yield* whileConnecting(namespace, taken)
  yield* follow(connection)
  return connection
})

/**
 * Ends one connection here whatever its wallet says; the answer is why the wallet did not hear of it. A session over the relay ends
 * in all of its namespaces.
 */
export const end = Effect.fn("endConnection")(function* ({
  namespace,
  connectorId,
}: Pick<Connection, "namespace" | "connectorId">) {
  const { core } = yield* Modal
  const { awaited } = yield* use(returning)
  const browser = yield* Browser
  const shared = (Object.keys(core.accounts) as Namespace[]).filter((one) =>
    holding(one, core.accounts[one].peek(), awaited).has(connectorId),
  )
  const over = connectorId === relayConnector ? [...new Set([namespace, ...shared])] : [namespace]
  for (const one of over) yield* unfollow({ namespace: one, connectorId })
  const told = Effect.flatMap((yield* Chains).get(namespace), (chain) => chain.disconnect(connectorId))
  const failure = yield* Effect.timeoutOrElse(told, { duration: disconnectWait, orElse: () => Effect.void }).pipe(
    Effect.as(undefined),
    Effect.catch((error) => Effect.succeed(error.message)),
  )
  yield* forgetAnswers(over.flatMap((one) => addressesOf(core.accounts[one].peek(), connectorId)))
  for (const one of over) core.accounts[one].value = without(connectorId)(core.accounts[one].peek())
  const gone = (yield* Kept.disconnectedIds.read) ?? []
  yield* Kept.disconnectedIds.write([...new Set([...gone, ...over.map((one) => `${one}:${connectorId}`)])])
  yield* keep
  for (const one of over) yield* browser.tell({ is: "disconnected", namespace: one, connectorId })
  return failure
})

const addressesOf = ({ connections }: NamespaceState, connectorId: string) =>
  connections.flatMap((one) => (one.connectorId === connectorId ? one.accounts.map(({ address }) => address) : []))
