import type { Wallet } from "../src/domain/wallets.ts"
import { connecting } from "../src/state/connecting.ts"
import { wallets } from "../src/state/wallets.ts"
import { useModal, useSlice } from "./useModal.ts"

/** Finds a wallet among the site's, the directory's and the recent ones. */
export const useWallet = (id: string | undefined): Wallet | undefined => {
  const { options } = useModal()
  const { featured, recommended, all, found } = useSlice(wallets)
  const { recentWallets } = useSlice(connecting)
  if (id === undefined) return undefined
  const listed = [...options.customWallets, ...featured.value, ...recommended.value].find((wallet) => wallet.id === id)
  return listed ?? found.get(id)?.value ?? all.get(id)?.value ?? recentWallets.value.find((wallet) => wallet.id === id)
}
