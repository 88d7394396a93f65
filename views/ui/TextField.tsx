import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from "react"
import { css } from "../styles/stitches.ts"
import { ErrorMark } from "./firstPaintIcons.tsx"
import { type Drawing, Icon } from "./Icon.tsx"
import { Spinner } from "./Spinner.tsx"

/** Text field. `name` is its accessible name, and its placeholder unless another is given. */
export function TextField({
  name,
  value,
  onInput,
  icon,
  kind,
  error,
  busy,
  disabled,
  end,
  suffix,
  elementRef,
  ...input
}: FieldProps) {
  const described = useId()
  return (
    <div>
      <div className={box({ kind, ltr: suffix !== undefined })} data-filled={value !== "" || undefined}>
        {icon && (
          <span className={lead()}>
            <Icon of={icon} size={kind === "search" ? 18 : 20} />
          </span>
        )}
        <input
          type={kind === "search" ? "search" : "text"}
          placeholder={name}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          ref={elementRef}
          className={line({
            kind,
            icon: icon !== undefined,
            end: end !== undefined || busy,
            suffix: suffix !== undefined,
          })}
          value={value}
          disabled={disabled}
          aria-label={name}
          aria-busy={busy || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? described : undefined}
          onChange={(event) => onInput(event.currentTarget.value)}
        />
        {suffix && <span className={after({ busy })}>{suffix}</span>}
        {(busy || end) && <span className={tail({ inert: busy })}>{busy ? <Spinner size={18} /> : end}</span>}
      </div>
      <div id={described} role="status">
        {error && (
          <span className={wrong()}>
            <Icon of={ErrorMark} size={16} />
            {error}
          </span>
        )}
      </div>
    </div>
  )
}

type Passed = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | "type"
  | "placeholder"
  | "inputMode"
  | "autoComplete"
  | "autoFocus"
  | "enterKeyHint"
  | "maxLength"
  | "dir"
  | "onKeyDown"
  | "onPaste"
>

interface FieldProps extends Passed {
  readonly name: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly icon?: Drawing | undefined
  /** `search` is 44 px high, the default 52 px. */
  readonly kind?: "search" | undefined
  /** Error of the value. Announced to screen readers when it appears. */
  readonly error?: ReactNode
  readonly busy?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** Suffix that every value gets, such as the domain of a name. */
  readonly suffix?: string | undefined
  /** Small button at the end of the field. */
  readonly end?: ReactNode
  readonly elementRef?: Ref<HTMLInputElement> | undefined
  readonly [attribute: `data-${string}`]: string | undefined
}

const box = css({
  position: "relative",
  // Typing lays out the field alone, not the whole page.
  contain: "layout size",
  blockSize: "52px",
  color: "var(--po-text-3)",
  "&[data-filled], &:focus-within": { color: "var(--po-text-2)" },
  // Value and suffix form one name, which is left to right in every language.
  variants: { kind: { search: { blockSize: "44px" } }, ltr: { true: { direction: "ltr", "--po-start": "left" } } },
})

const line = css({
  type: "row",
  fontWeight: 400,
  round: 4,
  display: "block",
  inlineSize: "100%",
  blockSize: "100%",
  paddingInline: "16px",
  background: "var(--po-card)",
  border: "1px solid var(--po-control)",
  color: "var(--po-text)",
  caretColor: "var(--po-accent-text)",
  cursor: "text",
  textOverflow: "ellipsis",
  // Keeps the order of an email address in right-to-left text, aligned to the start.
  unicodeBidi: "plaintext",
  textAlign: "var(--po-start)",
  "&::placeholder": { color: "var(--po-text-3)", opacity: 1 },
  "&::-webkit-search-cancel-button": { display: "none" },
  "&:focus": { ring: "in" },
  "&:autofill": { boxShadow: "inset 0 0 0 99px var(--po-card)", WebkitTextFillColor: "var(--po-text)" },
  '&[aria-invalid="true"]': {
    borderColor: "var(--po-error)",
    outline: "2px solid var(--po-error)",
    outlineOffset: "-2px",
  },
  "&:disabled": {
    background: "var(--po-raised)",
    borderColor: "transparent",
    color: "var(--po-text-3)",
    cursor: "default",
    "@forced": { color: "GrayText", borderColor: "GrayText" },
  },
  // Phones zoom in on fields with smaller text.
  "@coarse": { fontSize: "max(16px, calc(var(--po-size) * 1.5))" },
  variants: {
    kind: { search: { round: 3.5 } },
    icon: { true: { paddingInlineStart: "43px" } },
    end: { true: { paddingInlineEnd: "48px" } },
    suffix: { true: { paddingInlineEnd: "118px" } },
  },
})

const lead = css({
  position: "absolute",
  insetBlock: 0,
  insetInlineStart: "13px",
  display: "grid",
  placeItems: "center",
  pointerEvents: "none",
})

const tail = css({
  position: "absolute",
  insetBlock: 0,
  insetInlineEnd: "8px",
  display: "grid",
  placeItems: "center",
  color: "var(--po-text)",
  variants: { inert: { true: { insetInlineEnd: "14px", pointerEvents: "none" } } },
})

const after = css({
  type: "row",
  fontWeight: 400,
  position: "absolute",
  insetBlock: 0,
  insetInlineEnd: "16px",
  display: "grid",
  placeItems: "center",
  color: "var(--po-text-3)",
  pointerEvents: "none",
  variants: { busy: { true: { insetInlineEnd: "44px" } } },
})

const wrong = css({
  type: "caption",
  display: "flex",
  gap: "6px",
  padding: "6px 12px 0",
  color: "var(--po-error)",
  "& > svg": { marginBlockStart: "1px" },
})
