import * as Effect from "effect/Effect"
import { persistedItem } from "../../persistence/opening/persisted.ts"
import { slicesOf } from "../../runtime/currentModal.ts"
import { bundledWallets } from "../first-paint/model/bundledWallets.ts"
import type { ExcludedWallet, Wallet } from "../first-paint/model/wallet.ts"
import { wallets } from "../first-paint/state/wallets.ts"
import { readExcluded, recognised } from "../model/excludedWallets.ts"

/** Loads the names and rdns values of excluded wallets, from the bundled wallets and the last visit. */
export const loadExcludedWallets = Effect.gen(function* () {
  const { excluded } = yield* slicesOf(wallets)
  excluded.value = recognised(recognised(excluded.peek(), bundledWallets), (yield* kept.read) ?? [])
})

/** Identifies the excluded wallets with the directory's data, and persists that, so the next visit hides them at once. */
export const identifyExcluded = Effect.fn("identifyExcluded")(function* (known: readonly Wallet[]) {
  const { excluded } = yield* slicesOf(wallets)
  excluded.value = recognised(excluded.peek(), known)
  yield* kept.write(excluded.peek())
})

const kept = persistedItem<readonly ExcludedWallet[]>("excluded_wallets", readExcluded)
