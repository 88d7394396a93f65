import * as Effect from "effect/Effect"
import type { TabMessage } from "../../services/Browser.ts"
import type { RelayChange } from "../../services/Relay.ts"
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
    case "ended":
      for (const [name, state] of Object.entries(core.accounts)) {
        yield* unfollow({ namespace: name as Namespace, connectorId: relayConnector })
        state.value = without(relayConnector)(state.peek())
      }
      yield* keep
  }
})
