import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"
import { type Pictured, RemoteImage } from "./RemoteImage.tsx"

/** Picture with a badge at its lower end corner: a smaller picture, or a 12 px icon. */
export function BadgedPicture({ badge, icon, children }: BadgedProps) {
  return (
    <span className={frame()}>
      {children}
      {badge && (
        <span className={corner()}>
          <RemoteImage {...badge} size={16} />
        </span>
      )}
      {icon && (
        <span className={corner()}>
          <span className={disc()}>{icon}</span>
        </span>
      )}
    </span>
  )
}

interface BadgedProps {
  readonly badge?: Pictured | undefined
  readonly icon?: ReactNode
  readonly children: ReactNode
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

const disc = css({
  square: 18,
  display: "grid",
  placeItems: "center",
  round: "full",
  background: "var(--po-press)",
  color: "var(--po-text)",
})
