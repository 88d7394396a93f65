import { type ReadonlySignal, useComputed } from "@preact/signals-react"
import { formatRemaining } from "../../../src/core/dates.ts"
import { email as limits } from "../../../src/embedded/limits.ts"
import mailedCode from "../../locales/en/mailedCode.json" with { type: "json" }
import { useText } from "../../shared/first-paint/useModal.ts"
import { useNow } from "../../shared/useNow.ts"
import { css } from "../../styles/stitches.ts"
import { Link } from "../../ui/Link.tsx"

/** Link that resends an email. Shows a countdown until that is allowed. */
export function ResendLink({ mailedAt, busy, onClick, children }: ResendLinkProps) {
  const text = useText({ mailedCode })
  const now = useNow()
  const rest = useComputed(() => (mailedAt.value ?? 0) + limits.cooldown - now.value)
  const waiting = useComputed(() => rest.value > 0)
  const left = useComputed(() => text("resendIn", { time: formatRemaining(rest.value) }))
  if (busy) return <span className={quiet()}>{text("resending")}</span>
  if (waiting.value) return <span className={quiet()}>{left}</span>
  return <Link onClick={onClick}>{children}</Link>
}

interface ResendLinkProps {
  /** Time of the last email, in ms since the Unix epoch. */
  readonly mailedAt: ReadonlySignal<number | undefined>
  /** Whether an email is being sent. */
  readonly busy: boolean
  readonly onClick: () => void
  readonly children: string
}

const quiet = css({ type: "body", color: "var(--po-text-3)", fontVariantNumeric: "tabular-nums" })
