import { css } from "../styles/stitches.ts"
import { Bar, places, widths } from "./Skeleton.tsx"

/** Skeletons of `count` grid cells. */
export function SkeletonCells({ count }: { readonly count: number }) {
  return places(count).map((place) => (
    <div key={place} className={cell()} aria-hidden="true">
      <Bar inline={52} block={52} round="logo" />
      <Bar inline={widths[place % widths.length]! + 8} block={12} />
    </div>
  ))
}

const cell = css({
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  gap: "8px",
  minBlockSize: "94px",
  paddingBlockStart: "8px",
})
