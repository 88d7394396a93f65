import { css, keyframes } from "../styles/stitches.ts"
import { motion, patience } from "../styles/tokens.ts"

/** Skeleton of a text or picture. Its container has to be marked busy. */
export function Bar({
  inline,
  block = 14,
  round,
}: {
  readonly inline: number | string
  readonly block?: number
  readonly round?: "logo" | "surface" | "full"
}) {
  return <span className={bar({ round })} style={{ inlineSize: inline, blockSize: block }} />
}

/** Skeletons of `count` rows with lines of uneven length. `two`: whether the rows have a second line and, by default, an end. */
export function SkeletonRows({
  count,
  two,
  round = "logo",
  end = two,
}: {
  readonly count: number
  readonly two?: boolean
  readonly round?: "logo" | "full" | "none"
  readonly end?: boolean
}) {
  return places(count).map((place) => (
    <div key={place} className={row()} aria-hidden="true">
      {round !== "none" && <Bar inline={40} block={40} round={round} />}
      <span className={lines()}>
        <Bar inline={`${widths[place % widths.length]}%`} />
        {two && <Bar inline={`${widths[(place + 2) % widths.length]! * 0.6}%`} block={12} />}
      </span>
      {end && (
        <span className={lines({ end: true })}>
          <Bar inline={68} />
          <Bar inline={40} block={12} />
        </span>
      )}
    </div>
  ))
}

/** Keys of `count` skeletons. */
export const places = (count: number): readonly number[] => Array.from({ length: count }, (_, place) => place)

/** Widths of the lines in percent, in turn. */
export const widths = [46, 34, 52, 40, 30]

const pulse = keyframes({ to: { opacity: 0.55 } })
const appear = keyframes({ from: { visibility: "hidden" } })

const drawn = {
  background: "var(--po-press)",
  animation: `${appear} ${patience.skeleton}ms step-end, ${pulse} ${motion.loop / 2}ms ${motion.inOut} infinite alternate`,
  "@still": { animation: `${appear} ${patience.skeleton}ms step-end` },
  "@forced": { border: "1px solid GrayText" },
} as const

/** Style of a part that shows its controls as skeletons of the same size. The part has to be `inert`. */
export const asBars = {
  "& *": { visibility: "hidden" },
  "& :is(button, input):not(span *)": {
    ...drawn,
    visibility: "visible",
    borderColor: "transparent",
    background: "var(--po-raised)",
  },
  "& ::placeholder": { opacity: 0 },
} as const

const bar = css({
  ...drawn,
  flex: "none",
  display: "block",
  maxInlineSize: "100%",
  round: 1.5,
  variants: { round: { logo: { round: 2.5 }, surface: { round: 4 }, full: { round: "full" } } },
})

const row = css({ display: "flex", alignItems: "center", gap: "12px", minBlockSize: "56px", padding: "8px 12px" })

const lines = css({
  flex: 1,
  display: "flex",
  flexDirection: "column",
  gap: "6px",
  variants: { end: { true: { flex: "none", alignItems: "flex-end" } } },
})
