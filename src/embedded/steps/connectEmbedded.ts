import * as Effect from "effect/Effect"
import { connectChosen } from "../../connect/operations.ts"
import type { Route } from "../../navigation/first-paint/model/routes.ts"
import type { Namespace } from "../../options/namespaces.ts"
import type { SocialProvider } from "../../options/remoteFeatures.ts"
import * as Persisted from "../../persistence/opening/persisted.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import * as Router from "../../runtime/router.ts"
import { untilSignal } from "../../runtime/untilSignal.ts"
import { activeConnection } from "../../stub/state.ts"
import { wallets } from "../../wallets/first-paint/state/wallets.ts"
import { embeddedConnectorId } from "../first-paint/model/embeddedConnector.ts"

/** Connects the embedded wallet after a login, with a social provider or else by email. `wanted`: the preferred namespace. */
export const connectEmbedded = Effect.fn("connectEmbedded")(function* (provider?: SocialProvider, wanted?: Namespace) {
  yield* provider ? Persisted.connectedSocial.write(provider) : Persisted.connectedSocial.forget
  const namespace = yield* served(wanted)
  const { core } = yield* CurrentModal
  const connection = yield* connectChosen({ wallet: embeddedConnectorId, ...(namespace && { namespace }) })
  // The connection in the state has the details of the login.
  return activeConnection(core.accounts[connection.namespace].peek()) ?? connection
})

/**
 * Returns the namespace for a login: the wanted or active one if the embedded wallet has accounts in it, or else the wallet's first.
 * `undefined` if there is no embedded wallet.
 */
const served = Effect.fnUntraced(function* (wanted?: Namespace) {
  const { core } = yield* CurrentModal
  const own = yield* authNamespaces
  return [wanted, core.namespace.peek()].find((one) => one && own.includes(one)) ?? own[0]
})

/**
 * Asks the visitor to switch to a network of the embedded wallet, unless the wanted or active namespace is one of the wallet's. Returns
 * whether the login can continue.
 */
export const ensureEmbeddedNetwork = Effect.fn("ensureEmbeddedNetwork")(function* (wanted?: Namespace) {
  const { core } = yield* CurrentModal
  const own = yield* authNamespaces
  const isReady = () => own.includes(wanted ?? core.namespace.peek())
  if (isReady()) return true
  const network = core.networks.peek().find(({ chainNamespace }) => own.includes(chainNamespace))
  // Without an embedded wallet, the login itself fails with the reason.
  if (!network) return own.length === 0
  const route: Route = { name: "SwitchNetwork", network: network.caipNetworkId }
  yield* Router.push(route)
  yield* untilSignal(() => (core.stack.value.includes(route) ? undefined : true))
  return isReady()
})

const authNamespaces = Effect.map(slicesOf(wallets), ({ installed }) =>
  installed.peek().flatMap(({ type, chain }) => (type === "AUTH" ? [chain] : [])),
)
