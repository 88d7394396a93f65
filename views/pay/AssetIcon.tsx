import { type PaymentAsset, wellKnown } from "../../src/pay/model.ts"
import { useModal } from "../shared/first-paint/useModal.ts"
import { useNetworkImage } from "../shared/useNetworkImage.ts"
import { TokenIcon } from "../ui/TokenIcon.tsx"

/** Icon of an asset, with its network's as a badge unless `plain`. */
export function AssetIcon({ asset, size, plain }: AssetCoinProps) {
  const { core, image } = useModal()
  const network = core.networks.value.find(({ caipNetworkId }) => caipNetworkId === asset.network)
  const badge = useNetworkImage(network)
  const { symbol } = asset.metadata
  return (
    <TokenIcon
      {...(size !== undefined && { size })}
      // An unknown contract can use any symbol.
      src={network && wellKnown(asset, network) && image("token", symbol)}
      name={symbol}
      {...(network && !plain && { network: { src: badge, name: network.name } })}
    />
  )
}

interface AssetCoinProps {
  readonly asset: PaymentAsset
  readonly size?: 28
  readonly plain?: boolean
}
