import { AdapterRequired } from "../errors/index.ts"
import { checkSetting, localFeatures } from "../options/checkOptions.ts"
import { defaultLocale } from "../options/locale.ts"
import type { Namespace } from "../options/namespaces.ts"
import type { Network } from "../options/networks.ts"
import { canPaintBeforeEngine } from "./canPaintBeforeEngine.ts"
import type { Engine, ModalInstance } from "./instance.ts"
import type { Modal, ModalOptions, Promised, ProviderOf } from "./modal.ts"
import { operationNames } from "./operationNames.ts"
import { preloadIdle, whenIdle } from "./preload.ts"
import { hasRestoreHint } from "./restoreHint.ts"
import { sharedInstance } from "./sharedInstance.ts"
import type { Core, View } from "./state.ts"
import { snapshot, subscribe } from "./takeSnapshot.ts"

/**
 * Creates a modal. A page may have several. Until the modal is needed, it adds nothing to the page and contacts no other host. The option
 * `preload` may load Portico's files from the site's own host earlier. Throws `BothSiweAndSiwx` if both `siwx` and `siweConfig` are set.
 * Other invalid options fall back to their defaults; `ready` reports them.
 */
export const createModal = (given: ModalOptions): Modal => {
  const { instance, release } = sharedInstance(given)
  const { core } = instance
  const views = () => import("../../views/mount.tsx")
  const stage = () =>
    Promise.all([instance.engine(), views()]).then(([engine, { mount }]) => {
      mount(instance, engine.slots)
      return engine
    })

  if (typeof document !== "undefined") {
    loadEngineIfRestorable(instance)
    preloadIdle(instance)
    // An embedded modal always shows a view.
    if (instance.options.enableEmbedded) stage().catch(() => undefined)
    if (instance.options.announce)
      import("../provider/announce.ts").then((one) => one.announce(instance)).catch(() => undefined)
  }

  /** Adds the network `added`, or removes the network `id` if none is given. Throws `AdapterRequired` if its namespace has no network. */
  const offer = (id: string, added?: Network) => {
    const known = core.networks.peek()
    if (!known.some(({ chainNamespace }) => `${id}`.startsWith(`${chainNamespace}:`))) throw new AdapterRequired()
    const byId = new Map<string, Network>(known.map((network) => [network.caipNetworkId, network]))
    if (added) byId.set(id, added)
    else byId.delete(id)
    core.networks.value = [...byId.values()]
  }

  const modal: Modal = {
    open: async (options) => {
      let erase: (() => void) | undefined
      core.opening.value += 1
      try {
        if (!options && canPaintBeforeEngine(instance)) erase = await (await views()).paint(instance)
        await (await stage()).open(options, erase !== undefined)
      } catch (cause) {
        erase?.()
        throw cause
      } finally {
        core.opening.value -= 1
      }
    },
    close: async () => {
      if (core.open.peek()) await (await instance.engine()).close()
    },
    preload: async () => {
      // A visitor about to click only waits for the first view, not for the engine.
      const { prerender } = await views()
      if (canPaintBeforeEngine(instance)) await prerender(instance)
      await stage()
    },
    ready: async () => {
      const [mistake] = await instance.mistakes()
      if (mistake) throw mistake
      await (await instance.engine()).started
    },
    destroy: release,
    getState: () => snapshot(instance),
    subscribe: (listener) => subscribe(instance, listener),
    state: core as View<Core>,
    get element() {
      return instance.element()
    },
    provider: instance.provider,
    getProvider: async <N extends Namespace>(namespace: N) =>
      (await instance.engine()).provider(namespace) as Promise<ProviderOf<N>>,
    addNetwork: (network) => {
      const added = checkSetting("network", network)
      offer(added.caipNetworkId, added)
    },
    removeNetwork: (id) => offer(id),
    setThemeMode: (mode) => {
      core.themeMode.value = checkSetting("themeMode", mode)
    },
    setThemeVariables: (variables) => {
      core.themeVariables.value = { ...core.themeVariables.peek(), ...checkSetting("themeVariables", variables) }
    },
    setLocale: (locale) => {
      core.locale.value = checkSetting("locale", locale) || defaultLocale
    },
    updateFeatures: (features) => {
      core.features.value = { ...core.features.peek(), ...localFeatures(features) }
    },
    ...promised(instance),
  }
  instances.set(modal, instance)
  return modal
}

/** Returns the engine of a modal, for `portico/effect`. Rejects for a modal of another copy of the package. */
export const engineOf = async (modal: Modal): Promise<Engine> => instanceOf(modal).engine()

/** Returns the instance behind a modal, for the package's other entries. Throws for a modal of another copy of the package. */
export const instanceOf = (modal: Modal): ModalInstance => {
  const instance = instances.get(modal)
  if (!instance) throw new Error("This modal was created by a different copy of portico. Check for duplicate installs.")
  return instance
}

const instances = new WeakMap<Modal, ModalInstance>()

/** Whether a social login needs a window. Farcaster logs in by QR code instead. */
const needsWindow = (input: unknown): boolean => (input as { readonly provider?: unknown })?.provider !== "farcaster"

const promised = (instance: ModalInstance): Promised =>
  Object.fromEntries(
    operationNames.map((name) => [
      name,
      async (...input: readonly unknown[]) => {
        if (name !== "loginWithSocial") return (await instance.engine()).operate(name, input)
        // Browsers allow pop-ups only during the click.
        const popup = needsWindow(input[0]) && instance.openLoginWindow()
        return instance.engine().then(
          (engine) => engine.operate(name, [input[0], popup]),
          (cause) => {
            if (popup) popup.close()
            throw cause
          },
        )
      },
    ]),
  ) as unknown as Promised

/**
 * Loads the engine if the last visit left a hint of a connection to restore. Without the hint, a site's own storage layer may still have a
 * connection, which the stub cannot check. The engine then loads when the page is idle.
 */
const loadEngineIfRestorable = ({ id, core, engine, options: { enableReconnect, layers } }: ModalInstance) => {
  const start = () =>
    void engine().catch(() => {
      core.restoring.value = false
    })
  if (hasRestoreHint(id)) {
    // Modals with the same ID share an instance, which may have started.
    core.restoring.value = enableReconnect && !core.initialized.peek()
    start()
  } else if (layers && "storage" in layers) whenIdle(start)
}
