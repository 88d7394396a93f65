import { signal } from "@preact/signals-core"
import { checkOptions, type OptionCheck } from "../options/checkOptions.ts"
import { createElement } from "./element.ts"
import type { Engine, ModalInstance } from "./instance.ts"
import { loadLanguage } from "./loadLanguage.ts"
import type { ModalOptions } from "./modal.ts"
import { createProvider } from "./provider.ts"
import { openLoginWindow } from "./socialPopup.ts"
import { createCore } from "./state.ts"

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * Instances by ID. Modals with the same ID share one, and the last to be destroyed ends it. Not used on servers, where requests must not
 * share state.
 */
const instances = new Map<string, { readonly instance: ModalInstance; users: number }>()

/**
 * Returns the instance with the ID in the options, created if there is none, and a function that releases it. Throws like `checkOptions`.
 */
export const sharedInstance = (
  given: ModalOptions,
): { readonly instance: ModalInstance; readonly release: () => Promise<void> } => {
  const check = checkOptions(given)
  const { options, problems } = check
  const onPage = typeof document !== "undefined"
  const entry = (onPage && instances.get(options.id)) || { instance: createInstance(given, check), users: 0 }
  if (problems[0] || developing()) entry.instance.mistakes(given).catch(() => undefined)
  entry.users += 1
  if (onPage) instances.set(options.id, entry)

  let released = false
  return {
    instance: entry.instance,
    release: async () => {
      if (released) return
      released = true
      entry.users -= 1
      if (entry.users > 0) return
      instances.delete(options.id)
      await entry.instance.end()
    },
  }
}

/** Whether the page was bundled for development. Without a bundler, `process` does not exist. */
const developing = () => {
  try {
    return process.env.NODE_ENV === "development"
  } catch {
    return false
  }
}

const createInstance = (given: ModalOptions, check: OptionCheck): ModalInstance => {
  const { options } = check
  const core = createCore(options)
  let element: HTMLElement | undefined
  let loading: Promise<Engine> | undefined
  const running = signal<Engine>()
  let ended = false
  let spoken: Promise<void> | undefined
  let mistakes: Promise<readonly Error[]> | undefined

  const instance: ModalInstance = {
    id: options.id,
    options,
    mistakes: (again = given) => {
      const code = import("../diagnostics/mistakes.ts")
      if (again !== given) code.then((one) => one.printIgnored(again, given)).catch(() => undefined)
      mistakes ??= code.then((one) => one.print(given, check, core))
      return mistakes
    },
    core,
    running: running,
    loadLanguage: () => (spoken ??= loadLanguage(instance)),
    snapshotParts: new Map(),
    openLoginWindow: () => openLoginWindow(options),
    provider: createProvider(() => instance),
    version: signal(0),
    ending: new Set(),
    element: () => (element ??= createElement(options.id)),
    engine: () => {
      if (ended) return Promise.reject(Error("This modal was destroyed"))
      loading ??= Promise.all([import("../engine/engine.ts"), instance.loadLanguage()])
        .then(([engine]) => engine.start(instance))
        .then((engine) => (running.value = engine))
        .catch((cause) => {
          loading = undefined
          throw cause
        })
      return loading
    },
    get ended() {
      return ended
    },
    end: async () => {
      ended = true
      for (const end of instance.ending) end()
      const engine = await loading?.catch(() => undefined)
      await engine?.destroy()
      element?.remove()
      // A site may keep a reference to the modal for the life of its page, so the modal releases what it holds.
      element = undefined
      loading = undefined
      instance.ending.clear()
      core.open.value = false
      running.value = undefined
    },
  }
  return instance
}
