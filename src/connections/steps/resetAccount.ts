import * as Effect from "effect/Effect"
import { embeddedConnectorId } from "../../embedded/first-paint/model/embeddedConnector.ts"
import type { Namespace } from "../../options/namespaces.ts"
import * as Persisted from "../../persistence/opening/persisted.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { loadThen } from "../../runtime/lazy.ts"
import { endSessionsOf } from "../../siwx/steps/endSessions.ts"
import { disconnectedState } from "../../stub/state.ts"
import { heldConnectorIds, restoring } from "../state/restoring.ts"
import { unwatchWallet } from "./follow.ts"
import { persistConnections } from "./persist.ts"
import { leaveAccount } from "./useAnother.ts"

/**
 * Ends all connections of a namespace without contacting the wallets. They are not restored later, and their sign-in sessions end, unless
 * the site turns `signOutOnDisconnect` off. Clears the data of the embedded wallet's login if no other namespace uses it. Returns whether
 * there were any connections.
 */
export const resetAccount = Effect.fn("resetAccount")(function* (namespace: Namespace) {
  const { core } = yield* CurrentModal
  const held = yield* slicesOf(restoring)
  const state = core.accounts[namespace]
  const { connections: ended } = state.peek()
  const holders = heldConnectorIds(namespace, state.peek(), held)
  for (const connectorId of holders) yield* unwatchWallet({ namespace, connectorId })
  state.value = disconnectedState
  const kept = yield* Persisted.connections.read
  yield* Persisted.connections.write((kept ?? []).filter((one) => one.namespace !== namespace))
  yield* persistConnections
  yield* endSessionsOf(ended)
  const stays = Object.entries(core.accounts).some(([name, one]) =>
    heldConnectorIds(name as Namespace, one.peek(), held).has(embeddedConnectorId),
  )
  if (holders.has(embeddedConnectorId) && !stays)
    yield* loadThen(
      () => import("../../embedded/steps/login.ts"),
      ({ forgetLogin }) => forgetLogin,
    )
  return holders.size > 0
})

/**
 * Ends all connections of a namespace without contacting the wallets. If there were any, also runs `leaveAccount`, unless the visitor is on
 * Connect.
 */
export const dropAccount = Effect.fn("dropAccount")(function* (namespace: Namespace) {
  const { core } = yield* CurrentModal
  if ((yield* resetAccount(namespace)) && core.route.peek()?.name !== "Connect") yield* leaveAccount()
})
