import * as Effect from "effect/Effect"
import { Siwx } from "../../services/Siwx.ts"
import { AuthenticationInitFailed } from "../domain/errors.ts"
import type { Namespace } from "../domain/namespaces.ts"
import { lazily, quietly } from "../lazily.ts"
import { isShown, Modal } from "../modal.ts"
import * as Router from "../router.ts"
import type { Core } from "../state/core.ts"
import { without } from "../state/transitions.ts"
import { unfollow } from "./follow.ts"
import { keep } from "./keep.ts"
import { say } from "./snack.ts"

/**
 * Flow: each account that comes to be in use is looked at, from now on. Ends only where the code to do so cannot be fetched: then
 * nobody who must sign in is connected.
 */
export const watchSignIn = Effect.andThen(
  lazily(
    () => import("./siwx.ts"),
    ({ followAccount }) => followAccount,
  ),
  Effect.suspend(() => unasked),
)

/** Somebody could not be asked to sign in: who must does not stay connected. The answer is whether they had to. */
export const unasked = Effect.gen(function* () {
  const { core } = yield* Modal
  const { required } = yield* Siwx
  if (core.address.peek() === undefined || !(yield* required)) return false
  yield* giveUp
  return true
})

/** Whether somebody is signed in cannot be known: nobody stays half signed in. */
export const giveUp = Effect.gen(function* () {
  const { core } = yield* Modal
  const ended = yield* lazily(
    () => import("./connections.ts"),
    ({ endConnections }) => Effect.as(quietly(endConnections(walletsInUse(core))), true),
  )
  if (!ended) yield* forgetInUse
  yield* showConnect
  yield* say(new AuthenticationInitFailed().message, "error")
})

/** The visitor may choose another wallet, where the modal is shown. */
export const showConnect = Effect.gen(function* () {
  if (yield* isShown) yield* Router.reset({ name: "Connect" })
})

/** What a sign-out ends: the wallet in use, or where the project has one wallet at a time all of its namespace. */
export const walletsInUse = (core: Core) => {
  const namespace = core.namespace.peek()
  const { active } = core.accounts[namespace].peek()
  return { namespace, ...(core.remoteFeatures.peek().multiWallet && active !== undefined && { connectorId: active }) }
}

/** Without the code that signs out of a wallet, it is forgotten as if it had gone by itself. */
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
