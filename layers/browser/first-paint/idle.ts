/**
 * Calls `run` when the page is idle, or in a new task if the browser lacks `requestIdleCallback`. Returns a function that cancels the call.
 */
export const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(run)
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run)
  return () => clearTimeout(timer)
}
