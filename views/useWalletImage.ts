import { useModal } from "./useModal.ts"

/** The address of a wallet's mark: what it announced or the directory says, else the provider's picture of its id. */
export const useWalletImage = () => {
  const { image } = useModal()
  return (wallet: Pictured): string | undefined => {
    const id = wallet.imageId ?? wallet.image_id
    return wallet.imageUrl ?? wallet.image_url ?? (id === undefined ? undefined : image("wallet", id))
  }
}

/** A picture as a row names it, or as the directory does. */
interface Pictured {
  readonly imageUrl?: string | undefined
  readonly imageId?: string | undefined
  readonly image_url?: string | undefined
  readonly image_id?: string | undefined
}
