import * as Effect from "effect/Effect"
import { Siwx } from "../../../services/Siwx.ts"
import { disconnectScope, withoutConnection } from "../../connections/state/connections.ts"
import { unwatchWallet } from "../../connections/steps/follow.ts"
import { persistConnections } from "../../connections/steps/persist.ts"
import { AuthenticationInitFailed } from "../../errors/index.ts"
import { showSnack } from "../../notifications/steps/snack.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { CurrentModal, isShown } from "../../runtime/currentModal.ts"
import { ignoreFailure, loadThen } from "../../runtime/lazy.ts"
import * as Router from "../../runtime/router.ts"

/** If sign-in is required and a wallet is active, disconnects the wallet and shows an error. Returns whether it did. */
export const abandonRequiredSignIn = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { required } = yield* Siwx
  if (core.address.peek() === undefined || !(yield* required)) return false
  yield* abandonSignIn
  return true
})

/**
 * Disconnects the active wallet, or without multi-wallet all wallets of its namespace. Shows an error, and Connect if the modal is open or
 * embedded.
 */
export const abandonSignIn = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const ended = yield* loadThen(
    () => import("../../connections/operations/connections.ts"),
    ({ endConnections }) => Effect.as(ignoreFailure(endConnections(disconnectScope(core))), true),
  )
  if (!ended) yield* forgetInUse
  yield* showConnect
  yield* showSnack(new AuthenticationInitFailed().message, "error")
})

/** Shows the Connect view if the modal is open or embedded, so the visitor can choose another wallet. */
export const showConnect = Effect.gen(function* () {
  if (yield* isShown) yield* Router.reset({ name: "Connect" })
})

/** Removes the active wallet from every namespace, as if it had disconnected by itself. */
const forgetInUse = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { active } = core.accounts[core.namespace.peek()].peek()
  if (active === undefined) return
  for (const [namespace, state] of Object.entries(core.accounts)) {
    yield* unwatchWallet({ namespace: namespace as Namespace, connectorId: active })
    state.value = withoutConnection(active)(state.peek())
  }
  yield* persistConnections
})
