import { type ReactNode, useId } from "react"
import { css } from "../styles/stitches.ts"
import { Pressable } from "./Pressable.tsx"

/**
 * Field for an amount, read-only without `onInput`. `end` shows the unit, `head` is above the field, and `foot`
 * is below and describes it. The amount is always left to right. A long amount shrinks, then scrolls.
 */
export function AmountField({ name, value, onInput, size, sign, wrong, busy, end, head, foot }: AmountFieldProps) {
  const under = useId()
  const long = lengths.find(([, from]) => value.length > from)?.[0]
  return (
    <div className={surface({ size })}>
      {head && <div className={line()}>{head}</div>}
      <div className={main()}>
        <label className={amount({ size, long, wrong })} dir="ltr">
          {sign && <span className={quiet()}>{sign}</span>}
          <input
            className={typed()}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            placeholder="0"
            aria-label={name}
            aria-invalid={wrong || undefined}
            aria-describedby={foot ? under : undefined}
            aria-busy={busy || undefined}
            readOnly={!onInput}
            value={value}
            onChange={(event) => onInput?.(event.currentTarget.value)}
          />
        </label>
        {end}
      </div>
      {foot && (
        <div className={line({ size })} id={under}>
          {foot}
        </div>
      )}
    </div>
  )
}

/** Available balance, and a button to use all of it. */
export function Available({ short, busy, max, onMax, children }: AvailableProps) {
  return (
    <span className={held()}>
      {children && <span className={short ? lacking() : undefined}>{children}</span>}
      <Pressable className={most()} busy={busy} onClick={onMax}>
        {max}
      </Pressable>
    </span>
  )
}

interface AvailableProps {
  /** Whether the balance is less than the amount. */
  readonly short?: boolean | undefined
  readonly busy?: boolean | undefined
  readonly max: string
  readonly onMax: () => void
  readonly children?: ReactNode
}

interface AmountFieldProps {
  /** Accessible name. */
  readonly name: string
  /** Decimal string. */
  readonly value: string
  /** Called with the typed text, which may not be a number. */
  readonly onInput?: ((typed: string) => void) | undefined
  /** `large` for a field at the top of a view. */
  readonly size?: "large" | undefined
  /** Prefix, such as a currency sign. */
  readonly sign?: string | undefined
  /** Whether the amount exceeds the balance or its limits. The reason is shown elsewhere. */
  readonly wrong?: boolean | undefined
  readonly busy?: boolean | undefined
  /** Unit of the amount, such as a chip of 40 px height. */
  readonly end?: ReactNode
  readonly head?: ReactNode
  readonly foot?: ReactNode
}

/** Text sizes of long amounts, each with the number of characters above which it applies. */
const lengths = [
  ["full", 15],
  ["longest", 13],
  ["longer", 9],
] as const

const surface = css({
  round: 4,
  display: "flex",
  flexDirection: "column",
  gap: "4px",
  padding: "12px",
  background: "var(--po-raised)",
  outline: "1px solid var(--po-bound)",
  outlineOffset: "-1px",
  "--po-under": "var(--po-raised)",
  "&:focus-within:has(input:focus:not([readonly]))": { ring: "in" },
  variants: { size: { large: { paddingBlockStart: "16px" } } },
})

const line = css({
  type: "caption",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "4px 12px",
  minBlockSize: "18px",
  color: "var(--po-text-2)",
  fontVariantNumeric: "tabular-nums",
  variants: { size: { large: { type: "body", columnGap: "8px", minBlockSize: "24px" } } },
})

const main = css({ display: "flex", alignItems: "center", gap: "12px", minBlockSize: "40px" })

const amount = css({
  type: "amount2",
  flex: 1,
  minInlineSize: 0,
  display: "flex",
  alignItems: "baseline",
  justifyContent: "var(--po-start)",
  variants: {
    size: { large: { type: "amount" } },
    long: {
      longer: { fontSize: "calc(var(--po-size) * 2.8)" },
      longest: { fontSize: "calc(var(--po-size) * 2.2)" },
      full: { fontSize: "calc(var(--po-size) * 1.8)" },
    },
    wrong: { true: { color: "var(--po-error)" } },
  },
})

const typed = css({
  flex: "0 1 auto",
  minInlineSize: "1ch",
  maxInlineSize: "100%",
  fieldSizing: "content",
  font: "inherit",
  letterSpacing: "inherit",
  color: "inherit",
  background: "none",
  border: 0,
  padding: 0,
  outline: "none",
  caretColor: "var(--po-accent-text)",
  cursor: "text",
  fontVariantNumeric: "tabular-nums",
  "&::placeholder": { color: "var(--po-text-3)", opacity: 1 },
  "&:read-only": { cursor: "default" },
})

const quiet = css({ color: "var(--po-text-3)" })

const held = css({ display: "inline-flex", alignItems: "center", gap: "4px", marginInlineStart: "auto" })

const lacking = css({ color: "var(--po-error)" })

// A 24 px target in an 18 px line, with its text aligned to the line's end.
const most = css({
  display: "grid",
  placeItems: "center",
  minBlockSize: "24px",
  minInlineSize: "24px",
  marginBlock: "-3px",
  marginInlineEnd: "-8px",
  paddingInline: "8px",
  round: 1.5,
  fontWeight: 500,
  color: "var(--po-accent-text)",
  position: "relative",
  "&::after": { content: '""', position: "absolute", inset: "-6px 0" },
  "&:focus-visible": { ring: "in" },
  "@hover": { "&:hover": { background: "var(--po-hover)" } },
  "&:active": { background: "var(--po-press)" },
  '&[aria-disabled="true"]': { background: "none", cursor: "default" },
  "@forced": { color: "LinkText" },
})
