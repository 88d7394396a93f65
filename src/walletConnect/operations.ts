import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Browser } from "../../services/Browser.ts"
import { Chains } from "../../services/Chains.ts"
import { type ApprovedSession, Relay, type RelaySession } from "../../services/Relay.ts"
import { Siwx } from "../../services/Siwx.ts"
import { connecting } from "../connections/first-paint/state.ts"
import type { Connection } from "../connections/opening/model.ts"
import { whileConnecting } from "../connections/steps/attempts.ts"
import { activateConnection, afterConnect, allConnections } from "../connections/steps/connected.ts"
import type { AddWalletIntent } from "../connections/steps/showAmongWallets.ts"
import { parseAccountId } from "../core/caip.ts"
import { ConnectorSupportsNoChain, InvalidInput, WalletConnectConnectorNotFound } from "../errors/index.ts"
import type { Words } from "../notifications/first-paint/model/snack.ts"
import { showSnack } from "../notifications/steps/snack.ts"
import type { Namespace } from "../options/namespaces.ts"
import type { Network } from "../options/networks.ts"
import * as Persisted from "../persistence/opening/persisted.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { ignoreFailure, loadThen } from "../runtime/lazy.ts"
import { trackFresh } from "../runtime/track.ts"
import type { Wallet } from "../wallets/first-paint/model/wallet.ts"
import { walletConnectId } from "../wallets/first-paint/state/walletConnectConnector.ts"
import { isConnectorEnabled } from "../wallets/state/offered.ts"
import { rememberRecentWallet } from "../wallets/steps.ts"
import { pairing as limits } from "./limits.ts"
import { pairing } from "./opening/state.ts"
import { raiseRelayAlert } from "./steps.ts"

/**
 * Step: connects any wallet that scans the code or opens the link. Calls `paired` with each pairing URI, which is replaced before it
 * expires until a wallet responds. Fails with WalletConnectConnectorNotFound if the site has turned WalletConnect off, with
 * ConnectorSupportsNoChain if the wallet approves none of the networks, with AuthenticationInitFailed if a sign-in signed together with the
 * approval is not accepted, and with the errors of `Relay.connect`.
 */
export const connectRelay = Effect.fn("connectRelay")(function* (input: { readonly paired?: (uri: string) => void }) {
  const { core, options } = yield* CurrentModal
  const relay = yield* Relay
  const { enabled: signsIn } = yield* Siwx
  const { code } = yield* slicesOf(pairing)
  if (!isConnectorEnabled(walletConnectId, options)) return yield* Effect.fail(new WalletConnectConnectorNotFound())
  const networks = core.networks.peek()
  const paired = (uri: string, now: number) => {
    code.value = { uri, expiresAt: now + limits.lifetime }
    input.paired?.(uri)
  }

  const attempt = Effect.gen(function* () {
    const signIn = signsIn
      ? yield* loadThen(oneClick, ({ oneClickAuthRequest }) => oneClickAuthRequest(networks))
      : undefined
    const now = yield* Clock.currentTimeMillis
    const requested = { networks, onUri: (uri: string) => paired(uri, now), ...(signIn && { signIn }) }
    return yield* Effect.tapError(relay.connect(requested), raiseRelayAlert)
  })
  const fresh = Effect.timeoutOrElse(attempt, {
    duration: limits.lifetime - limits.margin,
    orElse: () => Effect.succeed(undefined),
  })
  const session = Effect.ensuring(
    Effect.repeat(fresh, { until: (session) => session !== undefined }),
    Effect.sync(() => {
      code.value = undefined
    }),
  )
  return yield* whileConnecting(
    core.namespace.peek(),
    Effect.uninterruptibleMask((open) => Effect.flatMap(open(session), (approved) => settle(approved, networks))),
  )
})

/**
 * Flow: shows a code until a wallet approves, then completes the modal. Does nothing if the site supplied the code, because the site then
 * processes the response itself.
 */
export const pair = Effect.fn("pair")(function* (wallet?: Wallet, joining: AddWalletIntent = {}) {
  const { progress } = yield* slicesOf(connecting)
  const { given, linking } = yield* slicesOf(pairing)
  if (given.peek() !== undefined) return
  linking.value = undefined
  yield* Persisted.deepLink.forget
  const before = yield* allConnections
  const connection = yield* trackFresh(progress, connectRelay({}))
  if (!connection) return
  if (wallet) yield* rememberRecentWallet(wallet)
  yield* afterConnect({ connection, before, joining })
})

/** Flow: copies the pairing code to the clipboard and shows whether that worked. */
export const copyCode = Effect.fn("copyCode")(function* (
  uri: string,
  messages: { readonly copied: Words; readonly failed: Words; readonly done?: () => void },
) {
  const copied = yield* (yield* Browser).copy(uri)
  if (copied) messages.done?.()
  yield* showSnack(copied ? messages.copied : messages.failed, copied ? "success" : "error")
})

const oneClick = () => import("../siwx/steps/oneClickAuth.ts")

const settle = Effect.fn("relaySettled")(function* (session: ApprovedSession, networks: readonly Network[]) {
  const { core } = yield* CurrentModal
  const found = connectionsOf(session, networks)
  const preferred = found.find(({ namespace }) => namespace === core.namespace.peek()) ?? found[0]
  if (!preferred) {
    yield* ignoreFailure((yield* Relay).disconnect)
    return yield* Effect.fail(new ConnectorSupportsNoChain())
  }
  const { signed } = session
  const untaken =
    signed && (yield* loadThen(oneClick, ({ acceptOneClickAuth }) => acceptOneClickAuth(signed, networks, preferred)))
  if (untaken) {
    yield* ignoreFailure((yield* Relay).disconnect)
    return yield* Effect.fail(untaken)
  }
  for (const connection of found) if (connection !== preferred) yield* rememberInactive(connection)
  for (const namespace of unserved(session, networks)) yield* warn(namespace, new ConnectorSupportsNoChain())
  yield* activateConnection(preferred)
  return preferred
})

/** Connects a namespace beside the active one if its adapter is available. Otherwise, raises an alert with the reason. */
const rememberInactive = Effect.fnUntraced(function* (connection: Connection) {
  const { namespace } = connection
  yield* Effect.matchEffect((yield* Chains).get(namespace), {
    onSuccess: () => activateConnection(connection),
    onFailure: (cause) => warn(namespace, cause),
  })
})

const warn = (namespace: Namespace, { message }: Error) =>
  loadThen(
    () => import("../notifications/flows.ts"),
    ({ raiseAlert }) => raiseAlert("APKTW001", { namespace, cause: message }),
  )

/** Returns the site's namespaces in which a wallet has approved accounts, but on none of the site's networks. */
const unserved = (session: RelaySession, networks: readonly Network[]): readonly Namespace[] => {
  const approved = accountsOf(session).map(({ namespace }) => namespace)
  const connected = connectionsOf(session, networks).map(({ namespace }) => namespace)
  return [...new Set(networks.map(({ chainNamespace }) => chainNamespace))].filter(
    (namespace) => approved.includes(namespace) && !connected.includes(namespace),
  )
}

const accountsOf = ({ accounts }: RelaySession) =>
  accounts.flatMap((id) => {
    const account = parseAccountId(id)
    return account instanceof InvalidInput ? [] : [account]
  })

/**
 * Returns one connection per namespace with accounts on the site's networks. It has the accounts on the first such network, without
 * duplicates.
 */
const connectionsOf = (session: RelaySession, networks: readonly Network[]): readonly Connection[] => {
  const parsed = accountsOf(session)
  const namespaces = [...new Set(parsed.map(({ namespace }) => namespace))]
  return namespaces.flatMap((namespace: Namespace) => {
    const own = parsed.filter((account) => account.namespace === namespace)
    const network = networks.find(({ caipNetworkId }) => own.some((account) => account.caipNetworkId === caipNetworkId))
    if (!network) return []
    const here = own.filter(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId)
    const accounts = [...new Set(here.map(({ address }) => address))].map((address) => ({ address }))
    return [
      {
        namespace,
        connectorId: walletConnectId,
        accounts,
        caipNetwork: network,
      },
    ]
  })
}
