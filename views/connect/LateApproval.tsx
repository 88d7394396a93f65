import { acceptLateApproval } from "../../src/connect/flows/acceptApproval.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { findConnector } from "../../src/wallets/first-paint/model/connector.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import connect from "../locales/en/connect.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { goTo } from "../shared/first-paint/lazyFlows.ts"
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useWalletImage } from "../shared/first-paint/useWalletImage.ts"
import { Icon } from "../ui/Icon.tsx"
import { Next, Retry } from "../ui/icons.tsx"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"

/** Rows at the top of the Connect view, to accept an approval that arrived after the visitor left, and to renew an expired session. */
export function LateApproval() {
  const { offered, lapsed } = useSlice(connecting)
  return (
    <RowGroup>
      {offered.value && <ApprovalPrompt />}
      {lapsed.value && <Lapsed />}
    </RowGroup>
  )
}

/** Row that accepts a late approval, which is never used automatically. */
function ApprovalPrompt() {
  const { run } = useModal()
  const text = useText({ connect })
  const { offered } = useSlice(connecting)
  const { installed } = useSlice(wallets)
  const image = useWalletImage()
  const connection = offered.value
  if (!connection) return null
  const connector = findConnector(installed.value, connection.connectorId, connection.namespace)
  const wallet = connector?.name ?? connection.connectorId
  return (
    <Row
      logo={<WalletLogo src={image({ ...connector, connectorId: connection.connectorId })} name={wallet} />}
      second={text("lateApproval", { wallet })}
      end={<Icon of={Next} mirrored />}
      data-offer={connection.connectorId}
      onClick={() => run(acceptLateApproval())}
    >
      {text("continueWith", { wallet })}
    </Row>
  )
}

/**
 * Row that opens a QR code for the wallet of the expired session. If no recent wallet has its name, the code is for any
 * wallet.
 */
function Lapsed() {
  const { run } = useModal()
  const text = useText({ connect, titles })
  const { lapsed, recentWallets } = useSlice(connecting)
  const image = useWalletImage()
  const name = lapsed.value?.wallet ?? ""
  const wallet = recentWallets.value.find((one) => one.name === name)
  return (
    <Row
      logo={
        wallet ? (
          <WalletLogo src={image(wallet)} name={wallet.name} />
        ) : (
          <WalletLogo icon={<Icon of={Retry} />} name={text("walletConnect")} />
        )
      }
      second={name === "" ? text("connectAgain") : text("connectWalletAgain", { wallet: name })}
      end={<Icon of={Next} mirrored />}
      data-offer="walletConnect"
      onClick={() => run(goTo({ name: "ConnectingWalletConnect", ...(wallet && { wallet: wallet.id }) }))}
    >
      {text("sessionOver")}
    </Row>
  )
}
