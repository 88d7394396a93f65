import * as Effect from "effect/Effect"
import { recentWallets as most } from "../domain/openingLimits.ts"
import type { Wallet } from "../domain/wallets.ts"
import * as Kept from "../kept.ts"
import { use } from "../modal.ts"
import { connecting } from "../state/connecting.ts"

/** Makes a wallet the most recent one, for this visit and the next. */
export const keepRecent = Effect.fn("keepRecent")(function* (wallet: Wallet) {
  const { recentWallets } = yield* use(connecting)
  // Another tab may have added one.
  const before = (yield* Kept.recent.read) ?? recentWallets.peek()
  const next = [wallet, ...before.filter(({ id }) => id !== wallet.id)].slice(0, most)
  recentWallets.value = next
  yield* Kept.recent.write(next)
})
