import { useState } from "react"
import { chooseAsset } from "../../src/pay/flows/deposit.ts"
import { isSameAsset } from "../../src/pay/model.ts"
import { deposit } from "../../src/pay/state.ts"
import pay from "../locales/en/pay.json" with { type: "json" }
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Exchange } from "../ui/icons.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { AssetIcon } from "./AssetIcon.tsx"

/** List of the assets that an exchange can deposit on the active network. */
export function PayWithExchangeSelectAsset() {
  const { core, run } = useModal()
  const text = useText({ pay })
  const { assets, asset } = useSlice(deposit)
  // Ignore further clicks while the view closes.
  const [chosen, choose] = useState(false)
  const now = asset.value
  if (assets.value.length === 0)
    return (
      <div className={frame()}>
        <EmptyState icon={Exchange} heading={text("noExchanges")}>
          {text("noAssetsHint", { network: core.network.value?.name ?? "" })}
        </EmptyState>
      </div>
    )
  return (
    <div className={frame()}>
      <RowGroup list label={text("assets")}>
        {assets.value.map((one) => (
          <li key={one.asset}>
            <Row
              logo={<AssetIcon asset={one} />}
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
      </RowGroup>
    </div>
  )
}

const frame = css({ padding: "0 8px 8px" })
