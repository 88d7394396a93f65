/** Calls every listener. If one throws, its error goes to `reportError`, or to the console without it, and the others are still called. */
export const notifyAll = <A>(listeners: Iterable<(value: A) => void>, value: A): void => {
  for (const listener of [...listeners])
    try {
      listener(value)
    } catch (thrown) {
      if (typeof reportError === "function") reportError(thrown)
      else console.error(thrown)
    }
}
