import * as Effect from "effect/Effect"
import type { Namespace } from "../domain/namespaces.ts"
import type { Route, SocialProvider } from "../domain/route.ts"
import { authConnector } from "../domain/wallets.ts"
import * as Kept from "../kept.ts"
import { Modal, use } from "../modal.ts"
import * as Router from "../router.ts"
import { activeConnection } from "../state/core.ts"
import { wallets } from "../state/wallets.ts"
import { until } from "../until.ts"
import { connect } from "./connect.ts"

/**
 * Connects the embedded wallet that somebody has just logged in to: by a social provider, else by e-mail. `wanted`: the namespace
 * whose account is used.
 */
export const enter = Effect.fn("enter")(function* (provider?: SocialProvider, wanted?: Namespace) {
  yield* provider ? Kept.connectedSocial.write(provider) : Kept.connectedSocial.forget
  const namespace = yield* served(wanted)
  const { core } = yield* Modal
  const connection = yield* connect({ wallet: authConnector, ...(namespace && { namespace }) })
  // As it is kept: with who has logged in, and by what.
  return activeConnection(core.accounts[connection.namespace].peek()) ?? connection
})

/** The namespace of a login: the wanted one or the one in use, where the embedded wallet has accounts on it, else the first that it has. */
const served = Effect.fnUntraced(function* (wanted?: Namespace) {
  const { core } = yield* Modal
  const own = yield* authNamespaces
  return [wanted, core.namespace.peek()].find((one) => one && own.includes(one)) ?? own[0]
})

/**
 * Leads the visitor to a chain that the embedded wallet has accounts on, if the one in use is none. The answer is whether it is one
 * now.
 */
export const onAuthChain = Effect.fn("onAuthChain")(function* (wanted?: Namespace) {
  const { core } = yield* Modal
  const own = yield* authNamespaces
  const stands = () => own.includes(wanted ?? core.namespace.peek())
  if (stands()) return true
  const network = core.networks.peek().find(({ chainNamespace }) => own.includes(chainNamespace))
  // Who has no such chain learns from the login itself why it cannot be.
  if (!network) return own.length === 0
  const route: Route = { name: "SwitchNetwork", network: network.caipNetworkId }
  yield* Router.push(route)
  yield* until(() => (core.stack.value.includes(route) ? undefined : true))
  return stands()
})

const authNamespaces = Effect.map(use(wallets), ({ installed }) =>
  installed.peek().flatMap(({ type, chain }) => (type === "AUTH" ? [chain] : [])),
)
