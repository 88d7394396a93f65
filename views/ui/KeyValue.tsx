import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"

/** Description list, whose children are `KeyValue` elements. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={list()}>{children}</dl>
}

/**
 * Key and its value in a list. The value may wrap; the key never shrinks. With `whole`, the value moves below the key
 * if both do not fit on one line.
 */
export function KeyValue({ name, whole, children }: KeyValueProps) {
  return (
    <div className={line({ whole })}>
      <dt className={key()}>{name}</dt>
      <dd className={value()}>{children}</dd>
    </div>
  )
}

interface KeyValueProps {
  readonly name: ReactNode
  readonly whole?: boolean
  readonly children: ReactNode
}

const list = css({ margin: 0, "& > * + *": { borderBlockStart: "1px solid var(--po-line)" } })

const line = css({
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "16px",
  minBlockSize: "40px",
  padding: "8px 12px",
  variants: { whole: { true: { flexWrap: "wrap", gap: "0 16px", "& > dd": { marginInlineStart: "auto" } } } },
})

const key = css({ flex: "none", maxInlineSize: "60%", color: "var(--po-text-2)" })

const value = css({
  margin: 0,
  minInlineSize: 0,
  textAlign: "end",
  overflowWrap: "anywhere",
  fontVariantNumeric: "tabular-nums",
  // Keeps a picture in the value from shifting the baseline.
  "& > *": { verticalAlign: "middle" },
})
