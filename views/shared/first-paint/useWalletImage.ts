import { connectorImages } from "../../../src/wallets/first-paint/model/connectorImages.ts"
import { type Pictured, pictureOf } from "../../../src/wallets/first-paint/model/wallet.ts"
import { useModal } from "./useModal.ts"

/**
 * Returns a function that looks up the icon URL of a wallet or connector: the site's own, else the wallet's, else the provider's.
 * `undefined` if there is none, and while pictures may not load.
 */
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
