/** In the page: waits until the page has been idle more often than there are files to preload. Returns its longest task since load, in ms. */
export const preloaded = async (): Promise<number> => {
  let longest = 0
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      if (startTime > (navigation?.loadEventEnd ?? 0)) longest = Math.max(longest, duration)
  })
  observer.observe({ type: "longtask", buffered: true })
  for (let times = 0; times < 60; times++) {
    let isIdle = false
    requestIdleCallback(() => {
      isIdle = true
    })
    // Chromium can forget an idle callback until the next frame.
    while (!isIdle) await new Promise(requestAnimationFrame)
  }
  observer.disconnect()
  return longest
}
