import { networkImages } from "../../src/network/model/networkImages.ts"
import { chainImageOf } from "../../src/options/chainImageOf.ts"
import type { Network } from "../../src/options/networks.ts"
import { useModal } from "./first-paint/useModal.ts"

/** Returns the URL of a network's icon: the site's own, else the provider's once the engine is loaded. `undefined` if there is none. */
export const useNetworkImage = (network: Network | undefined): string | undefined => {
  const imageOf = useNetworkImages()
  return network && imageOf(network)
}

/** Returns a function like `useNetworkImage`, for any number of networks. */
export const useNetworkImages = () => {
  const { options, image } = useModal()
  return (network: Network): string | undefined => {
    const own = chainImageOf(options.chainImages, network)
    const id = networkImages[network.caipNetworkId]
    return own ?? (id === undefined ? undefined : image("asset", id))
  }
}
