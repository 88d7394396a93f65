import type { Instance } from "./instance.ts"

/** Fetches the files of a first open once the page has loaded and is idle, if the option `preload` and the visitor's connection allow it. */
export const preloadIdle = (instance: Instance): void => {
  const { connection } = navigator as { readonly connection?: Connection }
  if (instance.options.preload !== "idle" || connection?.saveData || connection?.effectiveType?.endsWith("2g")) return
  const begin = () => whenIdle(() => fetchFiles(instance, true))
  if (document.readyState === "complete") begin()
  else addEventListener("load", begin)
}

/** Fetches the files of a first open when a visitor comes near a button, if the option `preload` allows it. */
export const preloadNow = (instance: Instance): void => {
  if (instance.options.preload !== "none") fetchFiles(instance, false)
}

/** Runs something in idle time, soon if the browser does not report idle time. */
export const whenIdle = (run: () => void): void => void (globalThis.requestIdleCallback ?? setTimeout)(run)

/** Network Information, in browsers that have it. */
interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** A file that cannot be fetched now is fetched by the click, which reports why if it cannot. */
const fetchFiles = (instance: Instance, isIdle: boolean) =>
  void import("./openingFiles.ts").then((one) => one.fetchOpening(instance, isIdle)).catch(() => undefined)
