import type { Network } from "../../src/options/networks.ts"
import { useModal } from "./first-paint/useModal.ts"

/** URL of an address in the active network's explorer. `undefined` if it has none. */
export const useExplorerUrl = (address: string | undefined): string | undefined => {
  const { core } = useModal()
  const explorer = core.network.value?.blockExplorers?.default.url
  return explorer && address && `${explorer.replace(/\/$/, "")}/address/${encodeURIComponent(address)}`
}

/** URL of a transaction in its network's explorer. `undefined` if it has none. */
export const transactionUrl = (network: Network | undefined, hash: string | undefined): string | undefined => {
  const explorer = network?.blockExplorers?.default.url
  return explorer && hash && `${explorer.replace(/\/$/, "")}/tx/${encodeURIComponent(hash)}`
}
