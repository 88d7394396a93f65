import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { css } from "../styles/stitches.ts"
import { leadsTo, partsOf, renderedIndices, type Span, spanOf, spanOfParts } from "./windowing.ts"

/**
 * List, or grid with `columns`, that renders only the items near the viewport and the focused one. All items have the same height. With
 * `parts`, the items are in sections, whose headings stay visible. Pass a new `key` for a different list, so it starts at its top.
 */
export function VirtualList({
  name,
  ids,
  total,
  render,
  pitch,
  columns = 1,
  parts,
  className,
  scroller,
  onShow,
}: ListProps) {
  const own = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement & HTMLDivElement>(null)
  const wanted = useRef<string>(undefined)
  const [line, setLine] = useState(pitch)
  const [head, setHead] = useState(usualHead)
  const [kept, setKept] = useState<string>()
  const [late, setLate] = useState(false)
  /** The list whose items have all been added. */
  const [settled, setSettled] = useState(none)
  /** Items of the next list that have been added so far. */
  const [grown, setGrown] = useState(none)
  const count = ids.length
  const listing = { count, columns, pitch: line, overscan: columns > 1 ? 1 : 2 }
  const places =
    parts &&
    partsOf(
      parts.map((part) => part.count),
      line,
      head,
    )
  const spanAt = (scrolled: number, viewport: number): Span =>
    places ? spanOfParts(places, head, { ...listing, scrolled, viewport }) : spanOf({ ...listing, scrolled, viewport })
  const [span, setSpan] = useState<Span>(() => spanAt(0, guess))
  const shape = parts?.map((part) => part.count).join()

  useLayoutEffect(() => {
    const box = scroller ? scroller.current : own.current
    const items = list.current
    // The ref of a scroller that mounts with this list is only set once all of it is mounted.
    if (!box) setLate(true)
    if (!box || !items) return
    const look = (): void => {
      const height = items.querySelector<HTMLElement>("[data-item]")?.offsetHeight
      if (height) setLine(height)
      const above = items.querySelector<HTMLElement>("h2")?.offsetHeight
      if (above) setHead(above)
      // A container that does not scroll extends beyond the window, and the page scrolls it.
      const seen = Math.max(0, box.getBoundingClientRect().top) - items.getBoundingClientRect().top
      const scrolled = seen / scaleOf(items)
      const next = spanAt(scrolled, viewportOf(box))
      setSpan((now) => (now.from === next.from && now.to === next.to ? now : next))
    }
    look()
    const watch = typeof ResizeObserver === "function" ? new ResizeObserver(look) : undefined
    watch?.observe(box)
    watch?.observe(items)
    const moving = [box, box.ownerDocument]
    for (const one of moving) one.addEventListener("scroll", look, { passive: true, capture: true })
    return () => {
      watch?.disconnect()
      for (const one of moving) one.removeEventListener("scroll", look, { capture: true })
    }
  }, [count, columns, line, head, shape, scroller, late])

  useLayoutEffect(() => {
    onShow?.(span)
  }, [span, onShow])

  useLayoutEffect(() => {
    const target =
      wanted.current && list.current?.querySelector<HTMLElement>(`[data-item="${ids.indexOf(wanted.current)}"]`)
    if (!target) return
    wanted.current = undefined
    target.querySelector<HTMLElement>("button, a")?.focus()
    target.scrollIntoView({ block: "nearest" })
  })

  const steer = (event: KeyboardEvent): void => {
    const at = Number((event.target as HTMLElement).closest<HTMLElement>("[data-item]")?.dataset.item ?? -1)
    const box = scroller?.current ?? own.current
    const onwards = box && getComputedStyle(box).direction === "rtl" ? -1 : 1
    const to = at < 0 || !box ? undefined : leadsTo(event.key, at, { ...listing, viewport: viewportOf(box) }, onwards)
    if (to === undefined) return
    event.preventDefault()
    wanted.current = ids[to]
    setKept(ids[to])
  }

  const last = places?.at(-1)
  const height = places ? (last ? last.top + last.height : 0) : Math.ceil(count / columns) * line
  const rendered = renderedIndices(
    { from: Math.min(span.from, count), to: Math.min(span.to, count) },
    kept === undefined ? -1 : ids.indexOf(kept),
  )
  // Mounting all items of a new list in one frame would make the frame late, so they are added in steps. Items that were already mounted
  // stay.
  const isSettled = settled === ids
  const mounted = new Set([...settled.slice(span.from, span.to), ...grown])
  let room = grown.length === 0 ? firstStep : laterStep
  const items = rendered.filter(
    (index) => isSettled || ids[index] === kept || mounted.has(ids[index] ?? "") || room-- > 0,
  )
  useEffect(() => {
    if (isSettled) return
    startTransition(() => {
      const isWhole = items.length === rendered.length
      if (isWhole) setSettled(ids)
      setGrown(isWhole ? none : items.flatMap((index) => ids[index] ?? []))
    })
  })
  const item = (index: number, place: { readonly top: number; readonly at: number; readonly total: number }) => (
    <Item
      key={ids[index]}
      id={ids[index]!}
      index={index}
      {...place}
      column={index % columns}
      columns={columns}
      square={!places && index !== 0 && index !== count - 1}
      render={render}
    />
  )
  const box = {
    ref: list,
    "aria-label": name,
    style: { position: "relative", blockSize: height } as const,
    onKeyDown: steer,
    onBlur: () => setKept(undefined),
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const focused = event.target.closest<HTMLElement>("[data-item]")?.dataset.item
      setKept(focused === undefined ? undefined : ids[Number(focused)])
    },
  }
  return (
    <div ref={own} className={scroller ? undefined : scrolling()}>
      {places ? (
        <section {...box}>
          {places.map(({ first, count: inside, top, height: whole }, index) => {
            const seen = items.filter((one) => one >= first && one < first + inside)
            const shown = parts?.[index]
            if (!shown || seen.length === 0) return null
            const heading = shown.heading()
            return (
              <div key={shown.key} className={part()} style={{ insetBlockStart: top, blockSize: whole }}>
                <h2 className={heads()}>{heading}</h2>
                <ul aria-label={heading} className={className} style={{ blockSize: whole - head }}>
                  {seen.map((one) => item(one, { top: (one - first) * line, at: one - first + 1, total: inside }))}
                </ul>
              </div>
            )
          })}
        </section>
      ) : (
        <ul {...box} className={className}>
          {items.map((index) =>
            item(index, { top: Math.floor(index / columns) * line, at: index + 1, total: total ?? count }),
          )}
        </ul>
      )}
    </div>
  )
}

/** Section of a list: a number of items under a heading. */
export interface ListPart {
  readonly key: string
  /** Returns the heading. Called only when the section is rendered. */
  readonly heading: () => string
  readonly count: number
}

interface ListProps {
  readonly name: string
  readonly ids: readonly string[]
  /** Total count if not all items are loaded; -1 if unknown. */
  readonly total?: number | undefined
  /** Renders one item. Pass the same function on every render. */
  readonly render: (id: string) => ReactNode
  /** Row height in CSS px, until measured. */
  readonly pitch: number
  readonly columns?: number | undefined
  /** Sections in order, which together have all items. Only without columns. */
  readonly parts?: readonly ListPart[] | undefined
  /** Class of the list, such as `rowGroup()` for rows on one background. */
  readonly className?: string | undefined
  /** Scroll container, if not the list itself. */
  readonly scroller?: RefObject<HTMLElement | null> | undefined
  /** Called with each new span of rendered items, for example to load more. Pass the same function on every render. */
  readonly onShow?: ((span: Span) => void) | undefined
}

/** Maximum number of items of a new list that are added in the first render, and in each later one. */
const [firstStep, laterStep] = [4, 8]
const none: readonly string[] = []

/** Height of a heading in CSS px, until measured. */
const usualHead = 42

/** Returns the visible height of an element, at most that of the window. */
const viewportOf = (box: HTMLElement): number =>
  Math.min(box.clientHeight || guess, (box.ownerDocument.defaultView?.innerHeight || guess) / scaleOf(box))

/** Returns the scale at which the page renders an element. */
const scaleOf = (element: HTMLElement): number => element.getBoundingClientRect().height / element.offsetHeight || 1

/** Assumed viewport height in CSS px while it is unknown, about that of the modal. */
const guess = 560

interface ItemProps extends Pick<ListProps, "render"> {
  readonly id: string
  readonly index: number
  /** Position from 1 among `total` items. */
  readonly at: number
  readonly total: number
  readonly top: number
  readonly column: number
  readonly columns: number
  /** Whether the item is between others on one background, so its corners are not rounded. */
  readonly square: boolean
}

const Item = memo(({ id, index, at, total, top, column, columns, square, render }: ItemProps) => (
  <li
    aria-setsize={total}
    aria-posinset={at}
    data-item={index}
    style={{
      position: "absolute",
      insetBlockStart: 0,
      insetInlineStart: `${(column * 100) / columns}%`,
      inlineSize: `${100 / columns}%`,
      transform: `translateY(${top}px)`,
      ...(square ? { borderRadius: 0 } : {}),
    }}
  >
    {render(id)}
  </li>
))

const part = css({ position: "absolute", insetInline: 0 })

const heads = css({
  type: "captionHead",
  position: "sticky",
  insetBlockStart: 0,
  zIndex: 1,
  padding: "16px 12px 8px",
  background: "var(--po-card)",
  color: "var(--po-text-3)",
  unicodeBidi: "plaintext",
  textAlign: "var(--po-start)",
})

const scrolling = css({
  blockSize: "100%",
  minBlockSize: 0,
  overflowY: "auto",
  overscrollBehavior: "contain",
  scrollbarWidth: "thin",
  scrollbarColor: "var(--po-press) transparent",
})
