import type { ComponentType } from "react"
import { css } from "../styles/stitches.ts"

/** A drawing of icons.tsx. */
export type Drawing = ComponentType<{ readonly size: number; readonly strokeWidth: number; readonly className: string }>

/** An icon whose stroke keeps its width at every size; decoration, since the text beside it or the button's name says it. */
export function Icon({ of: Drawn, size = 20, mirrored = false }: IconProps) {
  const stroke = size >= 20 ? 1.75 : size >= 16 ? 1.6 : 1.5
  return <Drawn size={size} strokeWidth={(stroke * 24) / size} className={String(look({ mirrored }))} />
}

interface IconProps {
  readonly of: Drawing
  /** 20 in headers and fields, 18 in buttons, 16 in small ones, 24 in the doorway. */
  readonly size?: number
  /** Turns round in a right-to-left text, as arrows and chevrons of reading do. */
  readonly mirrored?: boolean
}

const look = css({
  flex: "none",
  display: "block",
  variants: { mirrored: { true: { transform: "scaleX(var(--po-dir))" } } },
})
