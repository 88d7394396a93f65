import { memo } from "react"
import { actions } from "../../src/account/state/actions.ts"
import { retryNfts } from "../../src/balances/flows/nfts.ts"
import type { Nft } from "../../src/balances/model/nfts.ts"
import { nfts } from "../../src/balances/state/nfts.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import nftsMessages from "../locales/en/nfts.json" with { type: "json" }
import { useModal, useScroller, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Offline, PictureMark, Retry } from "../ui/icons.tsx"
import { RemoteImage } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { rowGroup } from "../ui/RowGroup.tsx"
import { SkeletonRows } from "../ui/Skeleton.tsx"
import { VirtualList } from "../ui/VirtualList.tsx"
import { ExplorerLink } from "./ExplorerLink.tsx"

/** NFTs that the active wallet reports, each linked to the explorer. */
export function Nfts() {
  const { core, run } = useModal()
  const text = useText({ nfts: nftsMessages })
  const { list, refresh, of } = useSlice(nfts)
  const { possible } = useSlice(actions)
  const scroller = useScroller()
  const ids = list.ids.value
  const here = `${core.network.value?.caipNetworkId}:${core.address.value}`
  // While the list still belongs to another account, do not render it.
  if (ids.length > 0 && of.value === here)
    return (
      <VirtualList
        name={text("nfts")}
        ids={ids}
        pitch={pitch}
        className={rowGroup({ kind: "bare" })}
        scroller={scroller}
        render={renderNft}
      />
    )
  const now = refresh.value
  if (!core.online.value)
    return (
      <EmptyState icon={Offline} heading={text("offline")}>
        {text("nftsOffline")}
      </EmptyState>
    )
  if (now.status === "failed")
    return (
      <EmptyState
        kind="failed"
        icon={PictureMark}
        heading={text("nftsFailed")}
        actions={
          <Button kind="primary" icon={Retry} onClick={() => run(retryNfts())}>
            {text("tryAgain")}
          </Button>
        }
      >
        {text("nftsFailedHint")}
      </EmptyState>
    )
  const shown = latest(now)
  if (shown !== undefined)
    return shown ? (
      <EmptyState
        icon={PictureMark}
        heading={text("noNfts")}
        actions={
          possible("receive") && (
            <Button
              kind="primary"
              onClick={() => run(async () => (await import("../../src/receive/flows.ts")).openReceive())}
            >
              {text("receive")}
            </Button>
          )
        }
      >
        {text("noNftsHint", { network: core.network.value?.name ?? "" })}
      </EmptyState>
    ) : (
      <EmptyState icon={PictureMark} heading={text("nftsUntold")} actions={<ExplorerLink />}>
        {text("nftsUntoldHint")}
      </EmptyState>
    )
  return (
    <div className={rowGroup({ kind: "bare" })} aria-busy="true">
      <SkeletonRows count={3} two />
    </div>
  )
}

const renderNft = (id: string) => <NftRow id={id} />

const NftRow = memo(({ id }: { readonly id: string }) => {
  const { core } = useModal()
  const { list } = useSlice(nfts)
  const nft = list.get(id)?.value
  if (!nft) return null
  return (
    <Row
      logo={<RemoteImage src={nft.picture} name={nft.name} size={40} edged />}
      second={nft.collection}
      end={<bdi dir="ltr">{shortId(nft)}</bdi>}
      data-nft={id}
      {...linkOf(nft, core.network.peek()?.blockExplorers?.default.url)}
    >
      {nft.name}
    </Row>
  )
})

const shortId = ({ tokenId }: Nft) => `#${tokenId.length > longestId ? `${tokenId.slice(0, longestId)}…` : tokenId}`

const linkOf = ({ address, tokenId }: Nft, explorer: string | undefined) =>
  explorer === undefined ? {} : { href: `${explorer.replace(/\/$/, "")}/token/${address}?a=${tokenId}` }

const longestId = 8
const pitch = 56
