import * as Effect from "effect/Effect"
import { Siwx } from "../../../services/Siwx.ts"
import { Telemetry } from "../../../services/Telemetry.ts"
import { embeddedConnectorId } from "../../embedded/first-paint/model/embeddedConnector.ts"
import { completeModal, leaveConnect } from "../../navigation/opening/flows.ts"
import { continueAt } from "../../navigation/opening/state.ts"
import { openAt } from "../../navigation/opening/steps.ts"
import { networkSupport } from "../../network/opening/state/support.ts"
import * as Persisted from "../../persistence/opening/persisted.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { loadThen } from "../../runtime/lazy.ts"
import { siwx } from "../../siwx/first-paint/state.ts"
import { abandonRequiredSignIn } from "../../siwx/steps/abandonSignIn.ts"
import { pairing } from "../../walletConnect/opening/state.ts"
import { findConnector } from "../../wallets/first-paint/model/connector.ts"
import { walletConnectId } from "../../wallets/first-paint/state/walletConnectConnector.ts"
import { wallets } from "../../wallets/first-paint/state/wallets.ts"
import { rememberRecentWallet } from "../../wallets/steps.ts"
import { connecting } from "../first-paint/state.ts"
import { preferring } from "../model/switching.ts"
import type { Connection } from "../opening/model.ts"
import { withConnection } from "../state/connections.ts"
import { withApprovedNetworks } from "./approval.ts"
import { watchWallet } from "./follow.ts"
import { persistConnections } from "./persist.ts"
import type { AddedConnection } from "./showAmongWallets.ts"

/** Returns the connections of all namespaces. */
export const allConnections = Effect.map(CurrentModal, ({ core }) =>
  Object.values(core.accounts).flatMap((state) => state.peek().connections),
)

/**
 * Shows what follows a connection that the visitor waited for: UnsupportedChain if the network is not supported, the sign-in if one is
 * needed, or the visitor's wallets if the connection was added to others. In all other cases, calls `completeModal`.
 */
export const afterConnect = Effect.fn("afterConnect")(function* (joined?: AddedConnection) {
  const { route } = yield* slicesOf(continueAt)
  const { unsupported } = yield* slicesOf(networkSupport)
  const { enabled } = yield* Siwx
  if (unsupported.peek()) return void (yield* openAt({ name: "UnsupportedChain" }))
  if (
    enabled &&
    ((yield* loadThen(signIn, ({ requestSignIn }) => requestSignIn({ evenIfOptional: true }))) ??
      (yield* abandonRequiredSignIn))
  )
    return
  if (joined && !route.peek() && (joined.before.length > 0 || joined.joining.account !== undefined)) {
    const listed = yield* loadThen(
      () => import("./showAmongWallets.ts"),
      ({ showAmongWallets }) => showAmongWallets(joined),
    )
    if (listed) return
  }
  yield* completeModal
})

const signIn = () => import("../../siwx/steps/requestSignIn.ts")

/** Makes a connection the active one, persists it and watches its wallet. */
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
  yield* Persisted.disconnectedIds.write(
    ((yield* Persisted.disconnectedIds.read) ?? []).filter((id) => id !== `${namespace}:${connectorId}`),
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

/** Offers the visitor a connection whose approval arrived after they stopped waiting for it. */
export const offerLateApproval = Effect.fn("offerLateApproval")(function* (connection: Connection) {
  const { offered } = yield* slicesOf(connecting)
  offered.value = connection
})
