import { useState } from "react"
import { isSameAsset } from "../../src/domain/pay.ts"
import { chooseAsset } from "../../src/flows/deposit.ts"
import { deposit } from "../../src/state/pay.ts"
import { paying } from "../messages/en/pay.ts"
import { css } from "../styles/stitches.ts"
import { Doorway } from "../ui/Doorway.tsx"
import { Exchange } from "../ui/icons.tsx"
import { Row } from "../ui/Row.tsx"
import { Surface } from "../ui/Surface.tsx"
import { useModal, useSlice, useText } from "../useModal.ts"
import { AssetCoin } from "./AssetCoin.tsx"

/** Assets an exchange can deposit on the active network. */
export function PayWithExchangeSelectAsset() {
  const { core, run } = useModal()
  const text = useText(paying)
  const { assets, asset } = useSlice(deposit)
  // Ignore further clicks while the view closes.
  const [chosen, choose] = useState(false)
  const now = asset.value
  if (assets.value.length === 0)
    return (
      <div className={frame()}>
        <Doorway icon={Exchange} heading={text("noExchanges")}>
          {text("noAssetsHint", { network: core.network.value?.name ?? "" })}
        </Doorway>
      </div>
    )
  return (
    <div className={frame()}>
      <Surface list label={text("assets")}>
        {assets.value.map((one) => (
          <li key={one.asset}>
            <Row
              logo={<AssetCoin asset={one} />}
              second={one.metadata.name}
              selected={now !== undefined && isSameAsset(one, now)}
              data-token={one.asset}
              onClick={() => {
                if (chosen) return
                choose(true)
                run(chooseAsset(one))
              }}
            >
              {one.metadata.symbol}
            </Row>
          </li>
        ))}
      </Surface>
    </div>
  )
}

const frame = css({ padding: "0 8px 8px" })
