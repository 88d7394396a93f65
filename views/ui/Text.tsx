import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"

/** Paragraph with balanced lines. */
export function Sentence({ kind, center, children }: SentenceProps) {
  return <p className={sentence({ kind, center })}>{children}</p>
}

/** Heading of a view, or of its empty or failed state. */
export function Heading({ size, center, children }: HeadingProps) {
  return <h2 className={heading({ size, center })}>{children}</h2>
}

/** Short text between two hairlines. */
export function Divider({ children }: { readonly children: ReactNode }) {
  return <div className={divider()}>{children}</div>
}

interface SentenceProps {
  /** `caption` is smaller than the default, `legal` smaller still and dimmer. */
  readonly kind?: "caption" | "legal" | undefined
  readonly center?: boolean | undefined
  readonly children: ReactNode
}

interface HeadingProps {
  /** `small` is 16 px, for an empty or failed state. The default is 18 px. */
  readonly size?: "small" | undefined
  readonly center?: boolean | undefined
  readonly children: ReactNode
}

const centered = { true: { textAlign: "center" } } as const

// An untranslated sentence keeps its own direction.
const own = { unicodeBidi: "plaintext", textAlign: "var(--po-start)" } as const

const sentence = css({
  type: "body",
  ...own,
  color: "var(--po-text-2)",
  textWrap: "balance",
  overflowWrap: "anywhere",
  variants: {
    kind: { caption: { type: "caption" }, legal: { type: "small", color: "var(--po-text-3)" } },
    center: centered,
  },
})

const heading = css({
  type: "title",
  ...own,
  textWrap: "balance",
  overflowWrap: "anywhere",
  variants: { size: { small: { type: "heading" } }, center: centered },
})

const divider = css({
  type: "caption",
  display: "flex",
  alignItems: "center",
  gap: "12px",
  padding: "4px 12px",
  color: "var(--po-text-3)",
  "&::before, &::after": { content: '""', flex: 1, borderBlockStart: "1px solid var(--po-line)" },
})
