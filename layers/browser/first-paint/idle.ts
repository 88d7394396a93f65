/** Calls `run` when the page is idle, or soon if the browser lacks `requestIdleCallback`. Returns a function that cancels it. */
export const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(run)
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run)
  return () => clearTimeout(timer)
}
