import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"

/** Label: neutral (Testnet), accent (Active), success, warning (Beta), error. */
export function Tag({ kind = "neutral", children }: TagProps) {
  return <span className={look({ kind })}>{children}</span>
}

/** Text at the end of a row, with a dot if it marks something ready to use (Installed, Connected). */
export function StatusText({ dot, children }: { readonly dot?: boolean | undefined; readonly children: ReactNode }) {
  return <span className={status({ dot })}>{children}</span>
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

const status = css({
  type: "caption",
  color: "var(--po-text-2)",
  whiteSpace: "nowrap",
  variants: {
    dot: {
      true: {
        "&::before": {
          content: '""',
          display: "inline-block",
          square: 6,
          marginInlineEnd: "7px",
          verticalAlign: "2px",
          borderRadius: "50%",
          background: "var(--po-success)",
        },
      },
    },
  },
})
