import receive from "../locales/en/receive.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { useText } from "../shared/first-paint/useModal.ts"
import { useNetworkImages } from "../shared/useNetworkImage.ts"
import { css } from "../styles/stitches.ts"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { StatusText } from "../ui/StatusText.tsx"
import { Sentence } from "../ui/Text.tsx"
import { NoAddress } from "./NoAddress.tsx"
import { useReceiveAddress } from "./useReceiveAddress.ts"

/** Networks on which the account has the same address. */
export function WalletCompatibleNetworks() {
  const text = useText({ receive, titles })
  const receiving = useReceiveAddress()
  const imageOf = useNetworkImages()
  if (!receiving) return <NoAddress />
  const { networks, network } = receiving
  return (
    <div className={frame()}>
      <div className={hint()}>
        <Sentence>{text(networks.length > 1 ? "theseNetworks" : "thisNetwork")}</Sentence>
      </div>
      <RowGroup label={text("compatibleNetworks")} list>
        {networks.map((one) => (
          <li key={one.caipNetworkId} className={line()}>
            <WalletLogo src={imageOf(one)} name={one.name} />
            <bdi className={name()}>{one.name}</bdi>
            {one === network && <StatusText>{text("current")}</StatusText>}
          </li>
        ))}
      </RowGroup>
    </div>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
const hint = css({ padding: "0 12px 4px" })
const line = css({ display: "flex", alignItems: "center", gap: "12px", minBlockSize: "56px", padding: "8px 12px" })
const name = css({ type: "row", flex: 1, minInlineSize: 0, overflow: "hidden", textOverflow: "ellipsis" })
