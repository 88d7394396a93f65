import { Fragment, lazy, memo, Suspense } from "react"
import type { WalletRow } from "../../../src/connect/first-paint/model/walletRow.ts"
import { connectRows } from "../../../src/connect/first-paint/state.ts"
import { connecting } from "../../../src/connections/first-paint/state.ts"
import type { RouteOf } from "../../../src/navigation/first-paint/model/routes.ts"
import { wallets } from "../../../src/wallets/first-paint/state/wallets.ts"
import { EmailField } from "../../embedded/first-paint/EmailField.tsx"
import { RequireTerms } from "../../embedded/first-paint/RequireTerms.tsx"
import { Socials } from "../../embedded/first-paint/Socials.tsx"
import type { MessageKey } from "../../locales/messages.ts"
import { goTo, keepWallets, refreshWallets } from "../../shared/first-paint/lazyFlows.ts"
import { useModal, useSlice, useTask } from "../../shared/first-paint/useModal.ts"
import { useWalletImage } from "../../shared/first-paint/useWalletImage.ts"
import { css } from "../../styles/stitches.ts"
import { Button } from "../../ui/Button.tsx"
import { Next, Offline, QrMark, Wallet } from "../../ui/firstPaintIcons.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { LogoGrid } from "../../ui/LogoGrid.tsx"
import { WalletLogo } from "../../ui/RemoteImage.tsx"
import { Row } from "../../ui/Row.tsx"
import { RowGroup } from "../../ui/RowGroup.tsx"
import { asBars, SkeletonRows } from "../../ui/Skeleton.tsx"
import { StatusText } from "../../ui/StatusText.tsx"
import { Divider, Sentence } from "../../ui/Text.tsx"
import { prefetch, prefetchInstalledAdapters } from "./prefetch.ts"
import { useWalletCount } from "./useWalletCount.ts"

/**
 * The enabled connect methods: wallets, email and social accounts. Known rows show at once. The directory's wallets fill in below without
 * moving them.
 */
export function Connect({ namespace }: Pick<RouteOf<"Connect">, "namespace">) {
  const { text, run } = useModal()
  const { ways } = useSlice(connectRows)(namespace)
  const { offered, lapsed } = useSlice(connecting)
  const { methods, socials, awaited, collapsed } = ways.value
  return (
    <div className={frame()}>
      <RequireTerms>
        {(offered.value || lapsed.value) && (
          <Suspense fallback={null}>
            <Offer />
          </Suspense>
        )}
        {methods.map((method, at) => (
          <Fragment key={method}>
            {at > 0 && (method === "wallet" || methods[at - 1] === "wallet") && (
              <Divider>{text(method === "wallet" && !collapsed ? "orUseWallet" : "or")}</Divider>
            )}
            {method !== "wallet" && (
              <div className={login({ awaited })} inert={awaited}>
                {method === "email" ? (
                  <EmailField namespace={namespace} />
                ) : (
                  <Socials socials={socials} namespace={namespace} />
                )}
              </div>
            )}
            {method === "wallet" &&
              (collapsed ? (
                <Button
                  icon={Wallet}
                  onClick={() => run(goTo({ name: "ConnectWallets", ...(namespace ? { namespace } : {}) }))}
                >
                  {text("continueWithAWallet")}
                </Button>
              ) : (
                <Wallets {...(namespace && { namespace })} />
              ))}
          </Fragment>
        ))}
      </RequireTerms>
    </div>
  )
}

/** View with only the wallets of the Connect view. */
export function ConnectWallets({ namespace }: Pick<RouteOf<"ConnectWallets">, "namespace">) {
  return (
    <div className={frame()}>
      <RequireTerms>
        <Wallets {...(namespace && { namespace })} />
      </RequireTerms>
    </div>
  )
}

function Wallets({ namespace }: Pick<RouteOf<"Connect">, "namespace">) {
  const { core, text, run } = useModal()
  const { rows, local, all, relay } = useSlice(connectRows)(namespace)
  const { directory, ready } = useSlice(wallets)
  useTask(() => keepWallets, [])
  useTask(() => (local.value ? prefetchInstalledAdapters : undefined), [local.value, core.online.value])

  const ids = rows.ids.value
  const failed = directory.value.status === "failed"
  // Also true before the request starts: the wallets fill the space reserved for them, so nothing moves.
  const awaiting = !failed && directory.value.status !== "loaded" && ids.length < expected
  return (
    <>
      {ids.length === 0 && !awaiting && !all.value ? (
        <Nothing relay={relay.value} />
      ) : (
        <RowGroup>
          {ids.map((id) => (
            <ConnectRow key={id} row={rows.get(id)} />
          ))}
          {awaiting && <SkeletonRows count={expected - ids.length} />}
          {all.value && <AllWalletsRow namespace={namespace} />}
        </RowGroup>
      )}
      {(failed || !core.online.value) && (
        <div className={note()} role="status">
          <Icon of={Offline} size={16} />
          <Sentence kind="caption">
            {text(core.online.value ? "listFailed" : ready.value && local.value ? "listOffline" : "offline")}
          </Sentence>
          {core.online.value && (
            <Button kind="plain" size="small" onClick={() => run(refreshWallets)}>
              {text("tryAgain")}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** Row of one wallet. Re-renders only when its own entry changes. */
const ConnectRow = memo(({ row }: { readonly row: { readonly value: WalletRow } }) => {
  const { text, run } = useModal()
  const image = useWalletImage()
  const { key, name, tag, route, disabled, awaited, walletId, connectorId, identity, ...picture } = row.value
  if (awaited) return <SkeletonRows count={1} />
  const id = tag === "qrCode" ? "walletConnect" : (connectorId ?? walletId)
  return (
    <Row
      logo={
        tag === "qrCode" ? (
          <WalletLogo icon={<Icon of={QrMark} />} name={name} />
        ) : (
          <WalletLogo src={image({ ...picture, connectorId })} name={name} />
        )
      }
      end={tag && <StatusText dot={tag === "installed" || tag === "connected"}>{text(tags[tag])}</StatusText>}
      disabled={disabled}
      wrap
      onNear={prefetch}
      data-wallet={id}
      onClick={() => run(goTo(route))}
    >
      {name}
    </Row>
  )
})

/** Row that opens the whole directory, with logos of recommended wallets and the number of wallets. */
const AllWalletsRow = memo(({ namespace }: { readonly namespace: RouteOf<"Connect">["namespace"] }) => {
  const { text, run } = useModal()
  const { recommended } = useSlice(wallets)
  const image = useWalletImage()
  const next = recommended.value.map((wallet) => ({ src: image(wallet), name: wallet.name }))
  const count = useWalletCount(namespace)
  return (
    <Row
      logo={
        next.length > 0 ? <LogoGrid of={next} /> : <WalletLogo icon={<Icon of={Wallet} />} name={text("allWallets")} />
      }
      end={
        <span className={leading()}>
          <bdi dir="ltr">{count}</bdi>
          <Icon of={Next} mirrored />
        </span>
      }
      data-wallet="all"
      onClick={() => run(goTo({ name: "AllWallets", ...(namespace ? { namespace } : {}) }))}
    >
      {text("allWallets")}
    </Row>
  )
})

function Nothing({ relay }: { readonly relay: boolean }) {
  const { text, run } = useModal()
  return (
    <RowGroup>
      <Row
        logo={<WalletLogo icon={<Icon of={Wallet} />} name={text("noWallets")} />}
        second={relay ? text("noWalletsHint") : undefined}
        disabled={!relay}
        onClick={() => run(goTo({ name: "ConnectingWalletConnect" }))}
      >
        {text("noWallets")}
      </Row>
    </RowGroup>
  )
}

const Offer = lazy(async () => ({ default: (await import("../LateApproval.tsx")).LateApproval }))

const tags = {
  qrCode: "qrCode",
  recent: "recent",
  multichain: "multichain",
  installed: "installed",
  connected: "connected",
  unverified: "unverified",
} as const satisfies Record<NonNullable<WalletRow["tag"]>, MessageKey>

/** Number of rows reserved until the directory has loaded. */
const expected = 3

/** Style of a login. Shows a skeleton of the same size until the enabled logins are known. */
const login = css({ display: "contents", variants: { awaited: { true: asBars } } })

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })

const leading = css({ display: "flex", alignItems: "center", gap: "8px" })

const note = css({
  display: "flex",
  alignItems: "center",
  gap: "8px",
  padding: "4px 12px",
  color: "var(--po-text-2)",
  "& > p": { flex: 1 },
})
