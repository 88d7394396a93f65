import { css } from "../styles/stitches.ts"
import { groups } from "./addressGroups.ts"

/** Shortened address, left to right in every language. */
export function ShortAddress({ children }: { readonly children: string }) {
  return (
    <bdi dir="ltr" className={short()}>
      {children}
    </bdi>
  )
}

/**
 * Full address in groups of four characters, five groups per line, with emphasized ends. Screen readers read it as one
 * word, and it is copied without spaces.
 */
export function WholeAddress({ address, unlike }: WholeAddressProps) {
  const { prefix, parts } = groups(address)
  const others = unlike === undefined ? undefined : groups(unlike).parts
  // Hex digits are the same in either case.
  const isAnother = (text: string, other = "") => (prefix ? text.toLowerCase() !== other.toLowerCase() : text !== other)
  return (
    <bdi dir="ltr" className={whole()}>
      <span className={unseen()}>{address}</span>
      <span className={lines()} aria-hidden="true">
        {prefix && <span className={hanging()}>{prefix}</span>}
        {parts.map(({ text, at, end }, index) => (
          <span key={at} className={group({ end, differs: others && isAnother(text, others[index]?.text) })}>
            {text}
          </span>
        ))}
      </span>
    </bdi>
  )
}

interface WholeAddressProps {
  readonly address: string
  /** Address that `address` must not be mistaken for. Groups that differ from it are marked. */
  readonly unlike?: string | undefined
}

const short = css({ type: "mono", fontFeatureSettings: '"zero"', whiteSpace: "nowrap" })

const whole = css({
  type: "mono",
  lineHeight: "calc(var(--po-size) * 2.2)",
  fontFeatureSettings: '"zero"',
  display: "block",
  position: "relative",
  inlineSize: "fit-content",
  maxInlineSize: "100%",
})

// This text is selected and copied instead of the groups.
const unseen = css({ position: "absolute", inset: 0, overflow: "hidden", opacity: 0, whiteSpace: "nowrap" })

const lines = css({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "2ch repeat(5, max-content)",
  gap: "0 1ch",
  inlineSize: "max-content",
  maxInlineSize: "100%",
  userSelect: "none",
  pointerEvents: "none",
  "& > :nth-child(5n + 7)": { gridColumnStart: 2 },
})

const hanging = css({ color: "var(--po-text-3)" })

const group = css({
  color: "var(--po-text-2)",
  variants: {
    end: { true: { color: "var(--po-text)", fontWeight: 700 } },
    differs: {
      true: {
        color: "var(--po-error)",
        fontWeight: 700,
        background: "var(--po-error-tint)",
        borderRadius: "3px",
        outline: "1px solid transparent",
      },
    },
  },
})
