import { type RefObject, useLayoutEffect, useRef } from "react"
import { connectRows } from "../../src/connect/first-paint/state.ts"
import { project } from "../../src/project/first-paint/state.ts"
import { useSlice } from "../shared/first-paint/useModal.ts"

/**
 * Keeps the wallets under the pointer in place when the logins become known and differ from those expected: the card keeps its edge next to
 * the wallets, if there is room. If the pointer is elsewhere, the card stays centered.
 */
export const useSteadyWallets = (
  place: RefObject<HTMLDivElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
  hasView: boolean,
) => {
  const isLate = useSlice(project).logins.value === "late"
  const { ways } = useSlice(connectRows)()
  /** Last distances of the card from the window's edges, and the edge next to the wallets. */
  const before = useRef({ edge: "top", top: 0, bottom: 0 })
  useLayoutEffect(() => {
    const box = place.current
    const card = box?.firstElementChild as HTMLElement | null | undefined
    if (!hasView || !box || !card) return
    let seen = 0
    const observer = new ResizeObserver(() => {
      // After a window resize the card returns to its normal position.
      if (isLate) seen++ && box.removeAttribute("style")
      // A closed dialog has no height.
      else if (box.clientHeight)
        before.current = {
          edge: ways.peek().methods[0] === "wallet" ? "top" : "bottom",
          top: card.offsetTop,
          bottom: box.clientHeight - card.offsetTop - card.offsetHeight,
        }
    })
    observer.observe(box)
    if (isLate) {
      const { edge, top, bottom } = before.current
      if (isNear(card)) box.style.setProperty(`--po-${edge}`, `${edge === "top" ? top : bottom}px`)
      // Keeps the end of the view visible while the card grows upward.
      if (edge === "bottom") scroller.current?.scrollTo(0, scroller.current.scrollHeight)
    } else observer.observe(card)
    return () => {
      observer.disconnect()
      box.removeAttribute("style")
    }
  }, [isLate, hasView])
}

/** Whether the visitor may be about to click in the card: the pointer is over it, or the device has no hover. */
const isNear = (card: HTMLElement): boolean =>
  card.matches(":hover") || card.ownerDocument.defaultView?.matchMedia("(hover: hover)").matches !== true
