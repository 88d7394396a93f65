/** A list that is longer than what holds it: counts in items, lengths in CSS pixels. */
export interface Listing {
  readonly count: number
  /** Items side by side. */
  readonly columns: number
  /** From the top of one line to the top of the next. */
  readonly pitch: number
  /** How far the list's top has scrolled out at the top of the viewport; negative while it is below. */
  readonly scrolled: number
  readonly viewport: number
  /** Lines kept ready before and after what is seen. */
  readonly overscan: number
}

/** The items to draw: `from` up to, but without, `to`. Whole lines; never outside the list. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** What of a list is in sight, with its overscan. */
export const spanOf = ({ count, columns, pitch, scrolled, viewport, overscan }: Listing): Span => {
  const lines = Math.ceil(count / columns)
  const first = Math.min(Math.floor(scrolled / pitch), lines) - overscan
  const last = Math.ceil((scrolled + viewport) / pitch) + overscan
  return { from: Math.max(0, first) * columns, to: Math.min(count, Math.max(0, last) * columns) }
}

/** Where a part of a list begins, in items and in pixels from the list's top, and how high it is with its head. */
export interface Part {
  readonly first: number
  readonly count: number
  readonly top: number
  readonly height: number
}

/** The places of parts that follow each other, one item a line, each under a head of so many pixels. */
export const partsOf = (counts: readonly number[], pitch: number, head: number): readonly Part[] => {
  let [first, top] = [0, 0]
  return counts.map((count) => {
    const part = { first, count, top, height: head + count * pitch }
    first += count
    top += part.height
    return part
  })
}

/** What of a list in parts is in sight, with its overscan. */
export const spanOfParts = (
  parts: readonly Part[],
  head: number,
  { count, pitch, scrolled, viewport, overscan }: Omit<Listing, "columns">,
): Span => {
  if (scrolled + viewport < 0) return { from: 0, to: 0 }
  const itemAt = (height: number) => {
    const part = parts.find(({ top, height: own }) => height < top + own)
    return part ? part.first + Math.max(0, Math.floor((height - part.top - head) / pitch)) : count
  }
  return {
    from: Math.max(0, Math.min(itemAt(scrolled), count) - overscan),
    to: Math.min(count, itemAt(scrolled + viewport) + 1 + overscan),
  }
}

/** The indices of a span, and one that stays drawn wherever it is: the one that holds the focus. */
export const drawn = ({ from, to }: Span, kept: number): readonly number[] => {
  const inside = Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place)
  if (kept < 0 || (kept >= from && kept < to)) return inside
  return kept < from ? [kept, ...inside] : [...inside, kept]
}

/** Where an arrow key, Home, End or a page key leads from an item; undefined for other keys and beyond the ends. */
export const leadsTo = (
  key: string,
  at: number,
  { count, columns, pitch, viewport }: Pick<Listing, "count" | "columns" | "pitch" | "viewport">,
  onwards: 1 | -1,
): number | undefined => {
  const page = Math.max(1, Math.floor(viewport / pitch) - 1) * columns
  const sideways = columns > 1 ? { ArrowRight: onwards, ArrowLeft: -onwards }[key] : undefined
  const step = sideways ?? { ArrowDown: columns, ArrowUp: -columns, PageDown: page, PageUp: -page }[key]
  const to = step === undefined ? { Home: 0, End: count - 1 }[key] : at + step
  if (to === undefined || count === 0) return undefined
  const held = Math.min(count - 1, Math.max(0, to))
  return held === at || (to !== held && !key.startsWith("Page")) ? undefined : held
}
