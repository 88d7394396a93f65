import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"
import { Picture, type Pictured } from "./Picture.tsx"

/** A round picture of 40 with another mark at its lower end corner. */
export function Badged({ badge, children }: { readonly badge?: Pictured | undefined; readonly children: ReactNode }) {
  return (
    <span className={frame()}>
      {children}
      {badge && (
        <span className={corner()}>
          <Picture {...badge} size={16} />
        </span>
      )}
    </span>
  )
}

const frame = css({ flex: "none", position: "relative", display: "block" })

const corner = css({
  position: "absolute",
  insetBlockEnd: "-3px",
  insetInlineEnd: "-3px",
  padding: "2px",
  round: 1.75,
  background: "var(--po-under)",
})
