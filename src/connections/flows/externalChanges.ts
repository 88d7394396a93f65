import * as Effect from "effect/Effect"
import type { TabMessage } from "../../../services/Browser.ts"
import { Chains } from "../../../services/Chains.ts"
import type { RelayChange, RelaySession } from "../../../services/Relay.ts"
import { embeddedConnectorId } from "../../embedded/first-paint/model/embeddedConnector.ts"
import { isNamespace } from "../../options/isNamespace.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { endSessionsOf } from "../../siwx/steps/endSessions.ts"
import { reopenApp } from "../../walletConnect/flows/appLinks.ts"
import { pairing } from "../../walletConnect/opening/state.ts"
import { raiseRelayAlert } from "../../walletConnect/steps.ts"
import { walletConnectId } from "../../wallets/first-paint/state/walletConnectConnector.ts"
import { connecting } from "../first-paint/state.ts"
import { withSessionApproval } from "../model/approval.ts"
import type { Connection } from "../opening/model.ts"
import { withoutConnection } from "../state/connections.ts"
import { heldConnectorIds, restoring } from "../state/restoring.ts"
import { unwatchWallet } from "../steps/follow.ts"
import { persistConnections } from "../steps/persist.ts"
import { rememberEnded } from "../steps/recentConnections.ts"
import { activateOtherNamespace, leaveAccount } from "../steps/useAnother.ts"

/** Ends a connection in this tab, without contacting its wallet, after another tab has disconnected it. */
export const onTabMessage = Effect.fn("onTabMessage")(function* (message: TabMessage) {
  if (!isNamespace(message.namespace)) return
  const { core } = yield* CurrentModal
  // A login ends as a whole, even if the tabs use it in different namespaces.
  const over =
    message.connectorId === embeddedConnectorId ? (Object.keys(core.accounts) as Namespace[]) : [message.namespace]
  for (const namespace of over) {
    const { connectorId } = message
    const ended = yield* forget({ namespace, connectorId })
    if (ended.length === 0) continue
    const chain = yield* Effect.orElseSucceed((yield* Chains).get(namespace), () => undefined)
    yield* chain?.forgetConnection?.(connectorId) ?? Effect.void
  }
  yield* hideAccount(false)
})

/** Handles a change that the relay reports. Ignores changes of accounts and network (`wallet`), because `watchWallet` applies them. */
export const onRelayChange = Effect.fn("onRelayChange")(function* (change: RelayChange) {
  const { error } = yield* slicesOf(pairing)
  const { lapsed } = yield* slicesOf(connecting)
  switch (change.type) {
    case "lost":
      error.value = change.error
      return yield* raiseRelayAlert(change.error)
    case "back":
      error.value = undefined
      return
    case "requested":
      return yield* reopenApp(change)
    case "session":
      return yield* renewed(change.session)
    case "expired":
      lapsed.value = change
      return yield* sessionOver
    case "ended":
      return yield* sessionOver
  }
})

/** Removes the connections of the relay session in all namespaces, and ends their sign-in sessions. */
const sessionOver = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { lapsed } = yield* slicesOf(connecting)
  const ended: Connection[] = []
  for (const name of Object.keys(core.accounts))
    ended.push(...(yield* forget({ namespace: name as Namespace, connectorId: walletConnectId })))
  yield* persistConnections
  yield* hideAccount(lapsed.peek() !== undefined)
  yield* endSessionsOf(ended)
})

/**
 * Applies a change of the session. Updates the approved networks, and ends the connection of a namespace in which no network is approved
 * any more.
 */
const renewed = Effect.fn("sessionRenewed")(function* (session: RelaySession) {
  const { core } = yield* CurrentModal
  const ended: Connection[] = []
  for (const [name, state] of Object.entries(core.accounts)) {
    const namespace = name as Namespace
    const { connections } = state.peek()
    if (!session.approvedCaipNetworkIds.some((id) => id.startsWith(`${namespace}:`)))
      ended.push(...(yield* forget({ namespace, connectorId: walletConnectId })))
    else if (connections.some(isRelayed))
      state.value = {
        ...state.peek(),
        connections: connections.map((one) => (isRelayed(one) ? withSessionApproval(one, session) : one)),
      }
  }
  yield* persistConnections
  yield* hideAccount(false)
  yield* endSessionsOf(ended)
})

/**
 * Leaves the Account view after its connection has ended (`leaveAccount`), unless another connection becomes active or the visitor is
 * viewing their wallets. If `hasLapsed` is true, shows Connect, which offers to renew the expired session.
 */
const hideAccount = Effect.fnUntraced(function* (hasLapsed: boolean) {
  const { core } = yield* CurrentModal
  const shown = core.stack.peek().map(({ name }) => name)
  if (!shown.includes("Account") || (yield* activateOtherNamespace) || shown.at(-1) === "ProfileWallets") return
  yield* leaveAccount(hasLapsed ? { view: "Connect" } : {})
})

/**
 * Removes an ended connection from the state, records it as a recent one, and stops watching its wallet. Returns the removed connections.
 */
const forget = Effect.fnUntraced(function* ({ namespace, connectorId }: Pick<Connection, "namespace" | "connectorId">) {
  const { core } = yield* CurrentModal
  const held = yield* slicesOf(restoring)
  const state = core.accounts[namespace]
  if (!heldConnectorIds(namespace, state.peek(), held).has(connectorId)) return []
  yield* unwatchWallet({ namespace, connectorId })
  const ended = state.peek().connections.filter((connection) => connection.connectorId === connectorId)
  for (const connection of ended) yield* rememberEnded(connection)
  state.value = withoutConnection(connectorId)(state.peek())
  return ended
})

const isRelayed = ({ connectorId }: Connection) => connectorId === walletConnectId
