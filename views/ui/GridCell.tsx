import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"
import { Pressable, type PressableProps } from "./Pressable.tsx"

/** Button with a logo above its name, for grids. The full name is the tooltip and the accessible name. */
export function GridCell({ logo, badge, name, ...press }: CellProps) {
  return (
    <Pressable {...press} title={name} className={look()}>
      <span className={holder()}>
        {logo}
        {badge && <span className={corner()}>{badge}</span>}
      </span>
      <bdi className={label()}>{name}</bdi>
    </Pressable>
  )
}

interface CellProps extends PressableProps {
  /** Picture of 52 px. */
  readonly logo: ReactNode
  /** Badge of 18 px at the lower end corner, such as that of a certified wallet. */
  readonly badge?: ReactNode
  readonly name: string
}

const look = css({
  round: 3.5,
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  gap: "8px",
  inlineSize: "100%",
  minBlockSize: "94px",
  padding: "9px 2px",
  background: "var(--po-under)",
  userSelect: "none",
  transition: "background-color var(--po-quick) linear",
  "&:focus-visible": { ring: "in" },
  "@hover": { "&:hover": { "--po-under": "var(--po-hover)", transitionDuration: "0s" } },
  "&:active": { "--po-under": "var(--po-press)", transitionDuration: "0s" },
  '&[aria-disabled="true"]': {
    "--po-under": "inherit",
    "--po-picture": "grayscale(1) opacity(.5)",
    color: "var(--po-text-3)",
  },
})

const holder = css({ position: "relative" })

const corner = css({
  position: "absolute",
  insetBlockEnd: "-3px",
  insetInlineEnd: "-6px",
  padding: "1px",
  borderRadius: "50%",
  background: "var(--po-under)",
})

const label = css({
  type: "smallHead",
  maxInlineSize: "100%",
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
})
