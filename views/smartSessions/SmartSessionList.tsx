import { useId } from "react"
import { actions } from "../../src/account/state/actions.ts"
import { formatMonth } from "../../src/core/dates.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import { type SessionKind, sessionsByMonth } from "../../src/smartSessions/model.ts"
import { chooseSessions, refreshSessions } from "../../src/smartSessions/operations.ts"
import { smartSessions } from "../../src/smartSessions/state.ts"
import account from "../locales/en/account.json" with { type: "json" }
import smartSessionsMessages from "../locales/en/smartSessions.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Key, Offline, Retry } from "../ui/icons.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { SectionHead } from "../ui/SectionHead.tsx"
import { SegmentedControl } from "../ui/SegmentedControl.tsx"
import { Bar, SkeletonRows } from "../ui/Skeleton.tsx"
import { Tag } from "../ui/Tag.tsx"
import { type Sentences, SessionCard } from "./SessionCard.tsx"

/** List of the active account's smart sessions by state and month. An active session has a button that revokes it. */
export function SmartSessionList() {
  const { core, run } = useModal()
  const text = useText({ smartSessions: smartSessionsMessages, account, titles })
  const { kind } = useSlice(smartSessions)
  const { possible, isServed } = useSlice(actions)
  const panel = useId()
  const there = possible("sessions")
  const causes = [core.address.value, core.network.value?.caipNetworkId, there, isServed.value, core.online.value]
  useTask(refreshSessions, causes)
  if (!there) {
    // If the site offers smart sessions, the network does not support them.
    const offered = core.features.value.smartSessions
    return (
      <div className={frame()}>
        <EmptyState
          icon={Key}
          heading={text("unavailable")}
          actions={
            offered && core.networks.value.length > 1 ? (
              <Button kind="primary" onClick={() => run(goTo({ name: "Networks" }))}>
                {text("switchNetwork")}
              </Button>
            ) : (
              <ToAccount />
            )
          }
        >
          {offered && text("unavailableHint", { network: core.network.value?.name ?? "" })}
        </EmptyState>
      </div>
    )
  }
  return <SessionTabs kind={kind.value} panel={panel} text={text} />
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

function SessionTabs({
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
  const state = refresh.value.status
  if (months.length > 0)
    return months.map(({ year, month, sessions }) => (
      <section key={`${year} ${month}`}>
        <SectionHead>{formatMonth(year, month, now, core.locale.value)}</SectionHead>
        <RowGroup list>
          {sessions.map((session) => (
            <li key={session.pci} data-session={session.pci}>
              <SessionCard of={session} now={now} text={text} />
            </li>
          ))}
        </RowGroup>
      </section>
    ))
  if (!core.online.value)
    return (
      <EmptyState icon={Offline} heading={text("offline")}>
        {text("sessionsOffline")}
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

const kinds = ["active", "expired", "revoked"] as const

const nothing = { active: "none", expired: "noneExpired", revoked: "noneRevoked" } as const

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })

const mark = css({ display: "grid", placeItems: "center", paddingInline: "4px" })

const coming = css({
  display: "flex",
  flexDirection: "column",
  gap: "10px",
  paddingBlockStart: "18px",
  "& > :first-child": { marginInlineStart: "12px" },
})
