import { paintWait } from "../../../src/core/first-paint/limits.ts"

/** Waits for two frames (see `endOfFrame`), so work that starts then delays neither. */
export const painted = (): Promise<void> => endOfFrame(2)

/** Waits for three frames (see `endOfFrame`), in which an opening modal is painted and begins to fade in. */
export const visible = (): Promise<void> => endOfFrame(3)

/**
 * Resolves in a new task after `count` frames, so work that starts then does not delay the last paint. Resolves at once if the page is
 * hidden, and after `paintWait` ms at the latest, because the browser may not paint an iframe that is out of view.
 */
const endOfFrame = (count: number): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === "hidden") return resolve()
    const next = (left: number) => void requestAnimationFrame(() => (left > 1 ? next(left - 1) : setTimeout(resolve)))
    next(count)
    setTimeout(resolve, paintWait)
  })

/** Calls `run` once `painted` resolves. Returns a function that cancels the call. */
export const afterPaint = (run: () => void): (() => void) => {
  let off = false
  painted().then(() => {
    if (!off) run()
  })
  return () => {
    off = true
  }
}
