import * as Effect from "effect/Effect"
import { Browser } from "../../services/Browser.ts"
import { Chains } from "../../services/Chains.ts"
import { Siwx } from "../../services/Siwx.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { connecting } from "../connections/first-paint/state.ts"
import { preferring } from "../connections/model/switching.ts"
import type { Connection } from "../connections/opening/model.ts"
import { withConnection, withoutConnection } from "../connections/state/connections.ts"
import { withApprovedNetworks } from "../connections/steps/approval.ts"
import { watchWallet } from "../connections/steps/follow.ts"
import { persistConnections } from "../connections/steps/persist.ts"
import { requestedAccountType } from "../connections/steps/requestedAccountType.ts"
import { slice } from "../core/first-paint/slice.ts"
import { announceWait } from "../core/limits.ts"
import { NetworkNotFound, NoConnectorForConnection } from "../errors/index.ts"
import { completeModal, leaveConnect } from "../navigation/opening/flows.ts"
import { continueAt } from "../navigation/opening/state.ts"
import { openAt } from "../navigation/opening/steps.ts"
import { networkSupport } from "../network/opening/state/support.ts"
import type { Words } from "../notifications/first-paint/state.ts"
import { quoted } from "../options/guards.ts"
import type { Namespace } from "../options/namespaces.ts"
import * as Kept from "../persistence/opening/persisted.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { withWalletPrompt } from "../runtime/dialogDemotion.ts"
import { loadThen } from "../runtime/lazy.ts"
import { prompt } from "../runtime/prompt.ts"
import { trackFresh } from "../runtime/track.ts"
import { untilSignal } from "../runtime/untilSignal.ts"
import { siwx } from "../siwx/first-paint/state.ts"
import { enforceSignIn } from "../siwx/steps/enforce.ts"
import { disconnectedState } from "../stub/state.ts"
import { pairing } from "../walletConnect/opening/state.ts"
import { connectRelay } from "../walletConnect/operations.ts"
import {
  type Connector,
  connectorFor,
  embeddedConnectorId,
  findConnector,
} from "../wallets/first-paint/model/wallet.ts"
import { walletConnectId } from "../wallets/first-paint/state/walletConnectConnector.ts"
import { wallets } from "../wallets/first-paint/state/wallets.ts"
import { rememberRecentWallet } from "../wallets/steps.ts"

/**
 * Operation: connects a wallet, makes it active and persists the connection. `wallet` is a connector ID, an rdns or a wallet ID;
 * "walletConnect" connects through the relay. Waits briefly for a wallet that has not announced itself yet.
 */
export const connect = Effect.fn("connect")(function* (input: {
  readonly wallet: string
  readonly namespace?: Namespace
}) {
  if (input.wallet === walletConnectId) return yield* connectRelay({})
  const { core } = yield* CurrentModal
  const wallet = yield* announced(input.wallet)
  const { installed } = yield* slicesOf(wallets)
  const active = core.namespace.peek()
  // The embedded wallet has a connector in each of its namespaces.
  const connector =
    wallet.type === "AUTH"
      ? (findConnector(installed.peek(), wallet.id, input.namespace ?? active) ?? wallet)
      : connectorFor(wallet, { id: input.wallet, namespace: input.namespace, active })
  if (!connector)
    return yield* Effect.fail(
      new NoConnectorForConnection(`${wallet.name} (${wallet.id}) does not serve ${input.namespace ?? active}`),
    )
  return yield* connectWith(connector, input.namespace ?? connector.chain)
})

/** Flow: connects a browser wallet, then shows the account. */
export const connectExternal = Effect.fn("connectExternal")(function* (
  connectorId: string,
  namespace?: Namespace,
  joining: AddWalletIntent = {},
) {
  // On a retry this runs inside the click, so the connector can open its window.
  ;(yield* Chains).pressed?.(connectorId)
  const { progress } = yield* slicesOf(connecting)
  const telemetry = yield* Telemetry
  const before = yield* allConnections

  const connection = yield* trackFresh(progress, connect({ wallet: connectorId, ...(namespace && { namespace }) }))
  const now = progress.peek()
  if (now.is === "failed")
    yield* telemetry.track({ event: "CONNECT_ERROR", properties: { message: now.error.message } })
  if (connection) yield* afterConnect({ connection, before, joining })
})

/** All connections, of every namespace. */
export const allConnections = Effect.map(CurrentModal, ({ core }) =>
  Object.values(core.accounts).flatMap((state) => state.peek().connections),
)

/** Options for a connection added beside others: the account to use, and the messages to show. */
export interface AddWalletIntent {
  readonly account?: string | undefined
  readonly told?: { readonly added: Words; readonly linked: Words }
}

/** A new connection, and the connections before it. */
export interface AddedConnection {
  readonly connection: Connection
  readonly before: readonly Connection[]
  readonly joining: AddWalletIntent
}

/**
 * Runs after a connection that the visitor waited for. Completes the modal, unless the wallet is on an unsupported network, the
 * visitor has to sign in, or the connection was added beside others.
 */
export const afterConnect = Effect.fn("afterConnect")(function* (joined?: AddedConnection) {
  const { route } = yield* slicesOf(continueAt)
  const { unsupported } = yield* slicesOf(networkSupport)
  const { enabled } = yield* Siwx
  if (unsupported.peek()) return void (yield* openAt({ name: "UnsupportedChain" }))
  if (
    enabled &&
    ((yield* loadThen(signIn, ({ checkSignIn }) => checkSignIn({ asks: true }))) ?? (yield* enforceSignIn))
  )
    return
  if (joined && !route.peek() && (joined.before.length > 0 || joined.joining.account !== undefined)) {
    const listed = yield* loadThen(
      () => import("../connections/flows/profileWallets.ts"),
      ({ showAmongWallets }) => showAmongWallets(joined),
    )
    if (listed) return
  }
  yield* completeModal
})

const signIn = () => import("../siwx/steps/signIn.ts")

/** Makes a connection the active one and persists it. */
export const activateConnection = Effect.fn("activateConnection")(function* (connection: Connection) {
  const { core, options } = yield* CurrentModal
  const { namespace, connectorId } = connection
  const { installed } = yield* slicesOf(wallets)
  const { lapsed } = yield* slicesOf(connecting)
  const { linking } = yield* slicesOf(pairing)
  const { fresh } = yield* slicesOf(siwx)
  const telemetry = yield* Telemetry

  fresh.value = true
  const known = preferring(yield* withApprovedNetworks(connection), options.defaultAccountTypes[namespace])
  // Watch the wallet before publishing the connection: readers may use it at once.
  yield* watchWallet(connection)
  core.accounts[namespace].value = withConnection(known)(core.accounts[namespace].peek())
  core.namespace.value = namespace
  lapsed.value = undefined
  yield* Kept.disconnectedIds.write(
    ((yield* Kept.disconnectedIds.read) ?? []).filter((id) => id !== `${namespace}:${connectorId}`),
  )
  yield* persistConnections
  const wallet = findConnector(installed.peek(), connectorId, namespace)
  if (wallet && connectorId !== walletConnectId && connectorId !== embeddedConnectorId)
    yield* rememberRecentWallet({
      id: connectorId,
      name: wallet.name,
      ...(wallet.imageUrl && { image_url: wallet.imageUrl }),
      ...(wallet.imageId && { image_id: wallet.imageId }),
    })
  yield* leaveConnect
  yield* (yield* Browser).tell({ is: "changed" })
  yield* telemetry.track({
    event: "CONNECT_SUCCESS",
    properties: {
      method: methodOf(connectorId, linking.peek() !== undefined),
      name: known.peer ?? wallet?.name ?? connectorId,
    },
  })
})

const methodOf = (connectorId: string, linked: boolean) => {
  if (connectorId === embeddedConnectorId) return "email"
  if (connectorId !== walletConnectId) return "browser"
  return linked ? "mobile" : "qrcode"
}

/** Offers an approval that arrived after the visitor left. */
export const offerLateApproval = Effect.fn("offerLateApproval")(function* (connection: Connection) {
  const { offered } = yield* slicesOf(connecting)
  offered.value = connection
})

/** Shows a namespace as connecting during `attempt`. With several attempts, the last one to end resets the status. */
export const whileConnecting = <A, E, R>(namespace: Namespace, attempt: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { core } = yield* CurrentModal
    const under = yield* slicesOf(attempts)
    const state = core.accounts[namespace]
    under.set(namespace, (under.get(namespace) ?? 0) + 1)
    if (state.peek().status === "disconnected") state.value = { ...state.peek(), status: "connecting" }
    return yield* Effect.ensuring(
      attempt,
      Effect.sync(() => {
        const left = (under.get(namespace) ?? 0) - 1
        under.set(namespace, left)
        if (left === 0 && state.peek().status === "connecting")
          state.value = { ...state.peek(), status: disconnectedState.status }
      }),
    )
  })

/** Number of running connection attempts per namespace. */
const attempts = slice(() => new Map<Namespace, number>())

/** Removes an ended connection from its namespace, which stays connecting while another attempt runs. */
export const withoutOver = Effect.fnUntraced(function* (namespace: Namespace, connectorId: string) {
  const { core } = yield* CurrentModal
  const under = yield* slicesOf(attempts)
  const state = core.accounts[namespace]
  const next = withoutConnection(connectorId)(state.peek())
  const connecting = next.status === "disconnected" && (under.get(namespace) ?? 0) > 0
  state.value = connecting ? { ...next, status: "connecting" } : next
})

const connectWith = Effect.fn("connectWith")(function* (connector: Connector, namespace: Namespace) {
  const { core } = yield* CurrentModal
  const selected = core.accounts[namespace].peek().caipNetworkId
  const networks = core.networks.peek().filter((network) => network.chainNamespace === namespace)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === selected) ?? networks[0]
  if (!network) return yield* Effect.fail(new NetworkNotFound(`The option \`networks\` has no network of ${namespace}`))
  const chain = yield* (yield* Chains).get(namespace)
  const type = yield* requestedAccountType(connector.id, namespace)
  const asked = chain.connect({ connectorId: connector.id, network, ...type })

  return yield* whileConnecting(
    namespace,
    prompt(`connect:${namespace}:${connector.id}`, {
      ask: withWalletPrompt(connector.id, asked),
      after: activateConnection,
      late: offerLateApproval,
    }),
  )
})

const announced = Effect.fn("announced")(function* (id: string) {
  const { installed } = yield* slicesOf(wallets)
  const found = untilSignal(() =>
    installed.value.find((connector) =>
      [connector, ...(connector.connectors ?? [])].some(
        (one) => one.id === id || one.info?.rdns === id || one.explorerId === id,
      ),
    ),
  )
  return yield* Effect.timeoutOrElse(found, {
    duration: announceWait,
    orElse: () =>
      Effect.fail(
        new NoConnectorForConnection(
          `No wallet on this page has the id ${quoted(id)}. There are: ${installed
            .peek()
            .map((one) => one.info?.rdns ?? one.id)
            .join(", ")}`,
        ),
      ),
  })
})
