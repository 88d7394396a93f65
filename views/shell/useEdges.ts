import { type RefObject, useCallback, useEffect, useState } from "react"

/** Whether content of the scrolling box has gone out at its top, and whether more of it waits below. `moving` is what holds it while its height moves. */
export const useEdges = (
  moving: RefObject<HTMLElement | null>,
  outer: RefObject<HTMLElement | null>,
  inner: RefObject<HTMLElement | null>,
  there: boolean,
) => {
  const [edges, setEdges] = useState({ above: false, below: false })
  const look = useCallback(() => {
    const box = outer.current
    // On its way to another height everything looks cut off.
    if (!box || (moving.current?.getAnimations().length ?? 0) > 0) return
    const above = box.scrollTop > 0
    const below = box.scrollTop + box.clientHeight < box.scrollHeight - 1
    setEdges((now) => (now.above === above && now.below === below ? now : { above, below }))
  }, [moving, outer])

  useEffect(() => {
    const [body, box, content] = [moving.current, outer.current, inner.current]
    if (!there || !body || !box || !content) return
    const observer = new ResizeObserver(look)
    observer.observe(box)
    observer.observe(content)
    // A view that has faded out counted until it was gone, and its going changes no size.
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
  }, [moving, outer, inner, look, there])
  return edges
}
