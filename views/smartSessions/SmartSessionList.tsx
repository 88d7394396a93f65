import { useId, useState } from "react"
import { actions } from "../../src/account/state/actions.ts"
import { formatDateTime, formatMonth } from "../../src/core/dates.ts"
import { directionOf } from "../../src/core/first-paint/direction.ts"
import { truncateAddress } from "../../src/core/format.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import {
  formatAllowance,
  formatPeriod,
  kindOf,
  readAllowance,
  type SessionKind,
  type SmartSession,
  sessionsByMonth,
} from "../../src/smartSessions/model.ts"
import { chooseSessions, refreshSessions, revokeSession } from "../../src/smartSessions/operations.ts"
import { smartSessions } from "../../src/smartSessions/state.ts"
import account from "../locales/en/account.json" with { type: "json" }
import smartSessionsMessages from "../locales/en/smartSessions.json" with { type: "json" }
import type { KeyOf } from "../locales/messages.ts"
import { type Text, useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { ErrorBoundary } from "../shell/ErrorBoundary.tsx"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Key, Offline, Retry } from "../ui/icons.tsx"
import { RemoteImage } from "../ui/RemoteImage.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { SegmentedControl } from "../ui/SegmentedControl.tsx"
import { Bar, SkeletonRows } from "../ui/Skeleton.tsx"
import { Tag } from "../ui/Tag.tsx"
import { SectionHead } from "../ui/Text.tsx"

/** Smart sessions of the active account by state and month, with a button to revoke each. */
export function SmartSessionList() {
  const { core, run } = useModal()
  const text = useText({ smartSessions: smartSessionsMessages, account })
  const { kind } = useSlice(smartSessions)
  const { possible } = useSlice(actions)
  const panel = useId()
  const there = possible("sessions")
  useTask(refreshSessions, [core.address.value, core.network.value?.caipNetworkId, there, core.online.value])
  if (!there)
    return (
      <div className={frame()}>
        <EmptyState
          icon={Key}
          heading={text("unavailable")}
          actions={
            // If the site offers smart sessions, it is the network that does not support them.
            core.features.value.smartSessions && core.networks.value.length > 1 ? (
              <Button kind="primary" onClick={() => run(goTo({ name: "Networks" }))}>
                {text("switchNetwork")}
              </Button>
            ) : (
              <ToAccount />
            )
          }
        >
          {text("unavailableHint", { network: core.network.value?.name ?? "" })}
        </EmptyState>
      </div>
    )
  return <Listed kind={kind.value} panel={panel} text={text} />
}

function ToAccount() {
  const { run } = useModal()
  const text = useText({ smartSessions: smartSessionsMessages, account })
  return (
    <Button kind="primary" onClick={() => run(goTo({ name: "Account" }))}>
      {text("toAccount")}
    </Button>
  )
}

/** Beta tag in the header. */
export function Beta() {
  const text = useText({ smartSessions: smartSessionsMessages, account })
  return (
    <span className={mark()}>
      <Tag kind="warning">{text("beta")}</Tag>
    </span>
  )
}

function Listed({
  kind,
  panel,
  text,
}: {
  readonly kind: SessionKind
  readonly panel: string
  readonly text: Sentences
}) {
  const { run } = useModal()
  return (
    <div className={frame()}>
      <SegmentedControl
        name={text("kinds")}
        options={kinds.map((value) => ({ value, label: text(value) }))}
        value={kind}
        panel={panel}
        onChoose={(value) => run(chooseSessions(value))}
      />
      <div id={panel} role="tabpanel" aria-label={text(kind)}>
        <Months kind={kind} text={text} />
      </div>
    </div>
  )
}

function Months({ kind, text }: { readonly kind: SessionKind; readonly text: Sentences }) {
  const { core, run } = useModal()
  const { list, refresh } = useSlice(smartSessions)
  const now = Date.now()
  const months = sessionsByMonth(list.value, kind, now)
  const state = refresh.value.is
  if (months.length > 0)
    return months.map(({ year, month, sessions }) => (
      <section key={`${year} ${month}`}>
        <SectionHead>{formatMonth(year, month, now, core.locale.value)}</SectionHead>
        <RowGroup list>
          {sessions.map((session) => (
            <li key={session.pci} data-session={session.pci}>
              <Session of={session} now={now} text={text} />
            </li>
          ))}
        </RowGroup>
      </section>
    ))
  if (!core.online.value)
    return (
      <EmptyState icon={Offline} heading={text("offline")}>
        {text("offlineHint")}
      </EmptyState>
    )
  if (state === "failed")
    return (
      <EmptyState
        kind="failed"
        icon={Key}
        heading={text("fetchFailed")}
        actions={
          <Button kind="primary" icon={Retry} onClick={() => run(refreshSessions())}>
            {text("tryAgain")}
          </Button>
        }
      >
        {text("fetchFailedHint")}
      </EmptyState>
    )
  if (state === "loaded" || list.value.length > 0)
    return (
      <EmptyState icon={Key} heading={text(nothing[kind])} actions={kind === "active" && <ToAccount />}>
        {kind === "active" && text("noneHint")}
      </EmptyState>
    )
  return (
    <div className={coming()} aria-busy="true">
      <Bar inline={72} block={12} />
      <RowGroup>
        <div>
          <SkeletonRows count={2} two end={false} />
        </div>
      </RowGroup>
    </div>
  )
}

function Session({ of, now, text }: { readonly of: SmartSession; readonly now: number; readonly text: Sentences }) {
  const { run } = useModal()
  const { revoking } = useSlice(smartSessions)
  const kind = kindOf(of, now)
  const name = of.name || text("unnamed")
  const busy = revoking.value.has(of.pci)
  const told = {
    revoked: () => text("sessionRevoked"),
    declined: () => text("revokeDeclined"),
    failed: () => text("revokeFailed"),
  }
  return (
    <div className={item()}>
      <RemoteImage src={of.iconUrl} name={name} size={40} edged />
      <span className={title()}>
        <bdi>{name}</bdi>
      </span>
      {kind === "active" && (
        <span className={end()}>
          <Button
            size="small"
            busy={busy}
            aria-label={text(busy ? "revokingOf" : "revokeOf", { site: name })}
            onClick={() => run(revokeSession(of.pci, told))}
          >
            {text(busy ? "revoking" : "revoke")}
          </Button>
        </span>
      )}
      <div className={about()}>
        {/* A session whose details cannot be rendered can still be revoked. */}
        <ErrorBoundary instead={() => <span className={quiet()}>{text("other")}</span>}>
          <Details of={of} kind={kind} text={text} />
        </ErrorBoundary>
      </div>
    </div>
  )
}

/** Time of a session and its first permissions. A button shows the others. */
function Details({
  of,
  kind,
  text,
}: {
  readonly of: SmartSession
  readonly kind: SessionKind
  readonly text: Sentences
}) {
  const { core } = useModal()
  const [whole, setWhole] = useState(false)
  const locale = core.locale.value
  const time = formatDateTime(new Date(of.revokedAt ?? of.expiry).toISOString(), locale)
  const shown = whole ? of.permissions : of.permissions.slice(0, most)
  const left = of.permissions.length - shown.length
  return (
    <>
      <span className={quiet()}>
        <bdi>{text(times[kind], { time })}</bdi>
      </span>
      <ul className={list()}>
        {shown.map((permission, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: permissions have no name of their own, and none ever moves
          <li key={index} className={quiet()}>
            <bdi>{permitted(permission, core.network.value?.nativeCurrency, text, locale)}</bdi>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <span className={others()}>
          <Button size="small" onClick={() => setWhole(true)}>
            {text("more", { count: left.toLocaleString(locale) })}
          </Button>
        </span>
      )}
    </>
  )
}

/** Describes a permission. */
const permitted = (
  permission: unknown,
  coin: { readonly symbol: string; readonly decimals: number } | undefined,
  text: Sentences,
  locale: string,
) => {
  const allowed = readAllowance(permission)
  if (allowed.is === "other") return text("other")
  if (allowed.is === "calls") {
    const address = truncateAddress(allowed.address)
    if (allowed.functions.length === 0) return text("calls", { address })
    const functions = directionOf(locale) === "rtl" ? allowed.functions.map(isolated) : allowed.functions
    return text("callsFunctions", { functions: new Intl.ListFormat(locale).format(functions), address })
  }
  const period = formatPeriod(allowed.every, locale)
  // The token's decimals are only known to its contract, which is not called here.
  if (allowed.token !== undefined) return text("spendsToken", { address: truncateAddress(allowed.token), period })
  const amount = `${formatAllowance(allowed.units, coin?.decimals ?? 18, locale)} ${coin?.symbol ?? ""}`
  return text("spends", { amount, period })
}

/** Isolates the direction of a name in a list. */
const isolated = (name: string) => `\u2068${name}\u2069`

type Sentences = Text<KeyOf<"smartSessions" | "account">>

const kinds = ["active", "expired", "revoked"] as const
const nothing = { active: "none", expired: "noneExpired", revoked: "noneRevoked" } as const
const times = { active: "until", expired: "ended", revoked: "taken" } as const
/** Maximum number of permissions shown at first. */
const most = 8

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
const mark = css({ display: "grid", placeItems: "center", paddingInline: "4px" })
// Permissions are below the name and the button to use the full width, and keep their line breaks during revocation.
const item = css({ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: "12px", padding: "12px" })
const about = css({
  inlineSize: "100%",
  paddingInlineStart: "52px",
  display: "flex",
  flexDirection: "column",
  gap: "2px",
})
const title = css({
  type: "row",
  flex: "1 1 0",
  minInlineSize: 0,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
})
const quiet = css({ type: "caption", color: "var(--po-text-2)", textWrap: "pretty", overflowWrap: "anywhere" })
const coming = css({
  display: "flex",
  flexDirection: "column",
  gap: "10px",
  paddingBlockStart: "18px",
  "& > :first-child": { marginInlineStart: "12px" },
})
const list = css({ listStyle: "none", margin: 0, padding: 0 })
const end = css({ flex: "none" })
const others = css({ alignSelf: "start" })
