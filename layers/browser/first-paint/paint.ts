import { paintWait } from "../../../src/core/first-paint/limits.ts"

/**
 * Resolves after the next paint, once the following frame has ended too, so work that waits for it delays neither. Resolves at once if the page is hidden, and after `paintWait` at the
 * latest: a frame that is out of view may not be painted, and cannot detect that.
 */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === "hidden") return resolve()
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
    setTimeout(resolve, paintWait)
  })

/**
 * Resolves once a modal that fades in is visible, after a frame and not within it: the first frames of an animation are still transparent,
 * and long work within a frame delays its paint. Resolves at the same time as `painted` in a hidden page.
 */
export const visible = async (): Promise<void> => {
  await painted()
  if (document.visibilityState === "hidden") return
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, paintWait)
  })
}

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
