import { createContext, memo, useContext, useLayoutEffect } from "react"
import { goTo } from "../../src/navigation/opening/flows.ts"
import type { Namespace } from "../../src/options/namespaces.ts"
import { connectorOf, isLocal } from "../../src/wallets/first-paint/model/connector.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { isCertified } from "../../src/wallets/model/isCertified.ts"
import { pickWallet, search as searchFlow } from "../../src/wallets/operations.ts"
import connect from "../locales/en/connect.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import walletsMessages from "../locales/en/wallets.json" with { type: "json" }
import { useModal, useScroller, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { useWalletImage } from "../shared/first-paint/useWalletImage.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { CertifiedMark } from "../ui/CertifiedMark.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { QrMark, Search } from "../ui/icons.tsx"
import { Link } from "../ui/Link.tsx"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup, rowGroup } from "../ui/RowGroup.tsx"
import { SectionHead } from "../ui/SectionHead.tsx"
import { SkeletonRows } from "../ui/Skeleton.tsx"
import { StatusText } from "../ui/StatusText.tsx"
import { Sentence } from "../ui/Text.tsx"
import { VirtualList } from "../ui/VirtualList.tsx"

/** Search results: at first the matches among the loaded wallets, then those of the directory. */
export function WalletSearch({
  search,
  certified,
  namespace,
}: {
  readonly search: string
  readonly certified: boolean
  readonly namespace: Namespace | undefined
}) {
  const text = useText({ wallets: walletsMessages, titles })
  const { found, searching } = useSlice(wallets)
  const scroller = useScroller()
  useTask(() => searchFlow({ search, certified, ...(namespace && { namespace }) }), [search, certified, namespace])
  useLayoutEffect(() => {
    // Chromium's `scrollTo` returns a promise, which React would call as a cleanup function.
    scroller?.current?.scrollTo({ top: 0 })
  }, [search, scroller])
  const ids = found.ids.value
  // A search that has not started counts as busy, because its results are unknown.
  const busy = searching.value.status === "loading" || searching.value.status === "idle"
  if (ids.length === 0 && busy)
    return (
      <RowGroup>
        <SkeletonRows count={3} two end={false} />
      </RowGroup>
    )
  if (ids.length === 0) return <NoWallet />
  return (
    <div aria-busy={busy}>
      <div role="status">
        <SectionHead>{text("results", { count: ids.length })}</SectionHead>
      </div>
      <Wanted.Provider value={search.trim()}>
        <VirtualList
          name={text("wallets")}
          ids={ids}
          pitch={56}
          className={rowGroup()}
          scroller={scroller}
          render={renderRow}
        />
      </Wanted.Provider>
      <Elsewhere />
    </div>
  )
}

/**
 * Placeholder if the directory has no matching wallet. Offers a QR code, which works with any wallet. `listed`: whether the visitor did not
 * search, but browsed a list.
 */
export function NoWallet({ listed = false }: { readonly listed?: boolean }) {
  const { run } = useModal()
  const text = useText({ wallets: walletsMessages, connect })
  return (
    <EmptyState
      icon={Search}
      heading={text("noWalletFound")}
      actions={
        <Button icon={QrMark} onClick={() => run(goTo({ name: "ConnectingWalletConnect" }))}>
          {text("scanCode")}
        </Button>
      }
    >
      {text(listed ? "scanAny" : "noWalletFoundHint")}
    </EmptyState>
  )
}

function Elsewhere() {
  const { run } = useModal()
  const text = useText({ wallets: walletsMessages, connect })
  return (
    <div className={elsewhere()}>
      <Sentence center>
        {text("notHere")} <Link onClick={() => run(goTo({ name: "ConnectingWalletConnect" }))}>{text("showCode")}</Link>{" "}
        {text("anyWalletScans")}
      </Sentence>
    </div>
  )
}

const renderRow = (id: string) => <FoundRow id={id} />

const FoundRow = memo(({ id }: { readonly id: string }) => {
  const { run } = useModal()
  const text = useText({ wallets: walletsMessages })
  const { found, installed, mobile } = useSlice(wallets)
  const wanted = useContext(Wanted)
  const image = useWalletImage()
  const wallet = found.get(id)?.value
  if (!wallet) return null
  return (
    <Row
      logo={<WalletLogo src={image(wallet)} name={wallet.name} />}
      mark={
        isCertified(wallet, installed.value, mobile.value) ? (
          <CertifiedMark name={text("certifiedWallet")} />
        ) : undefined
      }
      second={hostOf(wallet.homepage)}
      end={
        connectorOf(wallet, installed.value.filter(isLocal), mobile.value) ? (
          <StatusText dot>{text("installed")}</StatusText>
        ) : undefined
      }
      title={wallet.name}
      data-wallet={id}
      onClick={() => run(pickWallet(wallet))}
    >
      <Matched name={wallet.name} part={wanted} />
    </Row>
  )
})

/** Wallet name with the search term highlighted. */
function Matched({ name, part }: { readonly name: string; readonly part: string }) {
  const at = part === "" ? -1 : name.toLowerCase().indexOf(part.toLowerCase())
  if (at < 0) return name
  return (
    <>
      {name.slice(0, at)}
      <span className={match()}>{name.slice(at, at + part.length)}</span>
      {name.slice(at + part.length)}
    </>
  )
}

/** Search term for the rows, passed as context because their render function has to stay the same. */
const Wanted = createContext("")

const hostOf = (homepage: string | undefined) =>
  homepage && URL.canParse(homepage) ? new URL(homepage).hostname : undefined

const match = css({ color: "var(--po-accent-text)" })
const elsewhere = css({ padding: "24px 40px 16px" })
