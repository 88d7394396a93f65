import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"

/** Facts, a line each: what it is and what it amounts to. Holds `KeyValue`. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={list()}>{children}</dl>
}

/** One fact. The value may take a second line; the key never shrinks. A value that is `whole` goes below the key where both do not fit. */
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
  // A picture beside the value does not push the line of the key.
  "& > *": { verticalAlign: "middle" },
})
