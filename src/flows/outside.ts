import * as Effect from "effect/Effect"
import type { TabMessage } from "../../services/Browser.ts"
import type { RelayChange, RelaySession } from "../../services/Relay.ts"
import { type Connection, overSession } from "../domain/connection.ts"
import { isNamespace, type Namespace } from "../domain/namespaces.ts"
import { Modal, use } from "../modal.ts"
import { pairing } from "../state/pairing.ts"
import { holding, returning } from "../state/returning.ts"
import { without } from "../state/transitions.ts"
import { unfollow } from "./follow.ts"
import { keep } from "./keep.ts"
import { alarm } from "./refused.ts"
import { relayConnector } from "./relayConnector.ts"

/** Another tab of this instance signed out: so do we. */
export const hearTab = Effect.fn("hearTab")(function* (message: TabMessage) {
  const { core } = yield* Modal
  const { awaited } = yield* use(returning)
  if (message.is !== "disconnected" || !isNamespace(message.namespace)) return
  const { namespace } = message
  const state = core.accounts[namespace]
  for (const connectorId of holding(namespace, state.peek(), awaited)) {
    yield* unfollow({ namespace, connectorId })
    state.value = without(connectorId)(state.peek())
  }
})

/** The relay or the wallet behind it did something by itself. */
export const relayChanged = Effect.fn("relayChanged")(function* (change: RelayChange) {
  const { core } = yield* Modal
  const { error } = yield* use(pairing)
  switch (change.is) {
    case "lost":
      error.value = change.error
      return yield* alarm(change.error)
    case "back":
      error.value = undefined
      return
    case "session":
      return yield* renewed(change.session)
    case "ended":
      for (const name of Object.keys(core.accounts)) yield* lose(name as Namespace)
      yield* keep
  }
})

/** The wallet approves other networks now; a namespace in which it approves none any more is lost. */
const renewed = Effect.fn("sessionRenewed")(function* (session: RelaySession) {
  const { core } = yield* Modal
  for (const [name, state] of Object.entries(core.accounts)) {
    const namespace = name as Namespace
    const { connections } = state.peek()
    if (!session.approvedCaipNetworkIds.some((id) => id.startsWith(`${namespace}:`))) yield* lose(namespace)
    else if (connections.some(isRelayed))
      state.value = {
        ...state.peek(),
        connections: connections.map((one) => (isRelayed(one) ? overSession(one, session) : one)),
      }
  }
  yield* keep
})

const lose = Effect.fnUntraced(function* (namespace: Namespace) {
  const state = (yield* Modal).core.accounts[namespace]
  const { awaited } = yield* use(returning)
  if (!holding(namespace, state.peek(), awaited).has(relayConnector)) return
  yield* unfollow({ namespace, connectorId: relayConnector })
  state.value = without(relayConnector)(state.peek())
})

const isRelayed = ({ connectorId }: Connection) => connectorId === relayConnector
