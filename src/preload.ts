import type { Instance } from "./instance.ts"

/** Fetches the files of a first open once the page has loaded and is idle, if the option `preload` and the visitor's connection allow it. */
export const preloadIdle = (instance: Instance): void => {
  const { saveData, effectiveType } = (navigator as { readonly connection?: Connection }).connection ?? {}
  if (instance.options.preload !== "idle" || saveData || /2g/.test(effectiveType as string)) return
  const begin = () => whenIdle(() => fetchFiles(instance, true))
  if (document.readyState === "complete") begin()
  else addEventListener("load", begin, { once: true })
}

/** Fetches the files of a first open when a visitor comes near a button, if the option `preload` allows it. */
export const preloadNow = (instance: Instance): void => {
  if (instance.options.preload !== "none") fetchFiles(instance)
}

/** Runs something in idle time, soon if the browser does not report idle time. */
export const whenIdle = (run: () => void): void => void (globalThis.requestIdleCallback ?? setTimeout)(run)

/** Network Information, in browsers that have it. */
interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** A file that cannot be fetched now is fetched by the click, which reports why if it cannot. */
const fetchFiles = (instance: Instance, isIdle = false) =>
  void import("./openingFiles.ts").then(({ fetchOpening }) => fetchOpening(instance, isIdle)).catch(() => undefined)
