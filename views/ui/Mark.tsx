import { css } from "../styles/stitches.ts"
import { type Drawing, Icon } from "./Icon.tsx"

/** An icon in a row's place for a logo. */
export function Mark({ icon, color, mirrored }: MarkProps) {
  return (
    <span className={mark({ color })}>
      <Icon of={icon} mirrored={mirrored ?? false} />
    </span>
  )
}

interface MarkProps {
  readonly icon: Drawing
  /** What the row does: ends something, or moves money. */
  readonly color?: "error" | "accent"
  readonly mirrored?: boolean
}

const mark = css({
  square: 40,
  flex: "none",
  display: "grid",
  placeItems: "center",
  color: "var(--po-text-2)",
  variants: { color: { error: { color: "var(--po-error)" }, accent: { color: "var(--po-accent-text)" } } },
})
