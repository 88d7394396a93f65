import type { Nft as Held } from "../../src/balances/model/nfts.ts"
import { nfts } from "../../src/balances/state/nfts.ts"
import { formatAmount } from "../../src/core/formatAmount.ts"
import { truncateAddress } from "../../src/core/truncate.ts"
import type { RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import { goBack } from "../../src/navigation/opening/flows.ts"
import account from "../locales/en/account.json" with { type: "json" }
import nftsMessages from "../locales/en/nfts.json" with { type: "json" }
import { CopyAddress } from "../shared/CopyAddress.tsx"
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useNetworkImage } from "../shared/useNetworkImage.ts"
import { css } from "../styles/stitches.ts"
import { ShortAddress } from "../ui/Address.tsx"
import { Alert } from "../ui/Alert.tsx"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Leave, PictureMark } from "../ui/icons.tsx"
import { Facts, KeyValue } from "../ui/KeyValue.tsx"
import { RemoteImage } from "../ui/RemoteImage.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { SectionHead } from "../ui/SectionHead.tsx"
import { Heading, Sentence } from "../ui/Text.tsx"
import { NftPicture } from "./NftPicture.tsx"

/** Details of an NFT: its picture, and what the wallet reports about it. Placeholder if the account no longer has it. */
export function Nft({ nft: key }: RouteOf<"Nft">) {
  const { core, run } = useModal()
  const text = useText({ nfts: nftsMessages })
  const { list, of } = useSlice(nfts)
  // Subscribes to the list, so an NFT that leaves the account also disappears here.
  const held = list.ids.value.includes(key) ? list.get(key)?.value : undefined
  const here = of.value === `${core.network.value?.caipNetworkId}:${core.address.value}`
  return (
    <div className={frame()}>
      {held && here ? (
        <Shown nft={held} />
      ) : (
        <EmptyState
          icon={PictureMark}
          heading={text("nftGone")}
          actions={
            <Button kind="primary" onClick={() => run(goBack())}>
              {text("back")}
            </Button>
          }
        >
          {text("nftGoneHint")}
        </EmptyState>
      )}
    </div>
  )
}

function Shown({ nft }: { readonly nft: Held }) {
  const { core } = useModal()
  const text = useText({ nfts: nftsMessages, account })
  const network = core.network.value
  const image = useNetworkImage(network)
  const explorer = network?.blockExplorers?.default.url
  return (
    <>
      {nft.spam && (
        <Alert kind="warning" title={text("nftSpam")}>
          {text("nftSpamHint")}
        </Alert>
      )}
      <NftPicture src={nft.largePicture} whole />
      <div className={words()}>
        <Heading>
          <bdi>{nft.name}</bdi>
        </Heading>
        {nft.collection && (
          <Sentence kind="caption">
            <bdi>{nft.collection}</bdi>
          </Sentence>
        )}
        {nft.description && (
          <p className={story()}>
            <bdi>{nft.description}</bdi>
          </p>
        )}
      </div>
      {nft.traits.length > 0 && (
        <section>
          <SectionHead>{text("traits")}</SectionHead>
          <dl className={traits()}>
            {nft.traits.map(({ name, value }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two traits may have the same name
              <div key={`${index} ${name}`} className={trait()}>
                <dt>
                  <bdi>{name}</bdi>
                </dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <RowGroup>
        <Facts>
          {nft.quantity !== undefined && (
            <KeyValue name={text("nftQuantity")}>{formatAmount(nft.quantity, 0, core.locale.value)}</KeyValue>
          )}
          <KeyValue name={text("tokenId")}>
            <bdi dir="ltr" className={figures()}>
              {nft.tokenId}
            </bdi>
          </KeyValue>
          <KeyValue name={text("nftContract")}>
            <span className={tools()}>
              <ShortAddress>{truncateAddress(nft.address)}</ShortAddress>
              <CopyAddress address={nft.address} size="small" />
            </span>
          </KeyValue>
          <KeyValue name={text("nftNetwork")}>
            <span className={tools()}>
              <RemoteImage src={image} name={network?.name ?? ""} size={20} />
              {network?.name}
            </span>
          </KeyValue>
        </Facts>
      </RowGroup>
      {explorer !== undefined && (
        <Button icon={Leave} href={tokenUrl(explorer, nft)}>
          {text("explorer")}
        </Button>
      )}
    </>
  )
}

/** Returns the explorer's URL of an NFT. Its address and ID are encoded, because they come from the wallet. */
const tokenUrl = (
  explorer: string,
  { address, tokenId }: { readonly address: string; readonly tokenId: string },
): string => `${explorer.replace(/\/$/, "")}/token/${encodeURIComponent(address)}?a=${encodeURIComponent(tokenId)}`

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
const words = css({ display: "flex", flexDirection: "column", gap: "2px", padding: "8px 12px 4px" })
const story = css({
  type: "body",
  paddingBlockStart: "8px",
  color: "var(--po-text-2)",
  overflowWrap: "anywhere",
  unicodeBidi: "plaintext",
})
const traits = css({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 150px), 1fr))",
  gap: "8px",
  margin: 0,
})
const trait = css({
  round: 3,
  minInlineSize: 0,
  padding: "10px 12px",
  background: "var(--po-raised)",
  outline: "1px solid var(--po-bound)",
  outlineOffset: "-1px",
  overflowWrap: "anywhere",
  "& > dt": { type: "caption", color: "var(--po-text-2)" },
  "& > dd": { type: "label", margin: 0 },
})
const figures = css({ type: "mono", fontFeatureSettings: '"zero"', overflowWrap: "anywhere" })
const tools = css({
  display: "inline-flex",
  alignItems: "center",
  gap: "8px",
  "& > button": { marginBlock: "-6px", marginInlineEnd: "-6px" },
})
