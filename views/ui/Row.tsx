import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"
import { Done } from "./firstPaintIcons.tsx"
import { Icon } from "./Icon.tsx"
import { Pressable, type PressableProps } from "./Pressable.tsx"
import { Spinner } from "./Spinner.tsx"

/**
 * Row of a surface: a button, or a link if it has an `href`. Its text is its accessible name; `data-*` passes through.
 */
export function Row({ logo, children, mark, second, end, endSecond, selected, wrap, ...press }: RowProps) {
  const ticked = selected && !press.busy
  return (
    <Pressable {...press} aria-current={selected || press["aria-current"]} className={row()}>
      {logo}
      <span className={body({ wrap, two: endSecond !== undefined })}>
        <span className={text()}>
          <span className={first()}>
            <bdi title={typeof children === "string" ? children : undefined}>{children}</bdi>
            {mark}
            {ticked && end && <Tick />}
          </span>
          {second && <span className={under()}>{isolated(second)}</span>}
        </span>
        {(end || endSecond || press.busy || ticked) && (
          <span className={ending({ two: endSecond !== undefined })}>
            {press.busy ? <Spinner /> : end && <span>{isolated(end)}</span>}
            {endSecond && <span>{isolated(endSecond)}</span>}
            {ticked && !end && <Tick />}
          </span>
        )}
      </span>
    </Pressable>
  )
}

/** Check mark of a selected row: at its end, or after the name if the end has other content, so figures stay aligned. */
const Tick = () => (
  <span className={tick()}>
    <Icon of={Done} />
  </span>
)

interface RowProps extends PressableProps {
  readonly logo?: ReactNode
  /** First line: a name or an action. */
  readonly children: ReactNode
  /** Content after the name, such as a badge. Never cut off. */
  readonly mark?: ReactNode
  /** Second line; the reason if the row is disabled. */
  readonly second?: ReactNode
  readonly end?: ReactNode
  /** Content below `end`, which is then as prominent as the first line. */
  readonly endSecond?: ReactNode
  readonly selected?: boolean | undefined
  /** Whether a name that does not fit moves the end below it and wraps to two lines, instead of being cut off. */
  readonly wrap?: boolean | undefined
}

/** Isolates plain text, so +1.9% and 2.418 ETH read correctly in any language. */
const isolated = (content: ReactNode): ReactNode => (isText(content) ? <bdi>{content}</bdi> : content)

/** Whether the content is a string, or a signal of a string. */
const isText = (content: ReactNode) =>
  typeof content === "string" || (typeof content === "object" && content !== null && "peek" in content)

const row = css({
  display: "flex",
  alignItems: "center",
  gap: "12px",
  inlineSize: "100%",
  minBlockSize: "56px",
  padding: "8px 12px",
  borderRadius: "inherit",
  background: "var(--po-under)",
  color: "var(--po-text)",
  textDecoration: "none",
  userSelect: "none",
  transition: "background-color var(--po-quick) linear",
  "&:focus-visible": { ring: "in" },
  "@hover": { "&:hover": { "--po-under": "var(--po-hover)", transitionDuration: "0s" } },
  "&:active": { "--po-under": "var(--po-press)", "--po-text-3": "var(--po-text-2)", transitionDuration: "0s" },
  '&[aria-disabled="true"]': { "--po-under": "inherit", cursor: "default" },
  '&[aria-disabled="true"]:not([aria-busy])': {
    color: "var(--po-text-3)",
    "--po-picture": "grayscale(1) opacity(.5)",
    "@forced": { color: "GrayText" },
  },
})

const body = css({
  flex: 1,
  minInlineSize: 0,
  display: "flex",
  alignItems: "center",
  gap: "0 12px",
  variants: {
    wrap: {
      true: {
        flexWrap: "wrap",
        "& > :first-child": { flex: "1 1 auto", maxInlineSize: "100%" },
        "& bdi": {
          // `-webkit-box` would align to the direction of its text.
          textAlign: "var(--po-start)",
          whiteSpace: "normal",
          overflowWrap: "anywhere",
          display: "-webkit-box",
          WebkitBoxOrient: "vertical",
          WebkitLineClamp: 2,
        },
      },
    },
    // Lays out each line separately, so a long figure in the first does not cut off the second.
    two: {
      true: {
        flexWrap: "wrap",
        "& > *": { display: "contents" },
        "& > * > :first-child": { order: -2 },
        "& > :first-child > *": { flex: "1 1 0", minInlineSize: 0 },
        "& > * > :last-child": { marginInlineStart: "auto" },
        "& > :first-child > :last-child": { marginInlineStart: 0 },
        "&::before": { content: '""', order: -1, inlineSize: "100%" },
      },
    },
  },
})

const text = css({ flex: "1 1 0", minInlineSize: 0, display: "block" })

const cut = { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" } as const

const first = css({
  type: "row",
  display: "flex",
  alignItems: "center",
  gap: "6px",
  "& > bdi": { ...cut, minInlineSize: 0 },
})

const under = css({
  type: "caption",
  overflow: "hidden",
  overflowWrap: "anywhere",
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
  // Rows of a virtual list have equal heights.
  "[data-item] &": { ...cut, display: "block" },
  color: "var(--po-text-2)",
  fontVariantNumeric: "tabular-nums",
})

const ending = css({
  type: "caption",
  flex: "none",
  display: "flex",
  alignItems: "center",
  gap: "8px",
  color: "var(--po-text-2)",
  fontVariantNumeric: "tabular-nums",
  variants: {
    two: {
      true: {
        "& > :first-child": { type: "row", color: "var(--po-text)" },
      },
    },
  },
})

const tick = css({ color: "var(--po-accent-text)" })
