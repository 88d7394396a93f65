import * as Effect from "effect/Effect"
import { raiseAlert } from "../../notifications/flows.ts"
import { CurrentModal } from "../../runtime/currentModal.ts"

/**
 * Whether the project enables multi-wallet, once its configuration is known. If not, raises an alert; operations on several wallets then do
 * nothing and return `undefined` (specification section 5).
 */
export const requireMultiWallet = Effect.gen(function* () {
  const { core, engine } = yield* CurrentModal
  const on = () => core.remoteFeatures.peek().multiWallet
  if (!on()) yield* Effect.promise(async () => (await engine()).started)
  if (!on()) yield* raiseAlert("")
  return on()
})
