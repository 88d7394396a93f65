import { useState } from "react"
import { formatDateTime } from "../../src/core/dates.ts"
import { directionOf, isolateDirection } from "../../src/core/first-paint/direction.ts"
import { truncateAddress } from "../../src/core/truncate.ts"
import { shownPermissions } from "../../src/smartSessions/limits.ts"
import {
  formatAllowance,
  formatPeriod,
  kindOf,
  readAllowance,
  type SessionKind,
  type SmartSession,
} from "../../src/smartSessions/model.ts"
import { revokeSession } from "../../src/smartSessions/operations.ts"
import { smartSessions } from "../../src/smartSessions/state.ts"
import type { KeyOf } from "../locales/messages.ts"
import { type Text, useModal, useSlice } from "../shared/first-paint/useModal.ts"
import { ErrorBoundary } from "../shell/ErrorBoundary.tsx"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { RemoteImage } from "../ui/RemoteImage.tsx"

/** Card of a smart session: its permissions and, while it is active, a button that revokes it. */
export function SessionCard({
  of,
  now,
  text,
}: {
  readonly of: SmartSession
  readonly now: number
  readonly text: Sentences
}) {
  const { run } = useModal()
  const { revoking } = useSlice(smartSessions)
  const kind = kindOf(of, now)
  const name = of.name || text("unnamed")
  const busy = revoking.value.has(of.pci)
  const messages = {
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
            onClick={() => run(revokeSession(of.pci, messages))}
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

/** Expiry or revocation time of a session, and its first permissions. A button shows the others. */
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
  const shown = whole ? of.permissions : of.permissions.slice(0, shownPermissions)
  const left = of.permissions.length - shown.length
  return (
    <>
      <span className={quiet()}>
        <bdi>{text(times[kind], { time })}</bdi>
      </span>
      <ul className={list()}>
        {shown.map((permission, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: permissions have no ID, and their order never changes
          <li key={index} className={quiet()}>
            <bdi>{describePermission(permission, core.network.value?.nativeCurrency, text, locale)}</bdi>
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

/** Returns a description of a permission, in the visitor's language. */
const describePermission = (
  permission: unknown,
  coin: { readonly symbol: string; readonly decimals: number } | undefined,
  text: Sentences,
  locale: string,
) => {
  const allowed = readAllowance(permission)
  if (allowed.type === "other") return text("other")
  if (allowed.type === "calls") {
    const address = truncateAddress(allowed.address)
    if (allowed.functions.length === 0) return text("calls", { address })
    const functions = directionOf(locale) === "rtl" ? allowed.functions.map(isolateDirection) : allowed.functions
    return text("callsFunctions", { functions: new Intl.ListFormat(locale).format(functions), address })
  }
  const period = formatPeriod(allowed.every, locale)
  // The token's decimals are only known to its contract, which is not called here.
  if (allowed.token !== undefined) return text("spendsToken", { address: truncateAddress(allowed.token), period })
  const amount = `${formatAllowance(allowed.units, coin?.decimals ?? 18, locale)} ${coin?.symbol ?? ""}`
  return text("spends", { amount, period })
}

export type Sentences = Text<KeyOf<"smartSessions" | "account">>

const times = { active: "until", expired: "ended", revoked: "taken" } as const

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
const list = css({ listStyle: "none", margin: 0, padding: 0 })
const end = css({ flex: "none" })
const others = css({ alignSelf: "start" })
