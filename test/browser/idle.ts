import type { Page } from "@playwright/test"

/**
 * Resolves once the page has been idle this number of times. Keeps requesting frames, because Chromium can forget an idle callback until the
 * next frame.
 */
export const idle = (page: Page, times = 1) =>
  page.evaluate(async (rest) => {
    for (; rest > 0; rest -= 1) {
      let isIdle = false
      requestIdleCallback(() => {
        isIdle = true
      })
      while (!isIdle) await new Promise(requestAnimationFrame)
    }
  }, times)
