import * as Effect from "effect/Effect"
import { raise } from "../../notifications/flows.ts"
import { Modal } from "../../runtime/currentModal.ts"

/**
 * Whether the project enables multi-wallet. Waits for the project's configuration. If not, an alert says where to enable it, and
 * operations on several wallets do nothing and return nothing (section 5).
 */
export const severalWallets = Effect.gen(function* () {
  const { core, engine } = yield* Modal
  const on = () => core.remoteFeatures.peek().multiWallet
  if (!on()) yield* Effect.promise(async () => (await engine()).started)
  if (!on()) yield* raise("")
  return on()
})
