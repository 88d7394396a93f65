import { connecting } from "../../src/connections/first-paint/state.ts"
import { findConnector } from "../../src/wallets/first-paint/model/connector.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import type { Names } from "../routes.tsx"
import { useModal, useSlice } from "../shared/first-paint/useModal.ts"

/** Returns functions that look up the names of wallets, connectors and networks by ID, and `onlyEmail` (see `Names`). */
export const useNames = (): Names => {
  const { core, options } = useModal()
  const { installed, featured, recommended, all, found } = useSlice(wallets)
  const { recentWallets } = useSlice(connecting)
  return {
    wallet: (id) => {
      if (id === undefined) return undefined
      const known = [...options.customWallets, ...featured.value, ...recommended.value, ...recentWallets.value]
      return (known.find((wallet) => wallet.id === id) ?? all.get(id)?.value ?? found.get(id)?.value)?.name
    },
    connector: (id) => findConnector(installed.value, id)?.name,
    onlyEmail: () => installed.value.length > 0 && installed.value.every(({ type }) => type === "AUTH"),
    network: (id) => core.networks.value.find(({ caipNetworkId }) => caipNetworkId === id)?.name,
  }
}
