import type { ModalInstance } from "./instance.ts"

/** Loads the files of a first open once the page has loaded and is idle, if the option `preload` and the visitor's connection allow it. */
export const preloadIdle = (instance: ModalInstance): void => {
  const { connection } = navigator as { readonly connection?: Connection }
  if (instance.options.preload !== "idle" || connection?.saveData || connection?.effectiveType?.endsWith("2g")) return
  const begin = () => whenIdle(() => fetchFiles(instance, whenIdle))
  if (document.readyState === "complete") begin()
  else addEventListener("load", begin)
}

/** Loads the files of a first open now, unless the option `preload` is `none`. */
export const preloadNow = (instance: ModalInstance): void => {
  if (instance.options.preload !== "none") fetchFiles(instance)
}

/** Runs a function in idle time, or soon if the browser does not support `requestIdleCallback`. */
export const whenIdle = (run: () => void): void => {
  // Chromium can forget an idle callback of a page at rest, so it runs after 5 s at the latest.
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: 5_000 })
  else setTimeout(run)
}

/** Connection in the Network Information API, which only some browsers support. */
interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** Loads the files of a first open. Ignores failures: a click loads the files again and reports the error. */
const fetchFiles = (instance: ModalInstance, idle?: typeof whenIdle) =>
  void import("./opening.ts").then((one) => one.fetchOpening(instance, idle)).catch(() => undefined)
