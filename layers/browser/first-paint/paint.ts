import { paintWait } from "../../../src/core/first-paint/limits.ts"

/** Resolves after the next paint, once the frame after it has ended too, so work that starts then delays neither of these frames. */
export const painted = (): Promise<void> => endOfFrame(2)

/** Resolves once a modal that fades in is visible: the first frames of an animation are still transparent. */
export const visible = (): Promise<void> => endOfFrame(3)

/**
 * Resolves after a number of frames, and not within the last, whose paint it would delay. Resolves at once if the page is hidden, and after
 * `paintWait` at the latest: a frame that is out of view may not be painted, and cannot detect that.
 */
const endOfFrame = (count: number): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === "hidden") return resolve()
    const next = (left: number) => void requestAnimationFrame(() => (left > 1 ? next(left - 1) : setTimeout(resolve)))
    next(count)
    setTimeout(resolve, paintWait)
  })

/** Calls `run` after the next paint. Returns a function that cancels it. */
export const afterPaint = (run: () => void): (() => void) => {
  let off = false
  painted().then(() => {
    if (!off) run()
  })
  return () => {
    off = true
  }
}
