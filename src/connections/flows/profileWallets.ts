import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { Chains } from "../../../services/Chains.ts"
import { resolveIdentity } from "../../account/flows.ts"
import { refresh } from "../../balances/limits.ts"
import { embeddedConnectorId } from "../../embedded/first-paint/model/embeddedConnector.ts"
import { goTo } from "../../navigation/opening/flows.ts"
import type { Words } from "../../notifications/first-paint/model/snack.ts"
import { showSnack } from "../../notifications/steps/snack.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import * as Router from "../../runtime/router.ts"
import { walletConnectId } from "../../wallets/first-paint/state/walletConnectConnector.ts"
import { connecting } from "../first-paint/state.ts"
import { disconnect, forgetConnection } from "../operations/connections.ts"
import { switchToConnection } from "../operations/switchConnection.ts"
import { profileWallets } from "../state/profileWallets.ts"
import { loadRecentConnections, recentOf } from "../steps/recentConnections.ts"

/** Account of a connection in the list of the visitor's wallets. */
export interface AccountOf {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly address: string
}

/** Flow: switches to another of the visitor's accounts, unless an action is running. A snack shows the outcome. */
export const switchTo = Effect.fn("switchTo")(function* (
  to: AccountOf,
  messages: { readonly wallet: Words; readonly account: Words; readonly failed: Words },
) {
  const { core } = yield* CurrentModal
  const before = core.connection.peek()
  const same = before?.connectorId === to.connectorId && before.namespace === to.namespace
  yield* busyWith(
    `switch:${keyOfAccount(to)}`,
    Effect.matchEffect(switchToConnection(to), {
      onSuccess: () => showSnack(same ? messages.account : messages.wallet),
      onFailure: () => showSnack(messages.failed, "error"),
    }),
  )
})

/**
 * Flow: opens the view in which an ended connection can be established again. For the embedded wallet, this is EmailLogin after an email
 * login. After a social or unknown login, it is Connect, where the visitor clicks the login, so it can open its window. For WalletConnect,
 * `name` selects the wallet from the recent ones.
 */
export const connectAgain = Effect.fn("connectAgain")(function* (to: AccountOf, name: string) {
  const { recentWallets } = yield* slicesOf(connecting)
  const { namespace, connectorId, address: account } = to
  if (connectorId === embeddedConnectorId) {
    const { auth } = (yield* recentOf(to)) ?? {}
    return yield* goTo(
      auth?.name === "email" ? { name: "EmailLogin", namespace, account } : { name: "Connect", namespace },
    )
  }
  const wallet = recentWallets.peek().find((one) => one.name === name)?.id
  yield* goTo(
    connectorId === walletConnectId
      ? { name: "ConnectingWalletConnect", account, ...(wallet !== undefined && { wallet }) }
      : { name: "ConnectingExternal", connector: connectorId, namespace, account },
  )
})

/** Flow: shows the active account. */
export const showAccount = Effect.fn("showAccount")(function* () {
  yield* Router.change((stack) => {
    const at = stack.findIndex(({ name }) => name === "Account")
    return at < 0 ? [...stack, { name: "Account" }] : stack.slice(0, at + 1)
  })
})

/** Flow: shows the wallets of a namespace that can be connected in addition to the connected ones. */
export const addWallet = Effect.fn("addWallet")(function* (namespace: Namespace) {
  yield* Router.push({ name: "ConnectWallets", namespace })
})

/** Flow: disconnects one wallet, or all wallets of a namespace, unless an action is running. A snack shows the outcome. */
export const signOutOf = Effect.fn("signOutOf")(function* (
  one: { readonly namespace: Namespace; readonly connectorId?: string },
  messages: { readonly done: Words; readonly failed: Words },
) {
  yield* busyWith(
    `end:${one.namespace}:${one.connectorId ?? ""}`,
    Effect.matchEffect(disconnect(one), {
      onSuccess: () => showSnack(messages.done),
      onFailure: () => showSnack(messages.failed, "error"),
    }),
  )
})

/**
 * Flow: disconnects a wallet if it is connected, and removes it from the recent connections, unless an action is running. A snack shows the
 * outcome.
 */
export const forget = Effect.fn("forget")(function* (
  one: AccountOf,
  messages: { readonly done: Words; readonly failed: Words },
) {
  yield* busyWith(
    `forget:${keyOfAccount(one)}`,
    Effect.matchEffect(forgetConnection(one), {
      onSuccess: () => showSnack(messages.done),
      onFailure: () => showSnack(messages.failed, "error"),
    }),
  )
})

/**
 * Flow: loads the ended connections, and the names of a namespace's accounts. Retries names that could not be read every 30 s, until all
 * are known.
 */
export const learnWallets = Effect.fn("learnWallets")(function* (namespace: Namespace) {
  const { core } = yield* CurrentModal
  const { identities } = yield* slicesOf(profileWallets)
  yield* loadRecentConnections
  const { connections, caipNetworkId } = core.accounts[namespace].peek()
  const own = core.networks.peek().filter(({ chainNamespace }) => chainNamespace === namespace)
  const network = own.find((one) => one.caipNetworkId === caipNetworkId) ?? own[0]
  const chain = yield* Effect.orElseSucceed((yield* Chains).get(namespace), () => undefined)
  if (!network || !chain) return
  const addresses = connections.flatMap(({ accounts }) => accounts).map(({ address }) => address)
  const unknown = () => addresses.filter((address) => identities.peek()[`${namespace}:${address}`] === undefined)
  const learn = Effect.suspend(() =>
    Effect.forEach(
      unknown(),
      (address) =>
        Effect.matchEffect(resolveIdentity(chain, { network, address }), {
          onSuccess: (found) =>
            Effect.sync(() => {
              identities.value = { ...identities.peek(), [`${namespace}:${address}`]: found }
            }),
          // Without a name, an account shows its address.
          onFailure: () => Effect.void,
        }),
      { concurrency: "unbounded" },
    ),
  )
  yield* Effect.repeat(learn, {
    until: () => unknown().length === 0,
    schedule: Schedule.spaced(refresh.balanceRetryBlock),
  })
})

const keyOfAccount = ({ namespace, connectorId, address }: AccountOf) => `${namespace}:${connectorId}:${address}`

/** Runs an action, unless another one is still running. */
const busyWith = <E, R>(key: string, run: Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const { busy } = yield* slicesOf(profileWallets)
    if (busy.peek() !== undefined) return
    busy.value = key
    yield* Effect.ensuring(
      run,
      Effect.sync(() => {
        busy.value = undefined
      }),
    )
  })
