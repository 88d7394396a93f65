import type { Page } from "@playwright/test"

/**
 * Resolves once the page has been idle this number of times. By then, everything that was due has run, such as the effects of a render. Keeps
 * requesting frames, because Chromium can forget an idle callback until the next frame.
 */
export const idle = (page: Page, times = 1) =>
  page.evaluate(async (rest) => {
    const { own } = window as unknown as {
      readonly own?: Pick<Window, "requestAnimationFrame" | "requestIdleCallback">
    }
    const { requestAnimationFrame, requestIdleCallback } = own ?? window
    for (; rest > 0; rest -= 1) {
      let isIdle = false
      requestIdleCallback(() => {
        isIdle = true
      })
      while (!isIdle) await new Promise(requestAnimationFrame)
    }
  }, times)

/**
 * Keeps the page's own frames and idle time from the next navigation on, so `idle` also works under Playwright's clock. To be called before
 * `page.clock.install`.
 */
export const keepIdle = (page: Page) =>
  page.addInitScript(() =>
    Object.assign(window, {
      own: {
        requestAnimationFrame: requestAnimationFrame.bind(window),
        requestIdleCallback: requestIdleCallback.bind(window),
      },
    }),
  )
