import { type RefObject, useCallback, useEffect, useState } from "react"

/**
 * Returns whether content of the scroll container is hidden above, and whether below. `moving` is the element whose
 * height animates.
 */
export const useScrollEdges = (
  moving: RefObject<HTMLElement | null>,
  outer: RefObject<HTMLElement | null>,
  inner: RefObject<HTMLElement | null>,
  hasView: boolean,
) => {
  const [edges, setEdges] = useState({ above: false, below: false })
  const look = useCallback(() => {
    const box = outer.current
    // While the height animates, everything would look cut off.
    if (!box || (moving.current?.getAnimations().length ?? 0) > 0) return
    const above = box.scrollTop > 0
    const below = box.scrollTop + box.clientHeight < box.scrollHeight - 1
    setEdges((now) => (now.above === above && now.below === below ? now : { above, below }))
  }, [moving, outer])

  useEffect(() => {
    const [body, box, content] = [moving.current, outer.current, inner.current]
    if (!hasView || !body || !box || !content) return
    const observer = new ResizeObserver(look)
    observer.observe(box)
    observer.observe(content)
    // Removing a view that faded out changes the scroll height, but no observed size.
    const gone = new MutationObserver(look)
    gone.observe(content, { childList: true })
    box.addEventListener("scroll", look, { passive: true })
    body.addEventListener("transitionend", look)
    return () => {
      observer.disconnect()
      gone.disconnect()
      box.removeEventListener("scroll", look)
      body.removeEventListener("transitionend", look)
    }
  }, [moving, outer, inner, look, hasView])
  return edges
}
