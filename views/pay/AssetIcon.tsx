import { type PaymentAsset, wellKnown } from "../../src/pay/model.ts"
import { useModal } from "../shared/first-paint/useModal.ts"
import { useNetworkImage } from "../shared/useNetworkImage.ts"
import { TokenIcon } from "../ui/TokenIcon.tsx"

/** Icon of an asset, with its network's icon as a badge unless `plain`. */
export function AssetIcon({ asset, size, plain }: AssetIconProps) {
  const { core, image } = useModal()
  const network = core.networks.value.find(({ caipNetworkId }) => caipNetworkId === asset.network)
  const badge = useNetworkImage(network)
  const { symbol } = asset.metadata
  return (
    <TokenIcon
      {...(size !== undefined && { size })}
      // An unknown contract can use any symbol, so its icon is not looked up.
      src={network && wellKnown(asset, network) && image("token", symbol)}
      name={symbol}
      {...(network && !plain && { network: { src: badge, name: network.name } })}
    />
  )
}

interface AssetIconProps {
  readonly asset: PaymentAsset
  readonly size?: 28
  readonly plain?: boolean
}
