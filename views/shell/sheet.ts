import { sheet as limits } from "../../src/domain/limits.ts"
import { motion } from "../styles/tokens.ts"

/**
 * Lets a finger drag the sheet down by the bar at its top. Far or fast enough asks to close, as the button does; a sheet that stays,
 * or is not let go, glides back. A finger takes it again wherever it is by then.
 */
export const draggable = (card: HTMLElement, bar: HTMLElement, close: () => void): (() => void) => {
  const dialog = card.closest("dialog")
  const view = card.ownerDocument.defaultView
  const off = new AbortController()
  const on = { signal: off.signal }
  let held: Hold | undefined
  let gliding: Animation | undefined
  /** It was asked to close, and has not yet. */
  let asked: { end(): void } | undefined

  const place = (at: number) => {
    card.style.translate = at === 0 ? "" : `0 ${at}px`
  }
  const glide = (from: number, to: number) => {
    const still = view?.matchMedia("(prefers-reduced-motion: reduce)").matches === true
    place(to)
    if (still || typeof card.animate !== "function") return
    gliding = card.animate([{ translate: `0 ${from}px` }, { translate: `0 ${to}px` }], {
      duration: motion.move,
      easing: motion.out,
    })
  }
  const back = () => {
    if (asked === undefined) return
    asked.end()
    asked = undefined
    glide(offset(), 0)
  }
  const letGo = ({ timeStamp }: { readonly timeStamp: number }) => {
    if (!held) return
    const { at, when } = held
    // Who stops before letting go throws nothing.
    const speed = timeStamp - when < limits.pause ? held.speed : 0
    held = undefined
    if (at < limits.far && (speed < limits.fast || at === 0)) return at > 0 ? glide(at, 0) : undefined
    close()
    // A sheet that may not close yet says so.
    const told = new MutationObserver(back)
    const timer = setTimeout(back, limits.patience)
    if (dialog) told.observe(dialog, { attributes: true, attributeFilter: ["data-refused"] })
    asked = {
      end: () => {
        told.disconnect()
        clearTimeout(timer)
      },
    }
  }
  const offset = () => Number.parseFloat(getComputedStyle(card).translate.split(" ")[1] ?? "0") || 0

  bar.addEventListener(
    "pointerdown",
    (event) => {
      const { target, pointerId, pointerType, clientY, timeStamp, isPrimary } = event
      // A mouse has the button. What is pressed in the bar is not dragged; nor is what has a frame laid over it.
      if (pointerType === "mouse" || !isPrimary) return
      if (target instanceof Element && target.closest("button")) return
      if (card.querySelector('[data-view="ApproveTransaction"]')) return
      const from = offset()
      gliding?.cancel()
      asked?.end()
      asked = undefined
      place(from)
      held = { pointerId, start: clientY - from, at: from, last: clientY, when: timeStamp, speed: 0 }
      bar.setPointerCapture(pointerId)
    },
    on,
  )
  bar.addEventListener(
    "pointermove",
    ({ pointerId, clientY, timeStamp }) => {
      if (held?.pointerId !== pointerId) return
      const { start, last, when } = held
      const at = Math.max(0, clientY - start)
      const speed = timeStamp > when ? (clientY - last) / (timeStamp - when) : held.speed
      held = { ...held, at, speed, last: clientY, when: timeStamp }
      place(at)
    },
    on,
  )
  bar.addEventListener("pointerup", letGo, on)
  bar.addEventListener(
    "pointercancel",
    () => {
      if (held && held.at > 0) glide(held.at, 0)
      held = undefined
    },
    on,
  )
  return () => {
    off.abort()
    // It goes on its way while the dialog fades; what opens next stands where it belongs.
    if (asked) glide(offset(), card.offsetHeight)
    asked?.end()
    asked = undefined
    setTimeout(() => place(0), motion.move)
  }
}

/** A finger on the bar: where the sheet is, in pixels below its place, and how fast it goes, in pixels a millisecond. */
interface Hold {
  readonly pointerId: number
  readonly start: number
  readonly at: number
  readonly last: number
  readonly when: number
  readonly speed: number
}
