import { useComputed } from "@preact/signals-react"
import { Fragment, memo, useState } from "react"
import { type NetworkApproval, networkApproval } from "../../src/connections/model/approval.ts"
import { pickNetwork } from "../../src/network/operations.ts"
import type { Network } from "../../src/options/networks.ts"
import { activeConnection } from "../../src/stub/state.ts"
import networkMessages from "../locales/en/network.json" with { type: "json" }
import { useModal, useText } from "../shared/first-paint/useModal.ts"
import { useNetworkImage } from "../shared/useNetworkImage.ts"
import { useWalletName } from "../shared/useWalletName.ts"
import { css } from "../styles/stitches.ts"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Search } from "../ui/icons.tsx"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { SearchField } from "../ui/SearchField.tsx"
import { SectionHead } from "../ui/SectionHead.tsx"
import { Tag } from "../ui/Tag.tsx"

/**
 * List of the site's networks: those the wallet approved, then those it can be asked to approve, then the unsupported
 * ones, grouped by wallet.
 */
export function Networks() {
  const { core } = useModal()
  const text = useText({ network: networkMessages })
  const [search, setSearch] = useState("")
  const wanted = search.trim().toLowerCase()
  const found = core.networks.value.filter(({ name }) => name.toLowerCase().includes(wanted))
  const many = core.networks.value.length >= searchFrom

  return (
    <div className={frame()}>
      {many && <SearchField name={text("searchNetworks")} clear={text("clear")} value={search} onInput={setSearch} />}
      {found.length === 0 && <EmptyState icon={Search} heading={text("noNetworkFound")} />}
      <NetworkList networks={found} />
    </div>
  )
}

/** Networks, grouped by whether the wallet supports them. */
export function NetworkList({ networks }: { readonly networks: readonly Network[] }) {
  const { core } = useModal()
  const text = useText({ network: networkMessages })
  const walletName = useWalletName()
  const connectionOf = ({ chainNamespace }: Network) => activeConnection(core.accounts[chainNamespace].value)
  const those = (approval: NetworkApproval) =>
    networks.filter((network) => networkApproval(connectionOf(network)?.approval, network.caipNetworkId) === approval)
  const there = [...those("approved"), ...those("requestable")]
  const missing = those("unsupported").map((network) => ({ network, wallet: walletName(connectionOf(network)) }))
  return (
    <>
      {there.length > 0 && (
        <RowGroup>
          {there.map((network) => (
            <NetworkRow key={network.caipNetworkId} network={network} />
          ))}
        </RowGroup>
      )}
      {[...new Set(missing.map(({ wallet }) => wallet))].map((name) => (
        <Fragment key={name}>
          <SectionHead>{text("notIn", { wallet: name })}</SectionHead>
          <RowGroup>
            {missing
              .filter(({ wallet }) => wallet === name)
              .map(({ network }) => (
                <NetworkRow key={network.caipNetworkId} network={network} disabled />
              ))}
          </RowGroup>
        </Fragment>
      ))}
    </>
  )
}

/** Row of one network. Re-renders when the network becomes active or inactive, not on every account change. */
const NetworkRow = memo(({ network, disabled }: { readonly network: Network; readonly disabled?: boolean }) => {
  const { core, run } = useModal()
  const text = useText({ network: networkMessages })
  const image = useNetworkImage(network)
  const selected = useComputed(() => core.network.value?.caipNetworkId === network.caipNetworkId).value
  const elsewhere = useComputed(
    () =>
      core.connection.value !== undefined &&
      network.chainNamespace !== core.namespace.value &&
      activeConnection(core.accounts[network.chainNamespace].value) === undefined,
  ).value
  return (
    <Row
      logo={<WalletLogo src={image} name={network.name} />}
      second={elsewhere ? text("opensAnotherWallet") : undefined}
      end={network.testnet ? <Tag>{text("testnet")}</Tag> : undefined}
      selected={selected}
      disabled={disabled}
      data-network={network.caipNetworkId}
      onClick={() => run(pickNetwork(network))}
    >
      {network.name}
    </Row>
  )
})

/** Minimum number of networks for which a search field is shown. */
const searchFrom = 5

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
