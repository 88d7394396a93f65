/** Calls `run` when the page is idle, or soon if the browser lacks `requestIdleCallback`. Returns a function that cancels it. */
export const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback === "function") {
    const asked = requestIdleCallback(run)
    return () => cancelIdleCallback(asked)
  }
  const asked = setTimeout(run)
  return () => clearTimeout(asked)
}
