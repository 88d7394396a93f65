import { connecting } from "../../src/connections/first-paint/state.ts"
import type { Wallet } from "../../src/wallets/first-paint/model/wallet.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { useModal, useSlice } from "./first-paint/useModal.ts"

/** Finds a wallet by its ID among the site's, the directory's and the recent wallets. */
export const useWallet = (id: string | undefined): Wallet | undefined => {
  const { options } = useModal()
  const { featured, recommended, all, found } = useSlice(wallets)
  const { recentWallets } = useSlice(connecting)
  if (id === undefined) return undefined
  const listed = [...options.customWallets, ...featured.value, ...recommended.value].find((wallet) => wallet.id === id)
  return listed ?? found.get(id)?.value ?? all.get(id)?.value ?? recentWallets.value.find((wallet) => wallet.id === id)
}
