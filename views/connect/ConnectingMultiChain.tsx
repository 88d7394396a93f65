import { namespaceTable } from "../../src/namespaces/model/namespaceTable.ts"
import type { RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import { goBack, goTo } from "../../src/navigation/opening/flows.ts"
import { type Connector, findConnector } from "../../src/wallets/first-paint/model/connector.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import connect from "../locales/en/connect.json" with { type: "json" }
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useNetworkImage } from "../shared/useNetworkImage.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Next, Wallet } from "../ui/icons.tsx"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { StatusText } from "../ui/StatusText.tsx"
import { Heading, Sentence } from "../ui/Text.tsx"

/** List to choose the namespace to connect, for a wallet that supports several. Empty state if the wallet is no longer found. */
export function ConnectingMultiChain({ connector: id }: RouteOf<"ConnectingMultiChain">) {
  const { run } = useModal()
  const text = useText({ connect })
  const { installed } = useSlice(wallets)
  const connector = findConnector(installed.value, id)
  if (!connector)
    return (
      <div className={frame()}>
        <EmptyState
          icon={Wallet}
          heading={text("notInstalled", { wallet: id })}
          actions={<Button onClick={() => run(goBack())}>{text("anotherWallet")}</Button>}
        >
          {text("notInstalledHint")}
        </EmptyState>
      </div>
    )
  const { name, imageUrl, connectors = [connector] } = connector
  return (
    <div className={frame()}>
      <div className={head()}>
        <WalletLogo size={64} src={imageUrl} name={name} />
        <div className={words()}>
          <Heading center>{text("selectChainFor", { wallet: name })}</Heading>
          <Sentence center>{text("selectChainHint")}</Sentence>
        </div>
      </div>
      <RowGroup>
        {connectors.map((one) => (
          <ChainRow key={one.chain} connector={one} />
        ))}
      </RowGroup>
    </div>
  )
}

function ChainRow({ connector: { id, chain } }: { readonly connector: Connector }) {
  const { core, run } = useModal()
  const text = useText({ connect })
  const image = useNetworkImage(core.networks.value.find(({ chainNamespace }) => chainNamespace === chain))
  const label = chain === "eip155" ? text("evmNetworks") : namespaceTable[chain].label
  const connected = core.accounts[chain].value.connections.some(({ connectorId }) => connectorId === id)
  return (
    <Row
      logo={<WalletLogo src={image} name={label} />}
      end={connected ? <StatusText dot>{text("connected")}</StatusText> : <Icon of={Next} mirrored />}
      data-chain={chain}
      onClick={() => run(goTo({ name: "ConnectingExternal", connector: id, namespace: chain }))}
    >
      {label}
    </Row>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "20px", padding: "0 8px 8px" })

const words = css({ display: "flex", flexDirection: "column", gap: "4px" })

const head = css({
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  gap: "16px",
  padding: "12px 12px 4px",
})
