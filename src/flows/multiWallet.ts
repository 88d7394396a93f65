import * as Effect from "effect/Effect"
import { Modal } from "../modal.ts"
import { raise } from "./alerts.ts"

/**
 * Whether the project has several wallets at a time. Waits for its word; where it has not, an alert says where that is turned on.
 * Operations on several wallets then do nothing and answer with nothing (section 5).
 */
export const severalWallets = Effect.gen(function* () {
  const { core, engine } = yield* Modal
  const on = () => core.remoteFeatures.peek().multiWallet
  if (!on()) yield* Effect.promise(async () => (await engine()).started)
  if (!on()) yield* raise("")
  return on()
})
