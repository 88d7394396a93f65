import { useModal } from "./useModal.ts"

/** The page of an address at the explorer of the network in use; nothing where there is none. */
export const useExplorer = (address: string | undefined): string | undefined => {
  const { core } = useModal()
  const explorer = core.network.value?.blockExplorers?.default.url
  return explorer && address && `${explorer.replace(/\/$/, "")}/address/${encodeURIComponent(address)}`
}
