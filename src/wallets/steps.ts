import * as Effect from "effect/Effect"
import { connecting } from "../connections/first-paint/state.ts"
import * as Persisted from "../persistence/opening/persisted.ts"
import { slicesOf } from "../runtime/currentModal.ts"
import { recentWallets as most } from "./first-paint/limits.ts"
import type { Wallet } from "./first-paint/model/wallet.ts"

/** Makes a wallet the most recently used one, and persists this for the next visit. */
export const rememberRecentWallet = Effect.fn("rememberRecentWallet")(function* (wallet: Wallet) {
  const { recentWallets } = yield* slicesOf(connecting)
  // Another tab may have added a wallet.
  const before = (yield* Persisted.recent.read) ?? recentWallets.peek()
  const next = [wallet, ...before.filter(({ id }) => id !== wallet.id)].slice(0, most)
  recentWallets.value = next
  yield* Persisted.recent.write(next)
})
