/** Ends after the frame that shows what is there now: when the next one begins it has been painted. A hidden page paints nothing. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === "hidden") resolve()
    else requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
