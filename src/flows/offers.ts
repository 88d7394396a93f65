import * as Effect from "effect/Effect"
import { Chains } from "../../services/Chains.ts"
import { quietly } from "../lazily.ts"
import { use } from "../modal.ts"
import { connecting } from "../state/connecting.ts"
import { remember, settled } from "./connect.ts"
import { answered } from "./connections.ts"
import { say } from "./snack.ts"

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
