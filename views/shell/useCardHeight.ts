import { useLayoutEffect, useRef } from "react"

/**
 * Animates the card to the height of its view and footer, limited to the available room, and scrolls a view to its top when the modal
 * opens. Returns the refs of the measured elements.
 */
export const useCardHeight = (hasView: boolean, isShown: boolean) => {
  const body = useRef<HTMLDivElement>(null)
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const under = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [box, scroller, content, end] = [body.current, outer.current, inner.current, under.current]
    const card = box?.parentElement
    if (!hasView || !box || !scroller || !content || !end || !card?.parentElement) return
    let opens = isShown
    // Uses layout sizes, because the page may scale an element that contains the modal.
    const heights = new Map<Element, number>()
    const heightOf = (one: Element) => heights.get(one) ?? 0
    const observer = new ResizeObserver((entries) => {
      for (const { target, borderBoxSize } of entries) heights.set(target, borderBoxSize[0]?.blockSize ?? 0)
      const height = heightOf(content)
      // A closed dialog has no height, and would grow from 0 when it opens.
      if (!height) return
      if (opens) scroller.scrollTop = 0
      opens = false
      // Without animation the height is automatic. Setting it here would resize observed elements before the next
      // paint.
      if (getComputedStyle(box).transitionProperty === "none") return box.removeAttribute("style")
      const style = getComputedStyle(card)
      const most = Math.min(pixels(style.maxBlockSize), pixels(style.getPropertyValue("--po-most")))
      const room = most - card.offsetHeight + box.offsetHeight
      box.style.blockSize = `${Math.min(height + heightOf(end), room)}px`
    })
    for (const one of [content, end, card, card.parentElement]) observer.observe(one)
    return () => observer.disconnect()
  }, [hasView, isShown])
  return { body, outer, inner, under }
}

/** Parses a length in px. Returns infinity if it is not a number, as for `none`. */
const pixels = (length: string): number => {
  const read = Number.parseFloat(length)
  return Number.isNaN(read) ? Number.POSITIVE_INFINITY : read
}
