import { signOutOfWallets } from "../../src/connections/operations/connections.ts"
import { signingOut } from "../../src/connections/state/signingOut.ts"
import type { RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import { canSwap } from "../../src/swap/model/networks.ts"
import account from "../locales/en/account.json" with { type: "json" }
import network from "../locales/en/network.json" with { type: "json" }
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useWalletName } from "../shared/useWalletName.ts"
import { css } from "../styles/stitches.ts"
import { Alert } from "../ui/Alert.tsx"
import { Button } from "../ui/Button.tsx"
import { Power } from "../ui/icons.tsx"
import { Divider } from "../ui/Text.tsx"
import { NetworkList } from "./Networks.tsx"

/**
 * View for a wallet on a network that the site, or swapping, does not support. Offers networks to switch to, and a button to disconnect.
 */
export function UnsupportedChain({ swap }: RouteOf<"UnsupportedChain">) {
  const { core, run } = useModal()
  const text = useText({ network, account })
  const { busy } = useSlice(signingOut)
  const wallet = useWalletName()(core.connection.value)
  const networks = core.networks.value.filter(
    ({ chainNamespace, caipNetworkId }) =>
      chainNamespace === core.namespace.value && (swap === undefined || canSwap(caipNetworkId)),
  )
  return (
    <div className={frame()}>
      <Alert kind="warning" title={text(swap ? "noSwapHere" : "unsupportedNetwork")}>
        {text(swap ? "noSwapHereHint" : "unsupportedHint", { wallet })}
      </Alert>
      <NetworkList networks={networks} />
      <Divider>{text("or")}</Divider>
      <Button icon={Power} busy={busy.value} onClick={() => run(signOutOfWallets())}>
        {text(busy.value ? "disconnecting" : "disconnect")}
      </Button>
    </div>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
