import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"

/** Switch at the end of its label, for a setting that applies at once. */
export function Switch({ checked, onChange, disabled, icon, children }: ToggleProps & { readonly icon?: ReactNode }) {
  return (
    <label className={line()}>
      {icon}
      <span className={words()}>{children}</span>
      <input
        type="checkbox"
        role="switch"
        className={track()}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}

/** Checkbox before its label, for consent in forms. */
export function Check({ checked, onChange, disabled, children }: ToggleProps) {
  return (
    <label className={line()}>
      <input
        type="checkbox"
        className={box()}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={words()}>{children}</span>
    </label>
  )
}

interface ToggleProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean | undefined
  readonly children: ReactNode
}

const line = css({
  type: "label",
  display: "flex",
  alignItems: "center",
  gap: "8px",
  minBlockSize: "40px",
  padding: "4px 12px",
  cursor: "pointer",
  "@coarse": { minBlockSize: "44px" },
  "&:has(:disabled)": { color: "var(--po-text-3)", cursor: "default" },
})

const words = css({ flex: 1, minInlineSize: 0 })

const track = css({
  flex: "none",
  inlineSize: "40px",
  blockSize: "24px",
  padding: "3px",
  borderRadius: "12px",
  background: "var(--po-control)",
  cursor: "inherit",
  outline: "1px solid transparent",
  transition: "background-color var(--po-move) linear",
  "&::before": {
    content: '""',
    display: "block",
    square: 18,
    borderRadius: "50%",
    background: "#fff",
    transition: "transform var(--po-move) var(--po-standard)",
    "@forced": { background: "Canvas" },
  },
  "&:checked": { background: "var(--po-accent)", boxShadow: "inset 0 0 0 1px var(--po-accent-ring)" },
  "&:checked::before": { background: "var(--po-on-accent)", transform: "translateX(calc(16px * var(--po-dir)))" },
  "&:focus-visible": { ring: "out" },
  "&:disabled": { opacity: 0.5 },
})

const box = css({
  square: 20,
  round: 1.5,
  flex: "none",
  display: "grid",
  placeItems: "center",
  border: "1.5px solid var(--po-control)",
  cursor: "inherit",
  // A check mark is not mirrored.
  direction: "ltr",
  "&:checked": {
    background: "var(--po-accent)",
    borderColor: "var(--po-accent)",
    boxShadow: "0 0 0 1px var(--po-accent-ring)",
  },
  "&:checked::before": {
    content: '""',
    inlineSize: "5px",
    blockSize: "9px",
    marginBlockStart: "-2px",
    borderInlineEnd: "2px solid var(--po-on-accent)",
    borderBlockEnd: "2px solid var(--po-on-accent)",
    transform: "rotate(45deg)",
  },
  "&:focus-visible": { ring: "out" },
  "&:disabled": { opacity: 0.5 },
})
