import { css } from "../styles/stitches.ts"
import { type Drawing, Icon } from "./Icon.tsx"

/** Icon used as a row's logo. */
export function RowIcon({ icon, color, mirrored }: MarkProps) {
  return (
    <span className={mark({ color })}>
      <Icon of={icon} mirrored={mirrored ?? false} />
    </span>
  )
}

interface MarkProps {
  readonly icon: Drawing
  /** `error` if the row ends something, `accent` if it moves money. */
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
