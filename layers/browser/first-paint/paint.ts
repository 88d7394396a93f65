import { paintWait } from "../../../src/core/first-paint/limits.ts"

/**
 * Resolves after the next paint, at the start of the following frame. Resolves at once if the page is hidden, and after `paintWait` at the
 * latest: a frame that is out of view may not be painted, and cannot detect that.
 */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === "hidden") return resolve()
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
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
