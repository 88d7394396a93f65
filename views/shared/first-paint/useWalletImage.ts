import { connectorImages } from "../../../src/wallets/first-paint/model/connectorImages.ts"
import { type Pictured, pictureOf } from "../../../src/wallets/first-paint/model/wallet.ts"
import { useModal } from "./useModal.ts"

/** URL of the icon of a wallet, or of its connector: the site's, the wallet's, else the provider's. */
export const useWalletImage = () => {
  const { options, image, loadsPictures } = useModal()
  return ({ connectorId = "", ...wallet }: Pictured & { readonly connectorId?: string | undefined }) => {
    if (!loadsPictures()) return undefined
    const asset = connectorImages[connectorId]
    return (
      options.connectorImages[connectorId] ??
      pictureOf(wallet, image) ??
      (asset === undefined ? undefined : image("asset", asset))
    )
  }
}
