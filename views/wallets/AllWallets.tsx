import { useComputed } from "@preact/signals-react"
import { memo, useCallback, useDeferredValue, useEffect, useState } from "react"
import { modal } from "../../src/core/first-paint/limits.ts"
import { login } from "../../src/embedded/first-paint/state.ts"
import type { RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import { showSnack } from "../../src/notifications/steps/snack.ts"
import type { Namespace } from "../../src/options/namespaces.ts"
import { walletLists } from "../../src/wallets/first-paint/limits.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { isCertified } from "../../src/wallets/model/isCertified.ts"
import { listLocalMatches, nextPage, pickWallet, restartPages } from "../../src/wallets/operations.ts"
import { RequireTerms } from "../embedded/first-paint/RequireTerms.tsx"
import walletsMessages from "../locales/en/wallets.json" with { type: "json" }
import { useModal, useScroller, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { useWalletImage } from "../shared/first-paint/useWalletImage.ts"
import { css } from "../styles/stitches.ts"
import { Button, Pair } from "../ui/Button.tsx"
import { CertifiedMark } from "../ui/CertifiedMark.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { GridCell } from "../ui/GridCell.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { Offline, QrMark, Retry } from "../ui/icons.tsx"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { SearchField } from "../ui/SearchField.tsx"
import { SkeletonCells } from "../ui/SkeletonCells.tsx"
import { Switch } from "../ui/Toggle.tsx"
import { VirtualList } from "../ui/VirtualList.tsx"
import { NoWallet, WalletSearch } from "./WalletSearch.tsx"

/** All wallets of the directory: a grid to browse, or a list of search results. */
export function AllWallets({ namespace }: RouteOf<"AllWallets">) {
  const { run, whenIdle } = useModal()
  const text = useText({ wallets: walletsMessages })
  const lists = useSlice(wallets)
  const { mobile } = lists
  const [typed, setTyped] = useState("")
  // Visitors who accepted the terms on Connect are not asked again.
  const [needsTerms] = useState(!useSlice(login).agreed.peek())
  const [certified, setCertified] = useState(false)
  const searching = isSearch(typed)
  // The wallets are rendered after the view, in pieces that leave room for other frames.
  const ready = useDeferredValue(true, false)
  useTask(() => restartPages(certified, namespace), [certified, namespace])
  // The first plural takes longer than a frame on a phone, so it is not left to the first search.
  useEffect(() => whenIdle(() => void text("results", { count: 0 })), [])

  const type = (search: string) => {
    // Lists the local matches in the same frame as the key press. The search itself starts after the paint.
    if (isSearch(search)) listLocalMatches(lists, { search, certified })
    setTyped(search)
  }
  const certify = (on: boolean) => {
    setCertified(on)
    if (on) run(showSnack(() => text("certifiedOn")))
  }
  const list = (
    <>
      <div className={top()}>
        <SearchField name={text("searchWallets")} clear={text("clear")} value={typed} onInput={type} />
        {mobile.value && (
          <IconButton
            name={text("scanCode")}
            icon={QrMark}
            onClick={() => run(goTo({ name: "ConnectingWalletConnect" }))}
          />
        )}
      </div>
      <Switch checked={certified} onChange={certify} icon={<CertifiedMark size={20} />}>
        {text("certified")}
      </Switch>
      {ready &&
        (searching ? (
          <WalletSearch search={typed} certified={certified} namespace={namespace} />
        ) : (
          <Browse certified={certified} namespace={namespace} letter={typed.trim()} />
        ))}
    </>
  )
  return <div className={frame()}>{needsTerms ? <RequireTerms>{list}</RequireTerms> : list}</div>
}

const isSearch = (typed: string): boolean => typed.trim().length >= walletLists.searchFrom

/**
 * Grid of all wallets. Once a letter is typed, shows only the loaded wallets whose name contains it, if any. Loads more
 * as the visitor scrolls to the end of all wallets.
 */
function Browse({
  certified,
  namespace,
  letter,
}: {
  readonly certified: boolean
  readonly namespace: Namespace | undefined
  readonly letter: string
}) {
  const { core, run } = useModal()
  const text = useText({ wallets: walletsMessages })
  const { all, total, paging } = useSlice(wallets)
  const scroller = useScroller()
  const columns = useColumns(scroller)
  const ids = all.ids.value
  const having = letter === "" ? [] : ids.filter((id) => hasLetter(all.get(id)?.peek()?.name ?? "", letter))
  const listed = having.length > 0 ? having : ids
  const isWhole = listed === ids
  const more = useCallback(
    ({ to }: { readonly to: number }) => {
      if (isWhole && to >= ids.length) run(nextPage(certified, namespace))
    },
    [isWhole, ids.length, certified, namespace, run],
  )
  const again = (
    <Pair even>
      <Button icon={QrMark} onClick={() => run(goTo({ name: "ConnectingWalletConnect" }))}>
        {text("qrCode")}
      </Button>
      <Button kind="primary" icon={Retry} onClick={() => run(nextPage(certified, namespace))}>
        {text("tryAgain")}
      </Button>
    </Pair>
  )
  const state = paging.value.status
  if (ids.length === 0 && (state === "failed" || !core.online.value))
    return (
      <EmptyState
        kind="failed"
        icon={Offline}
        heading={text(core.online.value ? "listFailed" : "offline")}
        actions={again}
      >
        {text(core.online.value ? "listFailedHint" : "offlineHint")}
      </EmptyState>
    )
  if (ids.length === 0 && state === "loaded") return <NoWallet listed />
  if (ids.length === 0)
    return (
      <div className={grid()} aria-busy="true">
        <SkeletonCells count={20} />
      </div>
    )
  return (
    <>
      <VirtualList
        key={String(certified)}
        name={text("allWallets")}
        ids={listed}
        total={isWhole ? Math.max(total.value, ids.length) : listed.length}
        columns={columns}
        pitch={94}
        scroller={scroller}
        onShow={more}
        render={renderCell}
      />
      {state === "failed" && again}
    </>
  )
}

const hasLetter = (name: string, letter: string): boolean => name.toLowerCase().includes(letter.toLowerCase())

const renderCell = (id: string) => <WalletCell id={id} />

const WalletCell = memo(({ id }: { readonly id: string }) => {
  const { run } = useModal()
  const text = useText({ wallets: walletsMessages })
  const { all, installed, mobile } = useSlice(wallets)
  const image = useWalletImage()
  const wallet = all.get(id)?.value
  const certified = useComputed(() => {
    const now = all.get(id)?.value
    return now !== undefined && isCertified(now, installed.value, mobile.value)
  })
  if (!wallet) return null
  return (
    <GridCell
      logo={<WalletLogo size={52} src={image(wallet)} name={wallet.name} />}
      badge={certified.value ? <CertifiedMark name={text("certifiedWallet")} /> : undefined}
      name={wallet.name}
      data-wallet={id}
      onClick={() => run(pickWallet(wallet))}
    />
  )
})

/** Returns the number of columns: 4, or 3 in narrow dialogs. */
const useColumns = (scroller: ReturnType<typeof useScroller>) => {
  const [columns, setColumns] = useState(4)
  useEffect(() => {
    const box = scroller?.current
    if (!box) return
    const watch = new ResizeObserver(() => setColumns(box.clientWidth >= narrow ? 4 : 3))
    watch.observe(box)
    return () => watch.disconnect()
  }, [scroller])
  return columns
}

const narrow = 352

const frame = css({
  display: "flex",
  flexDirection: "column",
  gap: "4px",
  padding: "0 8px 8px",
  minBlockSize: "528px",
  // In a bottom sheet: the height left by its header and margins.
  [`@media (max-width: ${modal.sheetWidth}px)`]: { minBlockSize: "calc(100dvh - 128px)" },
})
const top = css({ display: "flex", gap: "8px", "& > :first-child": { flex: 1 } })
const grid = css({ display: "grid", gridTemplateColumns: "repeat(4, 1fr)" })
