/** Calls every listener. If one throws, the error is reported to the page (`reportError`) and the others are still called. */
export const notifyAll = <A>(listeners: Iterable<(value: A) => void>, value: A): void => {
  for (const listener of [...listeners])
    try {
      listener(value)
    } catch (thrown) {
      if (typeof reportError === "function") reportError(thrown)
      else console.error(thrown)
    }
}
