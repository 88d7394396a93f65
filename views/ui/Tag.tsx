import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"

/** Short label in the color of its kind: neutral (Testnet), accent (Active), success, warning (Beta), error. */
export function Tag({ kind = "neutral", children }: TagProps) {
  return <span className={look({ kind })}>{children}</span>
}

interface TagProps {
  readonly kind?: "neutral" | "accent" | "success" | "warning" | "error" | undefined
  readonly children: ReactNode
}

const colored = (name: string, ink = name) => ({ background: `var(--po-${name}-tint)`, color: `var(--po-${ink})` })

const look = css({
  type: "smallHead",
  round: 1.5,
  flex: "none",
  display: "inline-block",
  padding: "3px 7px",
  whiteSpace: "nowrap",
  outline: "1px solid transparent",
  outlineOffset: "-1px",
  variants: {
    kind: {
      neutral: { background: "var(--po-tag)", color: "var(--po-text-2)" },
      accent: colored("accent", "accent-text"),
      success: colored("success"),
      warning: colored("warning"),
      error: colored("error"),
    },
  },
})
