import { createElement, type SVGProps } from "react"
import { css } from "../styles/stitches.ts"

/** A drawing of icons.tsx or socialMarks.ts: its shapes in a square of 24, stroked unless they say that they are filled. */
export type Drawing = readonly (readonly [tag: "path" | "circle" | "rect" | "line", attributes: SVGProps<SVGElement>])[]

/** An icon whose stroke keeps its width at every size; decoration, since the text beside it or the button's name says it. */
export function Icon({ of, size = 20, mirrored = false }: IconProps) {
  const stroke = size >= 20 ? 1.75 : size >= 16 ? 1.6 : 1.5
  return createElement(
    "svg",
    {
      "aria-hidden": true,
      className: String(look({ mirrored })),
      width: size,
      height: size,
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      strokeWidth: (stroke * 24) / size,
      strokeLinecap: "round",
      strokeLinejoin: "round",
    },
    ...of.filter((shape) => !isLine(shape)).map(([tag, attributes]) => createElement(tag, attributes)),
    // One element for all lines. Where one begins may be relative to the corner.
    createElement("path", {
      d: of
        .filter(isLine)
        .map(([, { d }]) => d)
        .join("M0 0"),
    }),
  )
}

/** A path that looks as the icon does. */
const isLine = ([tag, { d, ...other }]: Drawing[number]): boolean => tag === "path" && Object.keys(other).length === 0

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
