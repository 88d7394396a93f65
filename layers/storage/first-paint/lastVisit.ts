import { type StorageKey, storageKey } from "../../../src/persistence/first-paint/model/storageKeys.ts"
import { type PersistedFeatures, readPersistedFeatures } from "../../../src/project/first-paint/model/mergeFeatures.ts"
import type { Wallet } from "../../../src/wallets/first-paint/model/wallet.ts"
import {
  readRecentWallets,
  readWalletLists,
  type WalletLists,
} from "../../../src/wallets/first-paint/model/walletLists.ts"

/** Returns the data that the modal with this ID persisted at the last visit, for views that are shown before the engine has loaded. */
export const lastVisit = (
  id: string,
): {
  readonly features: PersistedFeatures | undefined
  readonly lists: WalletLists | undefined
  readonly recent: readonly Wallet[] | undefined
} => ({
  features: readPersistedFeatures(readStored(id, "project_features")),
  lists: readWalletLists(readStored(id, "wallet_lists")),
  recent: readRecentWallets(readStored(id, "recent_wallets")),
})

/** Reads a persisted item. Returns `null` if it is missing, and `undefined` if it is not JSON or storage is blocked. */
export const readStored = (id: string, item: StorageKey): unknown => {
  try {
    return JSON.parse(localStorage.getItem(`portico:${id}:${storageKey(item)}`) ?? "null")
  } catch {
    return undefined
  }
}
