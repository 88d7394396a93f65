import { paintWait } from "../../src/domain/openingLimits.ts"

/**
 * Ends after the frame that shows what is there now: when the next one begins it has been painted. A hidden page paints nothing, nor
 * may one in a frame that is out of sight, which does not say so.
 */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === "hidden") return resolve()
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
    setTimeout(resolve, paintWait)
  })

/** Runs something once what is there now has been painted; the answer calls it off. */
export const afterPaint = (run: () => void): (() => void) => {
  let off = false
  painted().then(() => {
    if (!off) run()
  })
  return () => {
    off = true
  }
}
