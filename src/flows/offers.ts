import * as Effect from "effect/Effect"
import { Chains } from "../../services/Chains.ts"
import { quietly } from "../lazily.ts"
import { use } from "../modal.ts"
import { connecting } from "../state/connecting.ts"
import { remember, settled } from "./connect.ts"
import { answered } from "./connections.ts"
import { say } from "./snack.ts"

/**
 * Flow: take an approval that came after the visitor had left. Its wallet is asked once more, without a prompt: it may have been
 * locked since, or another tab may have signed out of it. An approval that cannot be taken is given back.
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
