import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"

/**
 * Group of rows on one background, separated by hairlines that start at the text. Its children are the rows, or with
 * `list` one `<li>` per row.
 */
export function RowGroup({ kind, hair, list, label, children }: RowGroupProps) {
  const shared = { className: rowGroup({ kind, hair }), "aria-label": label, children }
  return list ? <ul {...shared} /> : <div {...shared} />
}

/** Class of a group, for components that lay out the rows themselves, such as a virtual list. */
export const rowGroup = css({
  position: "relative",
  overflow: "clip",
  round: 4,
  "--po-hair": "64px",
  "& > *": { position: "relative" },
  "& > * + *::before": {
    content: '""',
    position: "absolute",
    insetBlockStart: 0,
    insetInline: "var(--po-hair) 12px",
    borderBlockStart: "1px solid var(--po-line)",
    pointerEvents: "none",
  },
  "@hover": { "& > :hover::before, & > :hover + *::before": { opacity: 0 } },
  "& > :active::before, & > :active + *::before, & > :focus-within::before, & > :focus::before": { opacity: 0 },
  "& > :first-child": { borderStartStartRadius: "inherit", borderStartEndRadius: "inherit" },
  "& > :last-child": { borderEndStartRadius: "inherit", borderEndEndRadius: "inherit" },
  variants: {
    kind: {
      raised: {
        "--po-under": "var(--po-raised)",
        background: "var(--po-under)",
        "@forced": { border: "1px solid" },
        "@contrast": { border: "1px solid var(--po-bound)" },
      },
      bare: { "& > *": { round: 4 } },
    },
    hair: { start: { "--po-hair": "12px" }, none: { "& > *::before": { display: "none" } } },
  },
  defaultVariants: { kind: "raised" },
})

interface RowGroupProps {
  /** `raised` if its rows are choices, `bare` if they are records. */
  readonly kind?: "raised" | "bare" | undefined
  /**
   * Start of the hairlines. Default: 64 px, after a logo. `start`: 12 px, for rows without a logo. `none`: no
   * hairlines.
   */
  readonly hair?: "start" | "none" | undefined
  readonly list?: boolean | undefined
  /** Accessible name of the list. */
  readonly label?: string | undefined
  readonly children: ReactNode
}
