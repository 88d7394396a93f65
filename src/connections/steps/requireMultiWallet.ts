import * as Effect from "effect/Effect"
import { raiseAlert } from "../../notifications/flows.ts"
import { CurrentModal } from "../../runtime/currentModal.ts"

/**
 * Whether the project enables multi-wallet. Waits for the project configuration. If multi-wallet is off, raises an alert that names the
 * place to enable it. Operations on several wallets then do nothing and return `undefined` (specification section 5).
 */
export const requireMultiWallet = Effect.gen(function* () {
  const { core, engine } = yield* CurrentModal
  const on = () => core.remoteFeatures.peek().multiWallet
  if (!on()) yield* Effect.promise(async () => (await engine()).started)
  if (!on()) yield* raiseAlert("")
  return on()
})
