import { walletLists } from "../../first-paint/limits.ts"
import type { Wallet } from "../../first-paint/model/wallet.ts"
import { inOrder, type WalletLists } from "../../first-paint/model/walletLists.ts"

/** Updates visible lists with the directory's response. Wallets keep their positions, and new ones only fill gaps. */
export const completedLists = (
  ids: readonly string[],
  shown: WalletLists,
  response: WalletLists,
  pictured: readonly Wallet[] = [],
): WalletLists => {
  const listed = [...response.featured, ...response.recommended, ...pictured]
  const fresh = (wallet: Wallet) => listed.find(({ id }) => id === wallet.id) ?? wallet
  const kept = shown.recommended.map(fresh)
  const more = response.recommended.filter(({ id }) => kept.every((wallet) => wallet.id !== id))
  return {
    featured: inOrder(ids, [...shown.featured.map(fresh), ...response.featured]),
    recommended: [...kept, ...more].slice(0, walletLists.recommended),
    count: response.count,
  }
}
