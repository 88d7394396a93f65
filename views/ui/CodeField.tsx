import { type ClipboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react"
import { email } from "../../src/embedded/limits.ts"
import { codeIn, typed } from "../../src/embedded/model/oneTimeCode.ts"
import { css } from "../styles/stitches.ts"
import { Icon } from "./Icon.tsx"
import { ErrorMark } from "./icons.tsx"
import { Spinner } from "./Spinner.tsx"

/**
 * Field for a one-time code. It is a single input with one box drawn per digit, so phones autofill it and screen
 * readers announce one field. A complete code is submitted at once, whether typed or pasted. Enter submits it again.
 */
export function CodeField({ name, value, onInput, onFull, error, busy, hint }: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const described = useId()
  const [chosen, choose] = useState<readonly [from: number, to: number]>()
  const caret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (caret.current !== undefined) field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  }, [value])
  useEffect(() => {
    if (!error) return
    field.current?.focus()
    field.current?.select()
  }, [error])

  const take = (next: string) => {
    if (next === value) return
    onInput(next)
    if (next.length === email.codeDigits) onFull(next)
  }
  const pasted = (event: ClipboardEvent) => {
    const code = codeIn(event.clipboardData.getData("text"))
    if (busy || code === undefined) return
    event.preventDefault()
    caret.current = code.length
    choose([code.length, code.length])
    take(code)
  }
  const look = ({ selectionStart, selectionEnd }: HTMLInputElement) => choose([selectionStart ?? 0, selectionEnd ?? 0])
  return (
    <div>
      <div className={frame()} dir="ltr">
        <input
          ref={field}
          className={line()}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: entering the code is the view's only task.
          autoFocus
          aria-label={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          aria-busy={busy || undefined}
          readOnly={busy}
          value={value}
          onChange={({ currentTarget }) => {
            const next = typed(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length)
            caret.current = next.caret
            choose([next.caret, next.caret])
            take(next.code)
          }}
          onPaste={pasted}
          onSelect={({ currentTarget }) => look(currentTarget)}
          onFocus={({ currentTarget }) => look(currentTarget)}
          onBlur={() => choose(undefined)}
          onClick={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect()
            const at = Math.min(value.length, Math.floor(((clientX - left) / width) * email.codeDigits))
            currentTarget.setSelectionRange(at, Math.min(at + 1, value.length))
          }}
          onKeyDown={({ key }) => {
            if (key === "Enter" && !busy && value.length === email.codeDigits) onFull(value)
          }}
        />
        {places.map((at) => (
          <span key={at} className={box({ wrong: Boolean(error), on: isOn(at, chosen) })} aria-hidden="true">
            {value[at] ?? (isOn(at, chosen) && !busy && <span className={mark()} />)}
          </span>
        ))}
      </div>
      <div
        // Screen readers announce a newly inserted alert, but not an element that changes its role.
        key={error ? "alert" : "status"}
        id={described}
        className={under({ wrong: Boolean(error) })}
        role={error ? "alert" : "status"}
      >
        {busy ? <Spinner size={16} /> : error && <Icon of={ErrorMark} size={16} />}
        <span>{error || hint}</span>
      </div>
    </div>
  )
}

interface CodeFieldProps {
  readonly name: string
  readonly value: string
  readonly onInput: (code: string) => void
  /** Called with the complete code. */
  readonly onFull: (code: string) => void
  readonly error?: ReactNode
  /** Whether the code is being checked. */
  readonly busy?: boolean | undefined
  /** Hint about the code, or the progress of checking it. Hidden by an error. */
  readonly hint?: ReactNode
}

const places = Array.from({ length: email.codeDigits }, (_, at) => at)

/** Whether a box is selected or gets the next digit. After the end of a complete code, this is the last box. */
const isOn = (at: number, chosen: readonly [from: number, to: number] | undefined) => {
  if (!chosen) return false
  const from = Math.min(chosen[0], email.codeDigits - 1)
  return at === from || (at > from && at < chosen[1])
}

const frame = css({ position: "relative", display: "flex", gap: "8px" })

/** Invisible input over the boxes, which receives touch and autofill. */
const line = css({
  position: "absolute",
  inset: 0,
  zIndex: 1,
  opacity: 0,
  inlineSize: "100%",
  // Phones zoom in on fields with smaller text.
  fontSize: "16px",
  cursor: "text",
})

const box = css({
  type: "code",
  round: 3.5,
  flex: "1 1 0",
  minInlineSize: 0,
  minBlockSize: "56px",
  display: "grid",
  placeItems: "center",
  border: "1px solid var(--po-control)",
  color: "var(--po-text)",
  fontVariantNumeric: "tabular-nums",
  variants: {
    on: { true: { ring: "in", outlineColor: "var(--po-accent-text)" } },
    wrong: { true: { borderColor: "var(--po-error)", outline: "2px solid var(--po-error)", outlineOffset: "-2px" } },
  },
})

const mark = css({ inlineSize: "2px", blockSize: "24px", background: "var(--po-accent-text)" })

const under = css({
  type: "caption",
  display: "flex",
  gap: "6px",
  padding: "8px 0 0",
  color: "var(--po-text-2)",
  "& > svg": { flex: "none", marginBlockStart: "1px" },
  "& > span": { unicodeBidi: "plaintext", textAlign: "var(--po-start)" },
  variants: { wrong: { true: { color: "var(--po-error)" } } },
})
