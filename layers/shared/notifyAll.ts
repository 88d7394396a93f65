/** Calls every listener. If one throws, the others are still called and the wallet's response still arrives. The page gets the error. */
export const notifyAll = <A>(listeners: Iterable<(value: A) => void>, value: A): void => {
  for (const listener of [...listeners])
    try {
      listener(value)
    } catch (thrown) {
      if (typeof reportError === "function") reportError(thrown)
      else console.error(thrown)
    }
}
