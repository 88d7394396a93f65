import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"
import { type Drawing, Icon } from "./Icon.tsx"

/** A line beside what it is about: its mark, its words, and at its end what can be done about it. A screen reader is told of it as its `role` says. */
export function Note({ kind, icon, role, action, children }: NoteProps) {
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
  /** Something went wrong, in an error's colour. */
  readonly kind?: "failed" | undefined
  readonly icon?: Drawing | undefined
  readonly role?: "status" | "alert" | undefined
  /** A small button. */
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
  // Words that would be narrower have the line to themselves.
  flex: "1 1 216px",
  minInlineSize: 0,
  display: "flex",
  gap: "8px",
  // Beside the first line.
  "& > svg": { marginBlockStart: "calc((1lh - 16px) / 2)" },
})

const text = css({ flex: 1, minInlineSize: 0, textWrap: "pretty", overflowWrap: "anywhere" })
