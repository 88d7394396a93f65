import type { RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import { goBack } from "../../src/navigation/opening/flows.ts"
import { chooseWalletFor } from "../../src/network/flows/chooseWalletFor.ts"
import networkMessages from "../locales/en/network.json" with { type: "json" }
import { useModal, useText } from "../shared/first-paint/useModal.ts"
import { useNetworkImage } from "../shared/useNetworkImage.ts"
import { useWalletName } from "../shared/useWalletName.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { Heading, Sentence } from "../ui/Text.tsx"

/** View for a switch to a network in whose namespace the active wallet is not connected. Offers to choose another wallet. */
export function SwitchActiveChain({ network: id }: RouteOf<"SwitchActiveChain">) {
  const { core, run } = useModal()
  const text = useText({ network: networkMessages })
  const network = core.networks.value.find(({ caipNetworkId }) => caipNetworkId === id)
  const image = useNetworkImage(network)
  const namespace = core.namespace.value
  const { active } = core.accounts[namespace].value
  const locked = active === undefined ? undefined : { connectorId: active, namespace, accounts: [] }
  const wallet = useWalletName()(core.connection.value ?? locked)
  const name = network?.name ?? id
  return (
    <div className={frame()}>
      <WalletLogo size={64} src={image} name={name} />
      <div className={words()}>
        <Heading center>{text("switchTo", { network: name })}</Heading>
        <Sentence center>{text("switchToHint", { wallet, chain: name })}</Sentence>
      </div>
      <div className={ways()}>
        <Button kind="primary" disabled={!network} onClick={() => run(chooseWalletFor(id as `${string}:${string}`))}>
          {text("switch")}
        </Button>
        <Button kind="plain" quiet onClick={() => run(goBack())}>
          {text("back")}
        </Button>
      </div>
    </div>
  )
}

const frame = css({ display: "flex", flexDirection: "column", alignItems: "center", padding: "16px 8px 8px" })
const words = css({ display: "flex", flexDirection: "column", gap: "4px", padding: "20px 20px 24px" })
const ways = css({ alignSelf: "stretch", display: "flex", flexDirection: "column", gap: "8px" })
