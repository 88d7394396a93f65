import { keyOf, type Stored } from "../../../src/persistence/first-paint/model.ts"
import { type KeptFeatures, readKeptFeatures } from "../../../src/project/first-paint/model.ts"
import type { Wallet } from "../../../src/wallets/first-paint/model/wallet.ts"
import {
  readRecentWallets,
  readWalletLists,
  type WalletLists,
} from "../../../src/wallets/first-paint/model/walletLists.ts"

/** Returns what the modal with this ID persisted at the last visit, for a view shown before the engine has loaded. */
export const lastVisit = (
  id: string,
): {
  readonly features: KeptFeatures | undefined
  readonly lists: WalletLists | undefined
  readonly recent: readonly Wallet[] | undefined
} => ({
  features: readKeptFeatures(stored(id, "project_features")),
  lists: readWalletLists(stored(id, "wallet_lists")),
  recent: readRecentWallets(stored(id, "recent_wallets")),
})

/** Reads an item. Returns `null` if it is missing, and `undefined` if it is not JSON or storage is blocked. */
export const stored = (id: string, item: Stored): unknown => {
  try {
    return JSON.parse(localStorage.getItem(`portico:${id}:${keyOf(item)}`) ?? "null")
  } catch {
    return undefined
  }
}
