import { motion } from "../styles/tokens.ts"

/** When a dragged bottom sheet closes (not in the specification). */
const limits = {
  /** The sheet closes when released further down than this, in px. */
  far: 96,
  /** The sheet closes when released faster than this, in px per ms, wherever it is. */
  fast: 0.5,
  /** A finger at rest for this long, in ms, does not throw the sheet. */
  pause: 80,
  /** Time in ms after the visitor has released a dragged sheet until it slides back, if the modal is still open. */
  patience: 400,
} as const

/**
 * Lets the visitor drag the bottom sheet down by its header, except with a mouse. A drag that is far or fast enough calls `close`. After
 * any other drag, or if the dialog stays open, the sheet slides back. Returns a function that stops this.
 */
export const dragToClose = (card: HTMLElement, bar: HTMLElement, close: () => void): (() => void) => {
  const dialog = card.closest("dialog")
  const view = card.ownerDocument.defaultView
  const off = new AbortController()
  const on = { signal: off.signal }
  let held: Hold | undefined
  let gliding: Animation | undefined
  /** Cleanup of a requested close. `undefined` unless a close is pending. */
  let closing: { end(): void } | undefined

  const place = (at: number) => {
    card.style.translate = at === 0 ? "" : `0 ${at}px`
  }
  const glide = (from: number, to: number) => {
    const still = view?.matchMedia("(prefers-reduced-motion: reduce)").matches === true
    place(to)
    if (still || typeof card.animate !== "function") return
    gliding = card.animate([{ translate: `0 ${from}px` }, { translate: `0 ${to}px` }], {
      duration: motion.view,
      easing: motion.out,
    })
  }
  const back = () => {
    if (closing === undefined) return
    closing.end()
    closing = undefined
    glide(offset(), 0)
  }
  const letGo = ({ timeStamp }: { readonly timeStamp: number }) => {
    if (!held) return
    const { at, when } = held
    // A pause before release cancels the throw.
    const speed = timeStamp - when < limits.pause ? held.speed : 0
    held = undefined
    if (at < limits.far && (speed < limits.fast || at === 0)) return at > 0 ? glide(at, 0) : undefined
    close()
    // If the dialog refuses to close, it sets `data-refused`.
    const observer = new MutationObserver(back)
    const timer = setTimeout(back, limits.patience)
    if (dialog) observer.observe(dialog, { attributes: true, attributeFilter: ["data-refused"] })
    closing = {
      end: () => {
        observer.disconnect()
        clearTimeout(timer)
      },
    }
  }
  const offset = () => Number.parseFloat(getComputedStyle(card).translate.split(" ")[1] ?? "0") || 0

  bar.addEventListener(
    "pointerdown",
    (event) => {
      const { target, pointerId, pointerType, clientY, timeStamp, isPrimary } = event
      // Mouse users have the close button. Do not drag from a button in the header, or while a frame covers the view.
      if (pointerType === "mouse" || !isPrimary) return
      if (target instanceof Element && target.closest("button")) return
      if (card.querySelector('[data-view="ApproveTransaction"]')) return
      const from = offset()
      gliding?.cancel()
      closing?.end()
      closing = undefined
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
    // After a close, the sheet keeps sliding out while the dialog fades. Its position is then reset for the next
    // opening.
    if (closing) glide(offset(), card.offsetHeight)
    closing?.end()
    closing = undefined
    setTimeout(() => place(0), motion.view)
  }
}

/** Touch on the header, with the sheet's offset in px and its speed in px per ms. */
interface Hold {
  readonly pointerId: number
  readonly start: number
  readonly at: number
  readonly last: number
  readonly when: number
  readonly speed: number
}
