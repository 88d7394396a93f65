import type { Network } from "../src/domain/networks.ts"
import { useModal } from "./useModal.ts"

/** The page of an address at the explorer of the network in use; nothing where there is none. */
export const useExplorer = (address: string | undefined): string | undefined => {
  const { core } = useModal()
  const explorer = core.network.value?.blockExplorers?.default.url
  return explorer && address && `${explorer.replace(/\/$/, "")}/address/${encodeURIComponent(address)}`
}

/** URL of a transaction at the explorer of its network; undefined if the network has no explorer. */
export const transactionAt = (network: Network | undefined, hash: string | undefined): string | undefined => {
  const explorer = network?.blockExplorers?.default.url
  return explorer && hash && `${explorer.replace(/\/$/, "")}/tx/${encodeURIComponent(hash)}`
}
