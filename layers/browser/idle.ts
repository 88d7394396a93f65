/** Runs something when the page has nothing better to do, soon where a browser does not tell; the answer calls it off. */
export const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback === "function") {
    const asked = requestIdleCallback(run)
    return () => cancelIdleCallback(asked)
  }
  const asked = setTimeout(run)
  return () => clearTimeout(asked)
}
