import * as Effect from "effect/Effect"
import { Chains } from "../../../services/Chains.ts"
import { connecting } from "../../connections/first-paint/state.ts"
import { answered } from "../../connections/operations/connections.ts"
import { say } from "../../notifications/steps/snack.ts"
import { use } from "../../runtime/currentModal.ts"
import { quietly } from "../../runtime/lazy.ts"
import { remember, settled } from "../operations.ts"

/**
 * Flow: accepts an approval that arrived after the visitor left. Queries its wallet again without a prompt, because it may be
 * locked by now, or signed out in another tab. An approval that cannot be used is revoked.
 */
export const acceptOffer = Effect.fn("acceptOffer")(function* () {
  const { offered } = yield* use(connecting)
  const connection = offered.peek()
  offered.value = undefined
  if (!connection) return
  const { namespace, connectorId } = connection
  const now = yield* Effect.catch(answered(connection), (error) => Effect.as(say(error.message, "error"), undefined))
  if (!now)
    return yield* quietly(Effect.flatMap((yield* Chains).get(namespace), (chain) => chain.disconnect(connectorId)))
  yield* remember(now)
  yield* settled()
})
