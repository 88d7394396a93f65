import * as Effect from "effect/Effect"
import { Chains } from "../../services/Chains.ts"
import type { Namespace } from "../domain/namespaces.ts"
import type { Route } from "../domain/route.ts"
import { choosing, holds } from "../domain/switching.ts"
import { authConnector } from "../domain/wallets.ts"
import { quietly } from "../lazily.ts"
import { Modal, use } from "../modal.ts"
import * as Router from "../router.ts"
import { connecting } from "../state/connecting.ts"
import { profile } from "../state/profile.ts"
import type { Words } from "../state/snack.ts"
import { identityOf } from "./account.ts"
import type { Joined } from "./connect.ts"
import { disconnect, forgetConnection } from "./connections.ts"
import { keep } from "./keep.ts"
import { goTo } from "./open.ts"
import { recall, recentOf } from "./recents.ts"
import { relayConnector } from "./relayConnector.ts"
import { say } from "./snack.ts"
import { takeConnection } from "./switchConnection.ts"

/** An account of a connection, among the visitor's wallets. */
export interface AccountOf {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly address: string
}

/** Flow: use another account that is connected. The view says what came of it. */
export const switchTo = Effect.fn("switchTo")(function* (
  to: AccountOf,
  told: { readonly wallet: Words; readonly account: Words; readonly failed: Words },
) {
  const { core } = yield* Modal
  const before = core.connection.peek()
  const same = before?.connectorId === to.connectorId && before.namespace === to.namespace
  yield* busyWith(
    `switch:${keyOfAccount(to)}`,
    Effect.matchEffect(takeConnection(to), {
      onSuccess: () => say(same ? told.account : told.wallet),
      onFailure: () => say(told.failed, "error"),
    }),
  )
})

/**
 * Flow: connect once more what is over. Its wallet asks in a view of its own, a code is shown, or the visitor logs in by e-mail. A
 * social login begins in the view, since its window is opened in the click. An entry of an earlier version does not say which login
 * it was: then the visitor chooses.
 */
export const connectAgain = Effect.fn("connectAgain")(function* (to: AccountOf, name: string) {
  const { recentWallets } = yield* use(connecting)
  const { namespace, connectorId, address: account } = to
  if (connectorId === authConnector) {
    const { auth } = (yield* recentOf(to)) ?? {}
    return yield* goTo(
      auth?.name === "email" ? { name: "EmailLogin", namespace, account } : { name: "Connect", namespace },
    )
  }
  const wallet = recentWallets.peek().find((one) => one.name === name)?.id
  yield* goTo(
    connectorId === relayConnector
      ? { name: "ConnectingWalletConnect", account, ...(wallet !== undefined && { wallet }) }
      : { name: "ConnectingExternal", connector: connectorId, namespace, account },
  )
})

/** Flow: show what the account in use holds. */
export const showAccount = Effect.fn("showAccount")(function* () {
  yield* Router.change((stack) => {
    const at = stack.findIndex(({ name }) => name === "Account")
    return at < 0 ? [...stack, { name: "Account" }] : stack.slice(0, at + 1)
  })
})

/** Flow: choose a wallet to stand beside the others of a namespace. */
export const addWallet = Effect.fn("addWallet")(function* (namespace: Namespace) {
  yield* Router.push({ name: "ConnectWallets", namespace })
})

/** Flow: sign out of a wallet, or of all of a namespace. The modal stays while others are connected. */
export const signOutOf = Effect.fn("signOutOf")(function* (
  one: { readonly namespace: Namespace; readonly connectorId?: string },
  told: { readonly done: Words; readonly failed: Words },
) {
  yield* busyWith(
    `end:${one.namespace}:${one.connectorId ?? ""}`,
    Effect.matchEffect(disconnect(one), {
      onSuccess: () => say(told.done),
      onFailure: () => say(told.failed, "error"),
    }),
  )
})

/** Flow: take a connection from the recent ones. */
export const forget = Effect.fn("forget")(function* (
  one: AccountOf,
  told: { readonly done: Words; readonly failed: Words },
) {
  yield* busyWith(
    `forget:${keyOfAccount(one)}`,
    Effect.matchEffect(forgetConnection(one), {
      onSuccess: () => say(told.done),
      onFailure: () => say(told.failed, "error"),
    }),
  )
})

/** Flow: what the view of the visitor's wallets needs beside the state: those that are over, and the names of a namespace's accounts. */
export const learnWallets = Effect.fn("learnWallets")(function* (namespace: Namespace) {
  const { core } = yield* Modal
  const { identities } = yield* use(profile)
  yield* recall
  const { connections, caipNetworkId } = core.accounts[namespace].peek()
  const own = core.networks.peek().filter(({ chainNamespace }) => chainNamespace === namespace)
  const network = own.find((one) => one.caipNetworkId === caipNetworkId) ?? own[0]
  const chain = yield* Effect.orElseSucceed((yield* Chains).get(namespace), () => undefined)
  if (!network || !chain) return
  const unknown = connections
    .flatMap(({ accounts }) => accounts)
    .filter(({ address }) => identities.peek()[`${namespace}:${address}`] === undefined)
  yield* Effect.forEach(
    unknown,
    ({ address }) =>
      Effect.matchEffect(identityOf(chain, { network, address }), {
        onSuccess: (found) =>
          Effect.sync(() => {
            identities.value = { ...identities.peek(), [`${namespace}:${address}`]: found }
          }),
        // Without its name an account goes by its address.
        onFailure: () => Effect.void,
      }),
    { concurrency: "unbounded" },
  )
})

/**
 * What follows a connection that came beside others, or that is one of old: its account is used, and the visitor is back among their
 * wallets. The answer is whether they are.
 */
export const join = Effect.fn("join")(function* ({ connection, before, joining: { account, told } }: Joined) {
  const { core } = yield* Modal
  const { namespace, connectorId } = connection
  if (account !== undefined && holds(connection, account) && connectorId === authConnector)
    yield* quietly(takeConnection({ namespace, connectorId, address: account }))
  else if (account !== undefined && holds(connection, account)) {
    const state = core.accounts[namespace]
    const connections = state
      .peek()
      .connections.map((one) => (one.connectorId === connectorId ? choosing(one, account) : one))
    state.value = { ...state.peek(), connections }
    yield* keep
  }
  const stack = core.stack.peek()
  const at = stack.findIndex(({ name }) => name === "ProfileWallets")
  const beside = before.some((one) => one.namespace === namespace)
  if (at < 0 && !(beside && core.remoteFeatures.peek().multiWallet)) return false
  const wallets: Route = { name: "ProfileWallets", namespace }
  const linked = connection.accounts.every(({ address }) =>
    before.some((one) => one.namespace === namespace && holds(one, address)),
  )
  if (told) yield* say(linked ? told.linked : told.added)
  yield* Router.change(() => (at < 0 ? [{ name: "Account" }, wallets] : [...stack.slice(0, at), wallets]))
  return true
})

const keyOfAccount = ({ namespace, connectorId, address }: AccountOf) => `${namespace}:${connectorId}:${address}`

/** One thing at a time: what is pressed meanwhile is not done. */
const busyWith = <E, R>(key: string, run: Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const { busy } = yield* use(profile)
    if (busy.peek() !== undefined) return
    busy.value = key
    yield* Effect.ensuring(
      run,
      Effect.sync(() => {
        busy.value = undefined
      }),
    )
  })
