import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"
import { Icon } from "./Icon.tsx"
import { Open } from "./icons.tsx"
import { Pressable, type PressableProps } from "./Pressable.tsx"

/** Button to choose another network or token. Shows the icon and name of the current one, and a chevron. */
export function Chip({ logo, size, on, children, ...press }: ChipProps) {
  return (
    <Pressable {...press} className={look({ size, on })}>
      {logo}
      <bdi className={name()}>{children}</bdi>
      <span className={chevron()}>
        <Icon of={Open} size={16} />
      </span>
    </Pressable>
  )
}

interface ChipProps extends PressableProps {
  /** Picture of 20 px, or 28 px in a `token` chip. */
  readonly logo?: ReactNode
  /** `token` is 40 px high, the default 36 px. */
  readonly size?: "token" | undefined
  /** `surface` for a chip on a surface, with a background that differs from the surface. */
  readonly on?: "surface" | undefined
  readonly children: ReactNode
}

const look = css({
  type: "label",
  round: 2.5,
  position: "relative",
  display: "inline-flex",
  alignItems: "center",
  gap: "8px",
  minBlockSize: "36px",
  maxInlineSize: "100%",
  paddingInline: "8px",
  background: "var(--po-raised)",
  color: "var(--po-text)",
  outline: "1px solid var(--po-bound)",
  outlineOffset: "-1px",
  transition: "background-color var(--po-quick) linear",
  "&::after": { content: '""', position: "absolute", insetInline: 0, insetBlock: "-4px" },
  "@hover": { "&:hover": { background: "var(--po-hover)", transitionDuration: "0s" } },
  "&:active": { background: "var(--po-press)", transitionDuration: "0s" },
  "&:focus-visible": { ring: "out" },
  '&[aria-disabled="true"]': { color: "var(--po-text-3)", cursor: "default" },
  variants: {
    size: { token: { type: "row", round: 3, minBlockSize: "40px", "&::after": { content: "none" } } },
    on: { surface: { background: "var(--po-press)", "@hover": { "&:hover": { background: "var(--po-press)" } } } },
  },
})

const name = css({ minInlineSize: 0, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" })
const chevron = css({ color: "var(--po-text-2)" })
