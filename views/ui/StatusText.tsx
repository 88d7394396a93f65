import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"

/** Text at the end of a row, with a dot if it marks something ready to use (Installed, Connected). */
export function StatusText({ dot, children }: { readonly dot?: boolean | undefined; readonly children: ReactNode }) {
  return <span className={status({ dot })}>{children}</span>
}

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
