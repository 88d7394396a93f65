/** List that is longer than its container: counts in items, lengths in CSS px. */
export interface Listing {
  readonly count: number
  /** Items per row. */
  readonly columns: number
  /** Distance between the tops of two rows. */
  readonly pitch: number
  /** Distance from the top of the list down to the top of the viewport. Negative while the list starts below it. */
  readonly scrolled: number
  readonly viewport: number
  /** Rows rendered before and after the visible ones. */
  readonly overscan: number
}

/** Items to render, from `from` up to but excluding `to`. Always whole rows within the list. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Returns the visible items with overscan. */
export const spanOf = ({ count, columns, pitch, scrolled, viewport, overscan }: Listing): Span => {
  const lines = Math.ceil(count / columns)
  const first = Math.min(Math.floor(scrolled / pitch), lines) - overscan
  const last = Math.ceil((scrolled + viewport) / pitch) + overscan
  return { from: Math.max(0, first) * columns, to: Math.min(count, Math.max(0, last) * columns) }
}

/**
 * Position of a section: the index of its first item, its distance from the top of the list in px, and its height with
 * the heading.
 */
export interface Part {
  readonly first: number
  readonly count: number
  readonly top: number
  readonly height: number
}

/** Returns the positions of consecutive sections with one item per row, each under a heading of `head` px. */
export const partsOf = (counts: readonly number[], pitch: number, head: number): readonly Part[] => {
  let [first, top] = [0, 0]
  return counts.map((count) => {
    const part = { first, count, top, height: head + count * pitch }
    first += count
    top += part.height
    return part
  })
}

/** Returns the visible items of a list in sections, with overscan. */
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

/**
 * Returns the indices of a span and the index `kept` of the focused item, which stays rendered. `kept` is -1 if there
 * is none.
 */
export const renderedIndices = ({ from, to }: Span, kept: number): readonly number[] => {
  const inside = Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place)
  if (kept < 0 || (kept >= from && kept < to)) return inside
  return kept < from ? [kept, ...inside] : [...inside, kept]
}

/**
 * Returns the item that an arrow key, Home, End or a page key moves to from the item `at`. Returns `undefined` for
 * other keys and beyond the ends.
 */
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
