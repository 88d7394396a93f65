import { type ReactNode, useLayoutEffect, useRef, useState } from "react"
import { css } from "../styles/stitches.ts"
import { rovingFocus } from "./rovingFocus.ts"

/** Tabs on a hairline with a bar under the selected one. `panel` is the ID of the element they control. */
export function Tabs<Value extends string>({ name, options, value, panel, onChoose }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const [bar, setBar] = useState<{ readonly start: number; readonly width: number }>()

  useLayoutEffect(() => {
    const measure = (): void => {
      const all = list.current
      const tab = all?.querySelector<HTMLElement>('[aria-selected="true"]')
      if (!all || !tab) return
      const { offsetLeft, offsetWidth } = tab
      const rightToLeft = getComputedStyle(all).direction === "rtl"
      setBar({ start: rightToLeft ? all.clientWidth - offsetLeft - offsetWidth : offsetLeft, width: offsetWidth })
    }
    measure()
    const watch = typeof ResizeObserver === "function" ? new ResizeObserver(measure) : undefined
    if (list.current) for (const tab of list.current.children) watch?.observe(tab)
    return () => watch?.disconnect()
  }, [value, options.length])

  return (
    <div className={scroller()}>
      <div ref={list} role="tablist" aria-label={name} className={tabs()} onKeyDown={rovingFocus}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            role="tab"
            aria-selected={option.value === value}
            aria-controls={panel}
            tabIndex={option.value === value ? 0 : -1}
            className={tab()}
            onClick={() => onChoose(option.value)}
          >
            {option.label}
          </button>
        ))}
        {bar && <span className={mark()} style={{ insetInlineStart: bar.start, inlineSize: bar.width }} />}
      </div>
    </div>
  )
}

interface TabsProps<Value extends string> {
  /** Accessible name. */
  readonly name: string
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[]
  readonly value: Value
  readonly panel?: string | undefined
  readonly onChoose: (value: Value) => void
}

const scroller = css({
  overflowX: "auto",
  overflowY: "hidden",
  scrollbarWidth: "none",
  paddingInline: "12px",
  boxShadow: "inset 0 -1px var(--po-line)",
  "@forced": { borderBlockEnd: "1px solid" },
})

const tabs = css({
  position: "relative",
  display: "flex",
  gap: "20px",
  inlineSize: "max-content",
  minInlineSize: "100%",
})

const tab = css({
  type: "label",
  minBlockSize: "44px",
  position: "relative",
  whiteSpace: "nowrap",
  color: "var(--po-text-2)",
  borderRadius: "6px",
  "&::after": { content: '""', position: "absolute", insetBlock: 0, insetInline: "-8px" },
  '&[aria-selected="true"]': { color: "var(--po-text)" },
  // The focus ring surrounds the tab with its padding, not only its text.
  "&:focus-visible": { outline: "none" },
  "&:focus-visible::after": { ring: "in", borderRadius: "6px" },
  "@hover": { "&:hover": { color: "var(--po-text)" } },
})

const mark = css({
  position: "absolute",
  insetBlockEnd: 0,
  blockSize: "2px",
  borderStartStartRadius: "2px",
  borderStartEndRadius: "2px",
  background: "var(--po-accent-text)",
  // Covers the hairline, which has the text color in forced colors.
  "@forced": { blockSize: "4px", background: "Highlight", forcedColorAdjust: "none" },
  transition: "inset-inline-start var(--po-move) var(--po-standard), inline-size var(--po-move) var(--po-standard)",
})
