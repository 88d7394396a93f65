import { useComputed } from "@preact/signals-react"
import { Suspense, useId } from "react"
import { shownBalance, totalValue } from "../../src/domain/balances.ts"
import { can } from "../../src/domain/capabilities.ts"
import { loginName } from "../../src/domain/embedded.ts"
import { formatMoney, truncateAddress } from "../../src/domain/format.ts"
import { latest } from "../../src/domain/loadable.ts"
import { findConnector } from "../../src/domain/wallets.ts"
import { chooseTab, copyAddress, refreshAccount } from "../../src/flows/account.ts"
import { showActivity } from "../../src/flows/activity.ts"
import { signOutOfWallets, wake } from "../../src/flows/connections.ts"
import { goTo } from "../../src/flows/open.ts"
import { account } from "../../src/state/account.ts"
import { actions } from "../../src/state/actions.ts"
import { balances } from "../../src/state/balances.ts"
import { sends } from "../../src/state/sends.ts"
import { signingOut } from "../../src/state/signingOut.ts"
import { wallets } from "../../src/state/wallets.ts"
import { later } from "../later.ts"
import { account as sentences } from "../messages/en/account.ts"
import { css } from "../styles/stitches.ts"
import { ShortAddress } from "../ui/Address.tsx"
import { Avatar } from "../ui/Avatar.tsx"
import { Button } from "../ui/Button.tsx"
import { Doorway } from "../ui/Doorway.tsx"
import { Icon } from "../ui/Icon.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { Copy, Leave, Lock, Named, Open, Past, PictureMark, Power, Settings } from "../ui/icons.tsx"
import { Money } from "../ui/Money.tsx"
import { Press } from "../ui/Press.tsx"
import { Row } from "../ui/Row.tsx"
import { Bar, SkeletonRows } from "../ui/Skeleton.tsx"
import { Spinner } from "../ui/Spinner.tsx"
import { Surface } from "../ui/Surface.tsx"
import { Tabs } from "../ui/Tabs.tsx"
import { useModal, useSlice, useTask, useText } from "../useModal.ts"
import { Actions } from "./Actions.tsx"
import { Tokens } from "./Tokens.tsx"

/** Who is connected, what they hold, and the way out. */
export function Account() {
  const { core, run } = useModal()
  const text = useText(sentences)
  const { possible } = useSlice(actions)
  const { tab, identity } = useSlice(account)
  const known = latest(identity.value)
  const address = core.address.value
  const network = core.network.value
  useTask(refreshAccount, [address, network?.caipNetworkId])
  useOutcomes()
  if (address === undefined) return <Asleep />

  const { auth } = core.connection.value ?? {}
  const explorer = network?.blockExplorers?.default.url
  return (
    <div className={frame()}>
      <Identity address={address} />
      <Total />
      <Actions />
      <Holdings />
      <Surface>
        {possible("activity") && allTabs[tab.value] !== "activity" && (
          <Row logo={<Mark icon={Past} />} onClick={() => run(showActivity())}>
            {text("activity")}
          </Row>
        )}
        {possible("names") && known?.of === address && known.name === undefined && (
          <Row logo={<Mark icon={Named} />} onClick={() => run(goTo({ name: "ChooseAccountName" }))}>
            {text("chooseAccountName")}
          </Row>
        )}
        {auth && (
          <Row
            logo={<Mark icon={Settings} />}
            data-action="settings"
            onClick={() => run(goTo({ name: "AccountSettings" }))}
          >
            {text("settings")}
          </Row>
        )}
        {explorer && !auth && (
          <Row
            logo={<Mark icon={Leave} />}
            href={`${explorer.replace(/\/$/, "")}/address/${encodeURIComponent(address)}`}
          >
            {text("explorer")}
          </Row>
        )}
        {!auth && <Leaving />}
      </Surface>
      {network === undefined && (
        <Button kind="primary" onClick={() => run(goTo({ name: "Networks" }))}>
          {text("switchNetwork")}
        </Button>
      )}
    </div>
  )
}

/** What the account has and did: in tabs where activity can be had, else its tokens alone. */
function Holdings() {
  const { core, run } = useModal()
  const text = useText(sentences)
  const { tab } = useSlice(account)
  const { possible } = useSlice(actions)
  const panel = useId()
  if (!can(core.namespace.value, "activity")) return possible("balances") ? <Tokens /> : null

  const tabs: readonly (typeof allTabs)[number][] = possible("activity")
    ? allTabs
    : allTabs.filter((one) => one !== "activity")
  const shown = tabs[tab.value] ?? "tokens"
  return (
    <>
      <Tabs
        name={text("holdings")}
        options={tabs.map((value) => ({ value, label: text(value) }))}
        value={shown}
        panel={panel}
        onChoose={(value) => run(chooseTab(tabs.indexOf(value)))}
      />
      <div id={panel} role="tabpanel" aria-label={text(shown)}>
        {shown === "tokens" && <Tokens />}
        {shown === "nfts" && (
          <Doorway icon={PictureMark} heading={text("noNfts")}>
            {text("noNftsHint")}
          </Doorway>
        )}
        {shown === "activity" && (
          <Suspense fallback={<SkeletonRows count={7} two round="full" />}>
            <Activity />
          </Suspense>
        )}
      </div>
    </>
  )
}

const allTabs = ["tokens", "nfts", "activity"] as const

const Activity = later(async () => (await import("./Activity.tsx")).Activity)

/** Tells what became of what was sent, also before this visit. */
const useOutcomes = () => {
  const text = useText(sentences)
  const { untold } = useSlice(sends)
  const told = { confirmed: text("sentConfirmed"), failed: text("sentFailed"), replaced: text("sentReplaced") }
  useTask(() => async () => (await import("../../src/flows/sends.ts")).tellOutcomes(told), [untold.value.length])
}

function Identity({ address }: { readonly address: string }) {
  const { core, run } = useModal()
  const text = useText(sentences)
  const { identity } = useSlice(account)
  const known = latest(identity.value)
  const mine = known?.of === address ? known : undefined
  const auth = core.connection.value?.auth
  const shown = mine?.name ?? (auth && loginName(auth))
  return (
    <div className={who()}>
      <Avatar address={address} src={mine?.avatar} size={40} />
      <Press className={names()} title={text("wallets")} onClick={() => run(goTo({ name: "ProfileWallets" }))}>
        <span className={first()}>
          <span className={name()}>
            {shown ? <bdi>{shown}</bdi> : <ShortAddress>{truncateAddress(address)}</ShortAddress>}
          </span>
          <Icon of={Open} size={16} />
        </span>
        {shown && <ShortAddress>{truncateAddress(address)}</ShortAddress>}
      </Press>
      <IconButton
        name={text("copyAddress")}
        icon={Copy}
        onClick={() => run(copyAddress(address, { copied: text("addressCopied"), failed: text("copyFailed") }))}
      />
    </div>
  )
}

/** The value of all tokens where they can be read, and the network's own coin. */
function Total() {
  const { core } = useModal()
  const text = useText(sentences)
  const { balance } = useSlice(account)
  const { tokens, total } = useSlice(balances)
  const listed = useSlice(actions).possible("balances")
  const valued = listed && tokens.ids.value.length > 0
  const sum = useComputed(() => formatMoney(totalValue([total.value]), core.locale.value))
  const native = useComputed(() => {
    const now = latest(balance.value)
    const here = now?.of === core.address.value && now?.on === core.network.value?.caipNetworkId
    return here
      ? `${shownBalance(now?.amount, core.network.value)} ${core.network.value?.nativeCurrency.symbol ?? ""}`
      : ""
  })
  const known = useComputed(() => native.value !== "")
  const failed = balance.value.is === "failed"
  // Where there are tokens to list, their place says so.
  if (failed && listed && !valued && !known.value) return null
  return (
    <div className={totals()}>
      {valued ? (
        <Money size="total">{sum}</Money>
      ) : known.value ? (
        <Money size="total">{native}</Money>
      ) : failed ? (
        <span className={quiet()}>{text("balancesFailed")}</span>
      ) : (
        <Bar inline={180} block={40} />
      )}
      {valued && known.value && (
        <span className={quiet()}>
          <bdi>{native}</bdi>
        </span>
      )}
    </div>
  )
}

function Leaving() {
  const { run } = useModal()
  const text = useText(sentences)
  const { busy } = useSlice(signingOut)
  return (
    <Row
      logo={<Mark icon={Power} danger />}
      busy={busy.value}
      data-action="disconnect"
      onClick={() => run(signOutOfWallets())}
    >
      {text(busy.value ? "disconnecting" : "disconnect")}
    </Row>
  )
}

/** The wallet in use answers for nobody: it is locked, or still to answer after a reload. */
function Asleep() {
  const { core, run } = useModal()
  const text = useText(sentences)
  const { installed } = useSlice(wallets)
  const namespace = core.namespace.value
  const { active, status } = core.accounts[namespace].value
  const connector = findConnector(installed.value, active, namespace)
  const wallet = connector?.name ?? active ?? ""
  if (status === "connecting")
    return (
      <div className={waiting()} role="status" aria-busy="true">
        <Spinner />
      </div>
    )
  return (
    <div className={frame()}>
      <Doorway
        icon={Lock}
        heading={text("walletAsleep", { wallet })}
        actions={
          <>
            <Button
              kind="primary"
              onClick={() => active !== undefined && run(wake({ namespace, connectorId: active }))}
            >
              {text("reconnect")}
            </Button>
            {core.remoteFeatures.value.multiWallet && (
              <Button onClick={() => run(goTo({ name: "ProfileWallets" }))}>{text("anotherWallet")}</Button>
            )}
            <Button kind="plain" quiet onClick={() => run(signOutOfWallets())}>
              {text("disconnect")}
            </Button>
          </>
        }
      >
        {text("walletAsleepHint")}
      </Doorway>
    </div>
  )
}

function Mark({ icon, danger }: { readonly icon: Parameters<typeof Icon>[0]["of"]; readonly danger?: boolean }) {
  return (
    <span className={mark({ danger })}>
      <Icon of={icon} />
    </span>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
const who = css({ display: "flex", alignItems: "center", gap: "12px", padding: "0 2px 0 12px" })
const names = css({
  flex: 1,
  minInlineSize: 0,
  minBlockSize: "44px",
  display: "flex",
  flexDirection: "column",
  alignItems: "flex-start",
  justifyContent: "center",
  round: 2.5,
  color: "var(--po-text-2)",
  textAlign: "start",
  "&:focus-visible": { ring: "out" },
  "@hover": { "&:hover": { color: "var(--po-text)" } },
})
const first = css({ display: "flex", alignItems: "center", gap: "4px", maxInlineSize: "100%" })
const name = css({
  type: "heading",
  maxInlineSize: "100%",
  color: "var(--po-text)",
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
})
const totals = css({
  display: "flex",
  flexDirection: "column",
  alignItems: "flex-start",
  gap: "2px",
  minBlockSize: "64px",
  padding: "8px 12px 4px",
  fontVariantNumeric: "tabular-nums",
})
const quiet = css({ type: "body", color: "var(--po-text-2)" })
const waiting = css({ display: "grid", placeItems: "center", minBlockSize: "200px" })
const mark = css({
  square: 40,
  flex: "none",
  display: "grid",
  placeItems: "center",
  color: "var(--po-text-2)",
  variants: { danger: { true: { color: "var(--po-error)" } } },
})
