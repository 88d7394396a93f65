import { memo } from "react"
import { actions } from "../../src/account/state/actions.ts"
import { arrangeNfts, retryNfts } from "../../src/balances/flows/nfts.ts"
import type { Nft } from "../../src/balances/model/nfts.ts"
import { nfts } from "../../src/balances/state/nfts.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import activity from "../locales/en/activity.json" with { type: "json" }
import nftsMessages from "../locales/en/nfts.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { useModal, useScroller, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { Cells, Offline, PictureMark, Retry, Rows } from "../ui/icons.tsx"
import { Pressable } from "../ui/Pressable.tsx"
import { Row } from "../ui/Row.tsx"
import { rowGroup } from "../ui/RowGroup.tsx"
import { Bar } from "../ui/Skeleton.tsx"
import { VirtualList } from "../ui/VirtualList.tsx"
import { ExplorerLink } from "./ExplorerLink.tsx"
import { NftPicture } from "./NftPicture.tsx"

/** NFTs that the active wallet reports: a grid of pictures, or a list. */
export function Nfts() {
  const { core, run } = useModal()
  const text = useText({ nfts: nftsMessages, activity, titles })
  const { list, refresh, of, arrangement } = useSlice(nfts)
  const { possible } = useSlice(actions)
  const scroller = useScroller()
  const ids = list.ids.value
  const here = `${core.network.value?.caipNetworkId}:${core.address.value}`
  const tiled = arrangement.value === "grid"
  // While the list still belongs to another account, do not render it.
  if (ids.length > 0 && of.value === here)
    return (
      <>
        <div className={top()}>
          <span>{text("nftCount", { count: ids.length })}</span>
          <IconButton
            size="small"
            iconSize={18}
            name={text(tiled ? "nftsAsList" : "nftsAsGrid")}
            icon={tiled ? Rows : Cells}
            onClick={() => run(arrangeNfts(tiled ? "list" : "grid"))}
          />
        </div>
        <VirtualList
          key={arrangement.value}
          name={text("nfts")}
          ids={ids}
          pitch={tiled ? cellPitch : rowPitch}
          columns={tiled ? columns : 1}
          className={tiled ? tiles() : rowGroup({ kind: "bare" })}
          scroller={scroller}
          render={tiled ? renderCell : renderRow}
        />
      </>
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
    <div className={waiting()} aria-busy="true">
      {[...Array(columns * 2).keys()].map((place) => (
        <span key={place} className={coming()} aria-hidden="true">
          <Bar inline="100%" block={109} round="logo" />
          <Bar inline={`${80 - 12 * (place % columns)}%`} block={12} />
        </span>
      ))}
    </div>
  )
}

const renderRow = (id: string) => <NftRow id={id} />
const renderCell = (id: string) => <NftCell id={id} />

const NftCell = memo(({ id }: { readonly id: string }) => {
  const { run } = useModal()
  const { list } = useSlice(nfts)
  const nft = list.get(id)?.value
  if (!nft) return null
  return (
    <Pressable className={cell()} title={nft.name} data-nft={id} onClick={() => run(goTo({ name: "Nft", nft: id }))}>
      <NftPicture src={nft.picture} />
      <bdi className={name()}>{nft.name}</bdi>
      <bdi className={from()}>{nft.collection}</bdi>
    </Pressable>
  )
})

const NftRow = memo(({ id }: { readonly id: string }) => {
  const { run } = useModal()
  const { list } = useSlice(nfts)
  const nft = list.get(id)?.value
  if (!nft) return null
  return (
    <Row
      logo={
        <span className={small()}>
          <NftPicture src={nft.picture} />
        </span>
      }
      second={nft.collection}
      end={<bdi dir="ltr">{shortId(nft)}</bdi>}
      data-nft={id}
      onClick={() => run(goTo({ name: "Nft", nft: id }))}
    >
      {nft.name}
    </Row>
  )
})

const shortId = ({ tokenId }: Nft) => `#${tokenId.length > longestId ? `${tokenId.slice(0, longestId)}…` : tokenId}`

const longestId = 8
const columns = 3
const rowPitch = 56
const cellPitch = 162

const top = css({
  type: "caption",
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  paddingBlock: "6px",
  paddingInline: "12px 6px",
  color: "var(--po-text-2)",
})

// Extends the grid by the padding of its cells, so the pictures keep the usual inset and the hover background surrounds
// them.
const tiles = css({ marginInline: "-4px" })

const cell = css({
  round: 4,
  display: "flex",
  flexDirection: "column",
  alignItems: "stretch",
  inlineSize: "100%",
  padding: "4px 4px 8px",
  background: "var(--po-under)",
  textAlign: "start",
  userSelect: "none",
  transition: "background-color var(--po-quick) linear",
  "&:focus-visible": { ring: "in" },
  "@hover": { "&:hover": { "--po-under": "var(--po-hover)", transitionDuration: "0s" } },
  "&:active": { "--po-under": "var(--po-press)", transitionDuration: "0s" },
})

const line = {
  paddingInline: "2px",
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  textAlign: "var(--po-start)",
} as const
const name = css({ type: "smallHead", ...line, marginBlockStart: "8px" })
const from = css({ type: "small", ...line, color: "var(--po-text-2)", minBlockSize: "1lh" })
const small = css({ flex: "none", square: 40 })
const waiting = css({
  display: "grid",
  gridTemplateColumns: `repeat(${columns}, 1fr)`,
  marginInline: "-4px",
  paddingBlockStart: "44px",
})
const coming = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "4px 4px 26px" })
