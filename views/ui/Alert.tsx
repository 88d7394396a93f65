import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"
import { Icon } from "./Icon.tsx"
import { IconButton } from "./IconButton.tsx"
import { Close, ErrorMark, Note, Warning } from "./icons.tsx"

/** Alert with its code for the developer. Has a close button if `onClose` and `closeName` are set. */
export function Alert({ kind = "error", code, title, children, closeName, onClose }: AlertProps) {
  return (
    <div className={look({ kind })} role="alert" data-alert={code}>
      <Icon of={marks[kind]} />
      <div className={words()}>
        <p className={heading()}>{title}</p>
        <p className={text()}>
          {children} {code && <code className={letters()}>{code}</code>}
        </p>
      </div>
      {onClose && closeName && (
        <IconButton name={closeName} icon={Close} iconSize={18} size="small" onClick={onClose} />
      )}
    </div>
  )
}

interface AlertProps {
  readonly kind?: "error" | "warning" | "info" | undefined
  /** Code of the error, such as APKT002. */
  readonly code?: string | undefined
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly closeName?: string | undefined
  readonly onClose?: (() => void) | undefined
}

const marks = { error: ErrorMark, warning: Warning, info: Note }

const colors = (name: "error" | "warning" | "accent", ink = `var(--po-${name})`) => ({
  "--po-a": ink,
  "--po-a-tint": `var(--po-${name}-tint)`,
})

const look = css({
  round: 4,
  display: "flex",
  gap: "12px",
  inlineSize: "100%",
  maxInlineSize: "354px",
  marginInline: "auto",
  padding: "12px",
  // Opaque, because the alert may be over the page.
  background: "linear-gradient(var(--po-a-tint), var(--po-a-tint)), var(--po-card)",
  color: "var(--po-a)",
  outline: "1px solid transparent",
  outlineOffset: "-1px",
  pointerEvents: "auto",
  "& > button": { margin: "-4px" },
  variants: {
    kind: {
      error: colors("error"),
      warning: colors("warning"),
      info: colors("accent", "var(--po-accent-text)"),
    },
  },
})

const words = css({ flex: 1, minInlineSize: 0, overflowWrap: "anywhere" })
const own = { unicodeBidi: "plaintext", textAlign: "var(--po-start)" } as const
const heading = css({ type: "label", fontWeight: 600, ...own })
const text = css({ type: "caption", color: "var(--po-text-2)", ...own })
const letters = css({ type: "mono" })
