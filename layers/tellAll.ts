/** Tells every listener. One that throws keeps nobody from hearing, nor the wallet's answer from arriving; the page is told of it. */
export const tellAll = <A>(listeners: Iterable<(value: A) => void>, value: A): void => {
  for (const listener of [...listeners])
    try {
      listener(value)
    } catch (thrown) {
      if (typeof reportError === "function") reportError(thrown)
      else console.error(thrown)
    }
}
