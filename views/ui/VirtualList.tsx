import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { css } from "../styles/stitches.ts"
import { drawn, leadsTo, partsOf, type Span, spanOf, spanOfParts } from "./windowing.ts"

/**
 * A list or, with columns, a grid of which only what is in sight is in the page, and the item that holds the focus.
 * Items are of one height; with `parts` they stand under heads that stay in sight as long as their part does. A new list (a new
 * search) wants a new `key`, so that it starts at its top.
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
  const count = ids.length
  const listing = { count, columns, pitch: line, overscan }
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
    // What comes into the page together with this list is known once all of it is there.
    if (!box) setLate(true)
    if (!box || !items) return
    const look = (): void => {
      const height = items.querySelector<HTMLElement>("[data-item]")?.offsetHeight
      if (height) setLine(height)
      const above = items.querySelector<HTMLElement>("h2")?.offsetHeight
      if (above) setHead(above)
      // What does not scroll itself reaches out of the window, and the page moves it.
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
  const items = drawn(
    { from: Math.min(span.from, count), to: Math.min(span.to, count) },
    kept === undefined ? -1 : ids.indexOf(kept),
  )
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

/** A part of a list: so many items under a heading of its own. */
export interface ListPart {
  readonly key: string
  /** Asked for when it is drawn. */
  readonly heading: () => string
  readonly count: number
}

interface ListProps {
  readonly name: string
  readonly ids: readonly string[]
  /** How many there are in all, where not all are known yet; -1 if nobody knows. */
  readonly total?: number | undefined
  /** Draws one item; keep it the same function from render to render. */
  readonly render: (id: string) => ReactNode
  /** The height of a line in CSS pixels, until it has been measured. */
  readonly pitch: number
  readonly columns?: number | undefined
  /** Without columns: what the list falls into, in its order; together they have all of it. */
  readonly parts?: readonly ListPart[] | undefined
  /** `surface()` for rows that share a ground. */
  readonly className?: string | undefined
  /** What scrolls, where it is not the list itself. */
  readonly scroller?: RefObject<HTMLElement | null> | undefined
  /** What is drawn now: the place to fetch more from. Keep it the same function. */
  readonly onShow?: ((span: Span) => void) | undefined
}

const overscan = 4

/** The height of a heading until it has been measured. */
const usualHead = 42

/** How much can be seen of a box, however high it is. */
const viewportOf = (box: HTMLElement): number =>
  Math.min(box.clientHeight || guess, (box.ownerDocument.defaultView?.innerHeight || guess) / scaleOf(box))

/** How many times larger than it is laid out a page draws an element. */
const scaleOf = (element: HTMLElement): number => element.getBoundingClientRect().height / element.offsetHeight || 1

/** A viewport's height while it is unknown: about what a modal shows. */
const guess = 560

interface ItemProps extends Pick<ListProps, "render"> {
  readonly id: string
  readonly index: number
  /** Its place in what it is counted in, from 1, and how many are there. */
  readonly at: number
  readonly total: number
  readonly top: number
  readonly column: number
  readonly columns: number
  /** Between others that it shares a ground with. */
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
