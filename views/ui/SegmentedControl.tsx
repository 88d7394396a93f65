import type { CSSProperties } from "react"
import { css } from "../styles/stitches.ts"
import { type Drawing, Icon } from "./Icon.tsx"
import { rovingFocus } from "./rovingFocus.ts"

/** Segmented control: options of equal width, at most one of them selected. `panel` is the ID of the element it controls. */
export function SegmentedControl<Value extends string>({
  name,
  options,
  value,
  panel,
  onChoose,
}: SegmentsProps<Value>) {
  const at = options.findIndex((option) => option.value === value)
  const place = { "--po-at": at, "--po-count": options.length } as CSSProperties
  return (
    <div role="tablist" aria-label={name} className={track()} style={place} onKeyDown={rovingFocus}>
      {at >= 0 && <span className={thumb()} />}
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          aria-selected={option.value === value}
          aria-controls={panel}
          tabIndex={option.value === value || (at < 0 && option === options[0]) ? 0 : -1}
          className={segment()}
          onClick={() => onChoose(option.value)}
        >
          {option.icon && options.length <= roomy && <Icon of={option.icon} size={16} />}
          <span>{option.label}</span>
        </button>
      ))}
    </div>
  )
}

/** Maximum number of options whose icons are shown. With more, the icons would leave no room for whole labels. */
const roomy = 3

interface SegmentsProps<Value extends string> {
  /** Accessible name. */
  readonly name: string
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon?: Drawing | undefined }[]
  readonly value: Value | undefined
  readonly panel?: string | undefined
  readonly onChoose: (value: Value) => void
}

const track = css({
  round: 3.5,
  position: "relative",
  display: "flex",
  padding: "4px",
  background: "var(--po-raised)",
  outline: "1px solid var(--po-bound)",
  outlineOffset: "-1px",
})

const thumb = css({
  round: 2.5,
  position: "absolute",
  insetBlock: "4px",
  insetInlineStart: "4px",
  inlineSize: "calc((100% - 8px) / var(--po-count))",
  transform: "translateX(calc(100% * var(--po-at) * var(--po-dir)))",
  background: "var(--po-thumb)",
  boxShadow: "var(--po-thumb-shadow)",
  transition: "transform var(--po-move) var(--po-standard)",
})

const segment = css({
  type: "label",
  round: 2.5,
  flex: "1 1 0",
  minInlineSize: 0,
  minBlockSize: "36px",
  position: "relative",
  display: "flex",
  alignItems: "center",
  justifyContent: "center",
  gap: "6px",
  padding: "4px",
  color: "var(--po-text-2)",
  textAlign: "center",
  "&::after": { content: '""', position: "absolute", insetBlock: "-4px", insetInline: 0 },
  "& > span": { overflow: "hidden", textOverflow: "ellipsis" },
  '&[aria-selected="true"]': {
    color: "var(--po-text)",
    "@forced": { color: "HighlightText", forcedColorAdjust: "none" },
  },
  "&:focus-visible": { ring: "in" },
  // The thumb has the color of the ring.
  '&[aria-selected="true"]:focus-visible': { "@forced": { outlineColor: "HighlightText" } },
  "@hover": { "&:hover": { color: "var(--po-text)" } },
})
