import { modal } from "../../../src/core/first-paint/limits.ts"
import { frame } from "../../../src/embedded/limits.ts"

/**
 * Returns functions that position the frame over an element of the modal and hide it. The frame follows the element until it is hidden or
 * the element is removed.
 */
export const positionFrame = (element: () => HTMLIFrameElement | undefined, embedded: boolean) => {
  let following: { readonly place: HTMLElement; readonly page: Window } | undefined
  let requests = 0
  let written = ""

  const step = () => {
    if (!following) return
    const { place, page } = following
    if (!place.isConnected) return hide()
    const shown = element()
    if (shown) lay(shown, place, page)
    requests = page.requestAnimationFrame(step)
  }

  const lay = (shown: HTMLIFrameElement, place: HTMLElement, page: Window) => {
    const next = Object.entries(rectangle(place.getBoundingClientRect(), page, embedded))
    const now = next.join(";")
    const hidden = shown.style.display === "none"
    if (now === written && !hidden) return
    written = now
    for (const [name, value] of next) shown.style.setProperty(name, value)
    if (!hidden) return
    shown.title = place.ariaLabel || shown.title
    shown.style.display = "block"
    // The visitor's next step is in the frame. The focus sends it the key presses and makes screen readers announce it.
    shown.focus({ preventScroll: true })
  }

  const hide = () => {
    following?.page.cancelAnimationFrame(requests)
    following = undefined
    const shown = element()
    if (shown) shown.style.display = "none"
  }

  return {
    over: (place: HTMLElement) => {
      hide()
      const page = place.ownerDocument.defaultView
      if (!page) return
      following = { place, page }
      step()
    },
    hide,
  }
}

/**
 * Returns the frame's CSS position, size and corners. If `embedded`, the frame has the element's rectangle. In a narrow window, it has the
 * full width and is at the bottom. Otherwise it has a fixed width, and is centered at the top of the element.
 */
const rectangle = (place: DOMRect, page: Window, embedded: boolean): Record<string, string> => {
  const { innerWidth, innerHeight } = page
  if (embedded) return box(place.left, place.top, place.width, place.height, "0")
  if (innerWidth <= modal.sheetWidth) {
    const height = Math.min(frame.viewHeight, innerHeight - frame.header)
    return box(0, innerHeight - height, innerWidth, height, "0")
  }
  const height = Math.min(frame.viewHeight, innerHeight - place.top)
  return box(place.left + (place.width - frame.width) / 2, place.top, frame.width, height, rounded)
}

const box = (left: number, top: number, width: number, height: number, radius: string) => ({
  left: `${left}px`,
  top: `${top}px`,
  width: `${width}px`,
  height: `${height}px`,
  "border-end-start-radius": radius,
  "border-end-end-radius": radius,
})

const rounded = "clamp(0px, calc(var(--po-radius, 4px) * 8), 44px)"
