import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"
import { type Drawing, Icon } from "./Icon.tsx"

/** Short note, with an optional icon before it and an optional action at its end. `role` sets how screen readers announce it. */
export function Callout({ kind, icon, role, action, children }: NoteProps) {
  return (
    <div className={line({ kind })} role={role}>
      <p className={words()}>
        {icon && <Icon of={icon} size={16} />}
        <span className={text()}>{children}</span>
      </p>
      {action}
    </div>
  )
}

interface NoteProps {
  /** `failed` uses the error color. */
  readonly kind?: "failed" | undefined
  readonly icon?: Drawing | undefined
  readonly role?: "status" | "alert" | undefined
  /** Small button at the end of the note. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

const line = css({
  type: "caption",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "8px",
  padding: "4px 12px",
  color: "var(--po-text-2)",
  "& > button": { flex: "none", marginInline: "auto -8px" },
  variants: { kind: { failed: { color: "var(--po-error)" } } },
})

const words = css({
  // With less room than this, the action moves to the next line.
  flex: "1 1 216px",
  minInlineSize: 0,
  display: "flex",
  gap: "8px",
  // Aligns the icon with the first line.
  "& > svg": { marginBlockStart: "calc((1lh - 16px) / 2)" },
})

const text = css({ flex: 1, minInlineSize: 0, textWrap: "pretty", overflowWrap: "anywhere" })
