import { createElement, type SVGProps } from "react"
import { css } from "../styles/stitches.ts"

/** Shapes of an icon, in a 24 px square. Each is stroked in the color of the text and not filled, unless its attributes say otherwise. */
export type Drawing = readonly (readonly [tag: "path" | "circle" | "rect" | "line", attributes: SVGProps<SVGElement>])[]

/** Icon with the same stroke width at every size. Decorative: the adjacent text or the button's name describes it. */
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
    // One element for all lines. M0 0 resets the position, because a line may start with a relative move.
    createElement("path", {
      d: of
        .filter(isLine)
        .map(([, { d }]) => d)
        .join("M0 0"),
    }),
  )
}

/** Whether a shape is a path with no attribute but `d`. */
const isLine = ([tag, { d, ...other }]: Drawing[number]): boolean => tag === "path" && Object.keys(other).length === 0

interface IconProps {
  readonly of: Drawing
  /** Size in CSS px. */
  readonly size?: number
  /** Whether the icon is mirrored in right-to-left text, as arrows and chevrons are. */
  readonly mirrored?: boolean
}

const look = css({
  flex: "none",
  display: "block",
  variants: { mirrored: { true: { transform: "scaleX(var(--po-dir))" } } },
})
