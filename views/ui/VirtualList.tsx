import { type KeyboardEvent, memo, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react"
import { css } from "../styles/stitches.ts"
import { drawn, leadsTo, type Span, spanOf } from "./windowing.ts"

/**
 * A list or, with columns, a grid of which only what is in sight is in the page, and the item that holds the focus.
 * Items are of one height. A new list (a new search) wants a new `key`, so that it starts at its top.
 */
export function VirtualList({ name, ids, total, render, pitch, columns = 1, className, scroller, onShow }: ListProps) {
  const own = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const wanted = useRef<string>(undefined)
  const [line, setLine] = useState(pitch)
  const [kept, setKept] = useState<string>()
  const count = ids.length
  const listing = { count, columns, pitch: line, overscan }
  const [span, setSpan] = useState<Span>(() => spanOf({ ...listing, scrolled: 0, viewport: guess }))

  useLayoutEffect(() => {
    const box = scroller?.current ?? own.current
    const items = list.current
    if (!box || !items) return
    const look = (): void => {
      const height = (items.firstElementChild as HTMLElement | null)?.offsetHeight
      if (height) setLine(height)
      const scrolled = box.getBoundingClientRect().top - items.getBoundingClientRect().top
      const next = spanOf({ ...listing, scrolled, viewport: box.clientHeight || guess })
      setSpan((now) => (now.from === next.from && now.to === next.to ? now : next))
    }
    look()
    const watch = typeof ResizeObserver === "function" ? new ResizeObserver(look) : undefined
    watch?.observe(box)
    watch?.observe(items)
    box.addEventListener("scroll", look, { passive: true })
    return () => {
      watch?.disconnect()
      box.removeEventListener("scroll", look)
    }
  }, [count, columns, line, scroller])

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
    const to =
      at < 0 || !box ? undefined : leadsTo(event.key, at, { ...listing, viewport: box.clientHeight || guess }, onwards)
    if (to === undefined) return
    event.preventDefault()
    wanted.current = ids[to]
    setKept(ids[to])
  }

  const height = Math.ceil(count / columns) * line
  const items = drawn(
    { from: Math.min(span.from, count), to: Math.min(span.to, count) },
    kept === undefined ? -1 : ids.indexOf(kept),
  )
  return (
    <div ref={own} className={scroller ? undefined : scrolling()}>
      <ul
        ref={list}
        aria-label={name}
        className={className}
        style={{ position: "relative", blockSize: height }}
        onKeyDown={steer}
        onBlur={() => setKept(undefined)}
        onFocus={(event) => {
          const item = event.target.closest<HTMLElement>("[data-item]")?.dataset.item
          setKept(item === undefined ? undefined : ids[Number(item)])
        }}
      >
        {items.map((index) => (
          <Item
            key={ids[index]}
            id={ids[index]!}
            index={index}
            total={total ?? count}
            top={Math.floor(index / columns) * line}
            column={index % columns}
            columns={columns}
            end={index === 0 || index === count - 1}
            render={render}
          />
        ))}
      </ul>
    </div>
  )
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
  /** `surface()` for rows that share a ground. */
  readonly className?: string | undefined
  /** What scrolls, where it is not the list itself. */
  readonly scroller?: RefObject<HTMLElement | null> | undefined
  /** What is drawn now: the place to fetch more from. Keep it the same function. */
  readonly onShow?: ((span: Span) => void) | undefined
}

const overscan = 4

/** A viewport's height while it is unknown: about what a modal shows. */
const guess = 560

interface ItemProps extends Pick<ListProps, "render"> {
  readonly id: string
  readonly index: number
  readonly total: number
  readonly top: number
  readonly column: number
  readonly columns: number
  readonly end: boolean
}

const Item = memo(({ id, index, total, top, column, columns, end, render }: ItemProps) => (
  <li
    aria-setsize={total}
    aria-posinset={index + 1}
    data-item={index}
    style={{
      position: "absolute",
      insetBlockStart: 0,
      insetInlineStart: `${(column * 100) / columns}%`,
      inlineSize: `${100 / columns}%`,
      transform: `translateY(${top}px)`,
      ...(end ? {} : { borderRadius: 0 }),
    }}
  >
    {render(id)}
  </li>
))

const scrolling = css({
  blockSize: "100%",
  minBlockSize: 0,
  overflowY: "auto",
  overscrollBehavior: "contain",
  scrollbarWidth: "thin",
  scrollbarColor: "var(--po-press) transparent",
})
