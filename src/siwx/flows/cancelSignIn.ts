import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Telemetry } from "../../../services/Telemetry.ts"
import { isSmartAccount } from "../../connections/opening/model.ts"
import { endConnections } from "../../connections/operations/connections.ts"
import { disconnectScope } from "../../connections/state/connections.ts"
import { completeModal } from "../../navigation/opening/flows.ts"
import { switchNetwork } from "../../network/operations.ts"
import type { CaipNetworkId } from "../../options/networks.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { ignoreFailure } from "../../runtime/lazy.ts"
import { siwx } from "../first-paint/state.ts"
import { signIn as limits } from "../limits.ts"
import { accountInUse, isSame, requestSignIn, sessionsOf } from "../steps/requestSignIn.ts"
import { clearBusy } from "./signIn.ts"

/**
 * Flow: cancels the sign-in. If sign-in is required, switches back to the network of the last sign-in if it still has a valid session, and
 * disconnects if it has none or the switch fails. Then leaves the sign-in, unless the account that is active now has to sign in too. Does
 * nothing while an earlier call is running.
 */
export const cancelSignIn = Effect.fn("cancelSignIn")(function* () {
  const { core } = yield* CurrentModal
  const { required, lastNetwork, busy } = yield* slicesOf(siwx)
  const telemetry = yield* Telemetry
  const account = yield* accountInUse
  if (busy.peek() === "cancelling") return
  busy.value = "cancelling"
  yield* Effect.gen(function* () {
    if (!account) return
    yield* telemetry.track({
      event: "CLICK_CANCEL_SIWX",
      properties: { network: account.chainId, isSmartAccount: isSmartAccount(core.connection.peek()) },
    })
    if (!required.peek()) return
    const last = lastNetwork.peek()
    const held =
      last !== undefined && last !== account.chainId
        ? yield* Effect.orElseSucceed(sessionsOf({ ...account, chainId: last }), () => [])
        : []
    // A wallet that does not respond must not keep the modal open.
    const switched = Effect.timeoutOption(switchNetwork({ network: last as CaipNetworkId }), limits.response)
    const back =
      held.length > 0 ? Effect.orElseSucceed(Effect.map(switched, Option.isSome), () => false) : Effect.succeed(false)
    if (!(yield* back) && isSame(account, yield* accountInUse))
      yield* ignoreFailure(endConnections(disconnectScope(core)))
  }).pipe(Effect.ensuring(clearBusy("cancelling")))
  // The account that is active now may have to sign in too.
  if (!required.peek() || !(yield* requestSignIn({ evenIfOptional: true }))) yield* completeModal
})
