import type { Network } from "../../src/options/networks.ts"
import { useModal } from "./first-paint/useModal.ts"

/** Returns the URL of an address in the active network's explorer, or `undefined` if the address or the explorer is missing. */
export const useExplorerUrl = (address: string | undefined): string | undefined => {
  const { core } = useModal()
  const explorer = core.network.value?.blockExplorers?.default.url
  return explorer && address && `${explorer.replace(/\/$/, "")}/address/${encodeURIComponent(address)}`
}

/** Returns the URL of a transaction in its network's explorer, or `undefined` if the hash or the explorer is missing. */
export const transactionUrl = (network: Network | undefined, hash: string | undefined): string | undefined => {
  const explorer = network?.blockExplorers?.default.url
  return explorer && hash && `${explorer.replace(/\/$/, "")}/tx/${encodeURIComponent(hash)}`
}
