import * as Effect from "effect/Effect"
import { Siwx } from "../../../services/Siwx.ts"
import { without } from "../../connections/state/connections.ts"
import { unfollow } from "../../connections/steps/follow.ts"
import { keep } from "../../connections/steps/persist.ts"
import { AuthenticationInitFailed } from "../../errors/index.ts"
import { say } from "../../notifications/steps/snack.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { isShown, Modal } from "../../runtime/currentModal.ts"
import { lazily, quietly } from "../../runtime/lazy.ts"
import * as Router from "../../runtime/router.ts"
import type { Core } from "../../stub/state.ts"

/**
 * Flow: watches which account is active, to ask for its sign-in. Ends only if the code for that cannot be loaded; then no visitor
 * who must sign in stays connected.
 */
export const watchSignIn = Effect.andThen(
  lazily(
    () => import("./signIn.ts"),
    ({ followAccount }) => followAccount,
  ),
  Effect.suspend(() => unasked),
)

/** Disconnects a visitor who must sign in but could not be asked to. Returns whether that was the case. */
export const unasked = Effect.gen(function* () {
  const { core } = yield* Modal
  const { required } = yield* Siwx
  if (core.address.peek() === undefined || !(yield* required)) return false
  yield* giveUp
  return true
})

/** Disconnects a visitor whose sign-in cannot be determined. */
export const giveUp = Effect.gen(function* () {
  const { core } = yield* Modal
  const ended = yield* lazily(
    () => import("../../connections/operations/connections.ts"),
    ({ endConnections }) => Effect.as(quietly(endConnections(walletsInUse(core))), true),
  )
  if (!ended) yield* forgetInUse
  yield* showConnect
  yield* say(new AuthenticationInitFailed().message, "error")
})

/** Shows Connect if the modal is shown, so the visitor can choose another wallet. */
export const showConnect = Effect.gen(function* () {
  if (yield* isShown) yield* Router.reset({ name: "Connect" })
})

/** Wallets that a sign-out ends: the active one, or without multi-wallet all of its namespace. */
export const walletsInUse = (core: Core) => {
  const namespace = core.namespace.peek()
  const { active } = core.accounts[namespace].peek()
  return { namespace, ...(core.remoteFeatures.peek().multiWallet && active !== undefined && { connectorId: active }) }
}

/** Without the code that disconnects, removes the wallet as if it had disconnected by itself. */
const forgetInUse = Effect.gen(function* () {
  const { core } = yield* Modal
  const { active } = core.accounts[core.namespace.peek()].peek()
  if (active === undefined) return
  for (const [namespace, state] of Object.entries(core.accounts)) {
    yield* unfollow({ namespace: namespace as Namespace, connectorId: active })
    state.value = without(active)(state.peek())
  }
  yield* keep
})
