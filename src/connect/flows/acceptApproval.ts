import * as Effect from "effect/Effect"
import { Chains } from "../../../services/Chains.ts"
import { connecting } from "../../connections/first-paint/state.ts"
import { fetchGrantedAccounts } from "../../connections/operations/connections.ts"
import { activateConnection, afterConnect } from "../../connections/steps/connected.ts"
import { showSnack } from "../../notifications/steps/snack.ts"
import { slicesOf } from "../../runtime/currentModal.ts"
import { ignoreFailure } from "../../runtime/lazy.ts"

/**
 * Flow: accepts an approval that arrived after the visitor stopped waiting for it. Queries the wallet again without a prompt, because the
 * wallet may be locked by now, or disconnected in another tab. Revokes an approval that cannot be used, and shows the reason in a snack.
 */
export const acceptLateApproval = Effect.fn("acceptLateApproval")(function* () {
  const { offered } = yield* slicesOf(connecting)
  const connection = offered.peek()
  offered.value = undefined
  if (!connection) return
  const { namespace, connectorId } = connection
  const now = yield* Effect.catch(fetchGrantedAccounts(connection), (error) =>
    Effect.as(showSnack(error.message, "error"), undefined),
  )
  if (!now)
    return yield* ignoreFailure(
      Effect.flatMap((yield* Chains).get(namespace), (chain) => chain.disconnect(connectorId)),
    )
  yield* activateConnection(now)
  yield* afterConnect()
})
