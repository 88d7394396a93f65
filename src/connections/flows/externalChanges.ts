import * as Effect from "effect/Effect"
import type { TabMessage } from "../../../services/Browser.ts"
import { Chains } from "../../../services/Chains.ts"
import type { RelayChange, RelaySession } from "../../../services/Relay.ts"
import { isNamespace } from "../../options/isNamespace.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { Modal, use } from "../../runtime/currentModal.ts"
import { signedOut } from "../../siwx/steps/endSessions.ts"
import { reopen } from "../../walletConnect/flows/appLinks.ts"
import { pairing } from "../../walletConnect/opening/state.ts"
import { alarm } from "../../walletConnect/steps.ts"
import { authConnector } from "../../wallets/first-paint/model/wallet.ts"
import { relayConnector } from "../../wallets/first-paint/state/walletConnectConnector.ts"
import { connecting } from "../first-paint/state.ts"
import { overSession } from "../model/approval.ts"
import type { Connection } from "../opening/model.ts"
import { without } from "../state/connections.ts"
import { holding, returning } from "../state/restoring.ts"
import { unfollow } from "../steps/follow.ts"
import { keep } from "../steps/persist.ts"
import { noteEnded } from "../steps/recentConnections.ts"
import { leaveAccount, useAnother } from "../steps/useAnother.ts"

/** Ends a connection here that another tab of this instance has signed out of. */
export const hearTab = Effect.fn("hearTab")(function* (message: TabMessage) {
  if (message.is !== "disconnected" || !isNamespace(message.namespace)) return
  const { core } = yield* Modal
  // A login ends as a whole, even if the tabs use it in different namespaces.
  const over = message.connectorId === authConnector ? (Object.keys(core.accounts) as Namespace[]) : [message.namespace]
  for (const namespace of over) {
    const { connectorId } = message
    const ended = yield* forget({ namespace, connectorId })
    if (ended.length === 0) continue
    const chain = yield* Effect.orElseSucceed((yield* Chains).get(namespace), () => undefined)
    yield* chain?.ended?.(connectorId) ?? Effect.void
  }
  yield* hideAccount(false)
})

/** Handles changes that the relay or its wallet makes by itself. */
export const relayChanged = Effect.fn("relayChanged")(function* (change: RelayChange) {
  const { error } = yield* use(pairing)
  const { lapsed } = yield* use(connecting)
  switch (change.is) {
    case "lost":
      error.value = change.error
      return yield* alarm(change.error)
    case "back":
      error.value = undefined
      return
    case "asked":
      return yield* reopen(change)
    case "session":
      return yield* renewed(change.session)
    case "expired":
      lapsed.value = change
      return yield* sessionOver
    case "ended":
      return yield* sessionOver
  }
})

/** Ends the relay session in all namespaces. */
const sessionOver = Effect.gen(function* () {
  const { core } = yield* Modal
  const { lapsed } = yield* use(connecting)
  const ended: Connection[] = []
  for (const name of Object.keys(core.accounts))
    ended.push(...(yield* forget({ namespace: name as Namespace, connectorId: relayConnector })))
  yield* keep
  yield* hideAccount(lapsed.peek() !== undefined)
  yield* signedOut(ended)
})

/** Updates the approved networks. Ends the connection of a namespace in which no network is approved any more. */
const renewed = Effect.fn("sessionRenewed")(function* (session: RelaySession) {
  const { core } = yield* Modal
  const ended: Connection[] = []
  for (const [name, state] of Object.entries(core.accounts)) {
    const namespace = name as Namespace
    const { connections } = state.peek()
    if (!session.approvedCaipNetworkIds.some((id) => id.startsWith(`${namespace}:`)))
      ended.push(...(yield* forget({ namespace, connectorId: relayConnector })))
    else if (connections.some(isRelayed))
      state.value = {
        ...state.peek(),
        connections: connections.map((one) => (isRelayed(one) ? overSession(one, session) : one)),
      }
  }
  yield* keep
  yield* hideAccount(false)
  yield* signedOut(ended)
})

/**
 * Leaves an account that has ended: for another connected account if there is one, or else for Connect if there is a message to
 * show.
 */
const hideAccount = Effect.fnUntraced(function* (tells: boolean) {
  const { core } = yield* Modal
  const shown = core.stack.peek().map(({ name }) => name)
  // A visitor who is viewing their wallets stays there.
  if (!shown.includes("Account") || (yield* useAnother) || shown.at(-1) === "ProfileWallets") return
  yield* leaveAccount(tells ? { view: "Connect" } : {})
})

/** Removes a connection that has already ended. Returns what was known of it. */
const forget = Effect.fnUntraced(function* ({ namespace, connectorId }: Pick<Connection, "namespace" | "connectorId">) {
  const { core } = yield* Modal
  const held = yield* use(returning)
  const state = core.accounts[namespace]
  if (!holding(namespace, state.peek(), held).has(connectorId)) return []
  yield* unfollow({ namespace, connectorId })
  const ended = state.peek().connections.filter((connection) => connection.connectorId === connectorId)
  for (const connection of ended) yield* noteEnded(connection)
  state.value = without(connectorId)(state.peek())
  return ended
})

const isRelayed = ({ connectorId }: Connection) => connectorId === relayConnector
