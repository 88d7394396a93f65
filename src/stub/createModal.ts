import { signal } from "@preact/signals-core"
import type { Effect } from "effect/Effect"
import type { EIP1193Provider } from "viem"
import type { Layers } from "../../layers/wire.ts"
import type { English, KeyOf } from "../../views/locales/messages.ts"
import type * as Effects from "../effect.ts"
import type { Engine } from "../engine/engine.ts"
import { AdapterRequired, UnknownFailure } from "../errors/index.ts"
import type { BitcoinProvider } from "../namespaces/model/bitcoin.ts"
import type { SolanaProvider } from "../namespaces/model/solana.ts"
import type { PublicView, SwapArguments } from "../navigation/first-paint/model.ts"
import type { LocalFeatures } from "../options/features.ts"
import type { MessageText } from "../options/locale.ts"
import type { Namespace } from "../options/namespaces.ts"
import type { Network, NetworkDescription } from "../options/networks.ts"
import {
  type ModalOptions as CheckableOptions,
  checkOptions,
  checkSetting,
  defaultLocale,
  localFeatures,
  type OptionCheck,
  replacesLayers,
  type ThemeVariables,
} from "../options/options.ts"
import type { PaymentInput } from "../pay/model.ts"
import { createElement } from "./element.ts"
import type { ModalInstance } from "./instance.ts"
import { loadLanguage } from "./loadLanguage.ts"
import { type OperationName, operationNames } from "./operationNames.ts"
import { preloadIdle, whenIdle } from "./preload.ts"
import { createProvider } from "./provider.ts"
import { hasRestoreHint } from "./restoreHint.ts"
import { type Snapshot, snapshot, subscribe } from "./snapshot.ts"
import { openLoginWindow } from "./socialPopup.ts"
import { type Core, createCore, type View } from "./state.ts"

/** Options of `createModal`. */
export interface ModalOptions extends Omit<CheckableOptions, "layers" | "messages"> {
  /** Replacement messages, by key, or by locale and key. */
  readonly messages?: Messages
  /** Layers that replace the defaults, or a function that loads them. */
  readonly layers?: SomeLayers | (() => SomeLayers | Promise<SomeLayers>)
}
type SomeLayers = Partial<Layers>

/** Replacement messages: by key for every language, or by locale (BCP 47) and key. */
export type Messages = OwnSentences & {
  readonly [Locale in `${string}-${string}` | Exclude<`${Letter}${Letter}`, keyof OwnSentences>]?: OwnSentences
}
/** Messages by the keys of the message files. */
type OwnSentences = { readonly [Key in KeyOf<Exclude<keyof English, "errors">>]?: MessageText }
type Letter = "abcdefghijklmnopqrstuvwxyz" extends infer Letters extends string ? Each<Letters> : never
type Each<Letters extends string> = Letters extends `${infer First}${infer Rest}` ? First | Each<Rest> : never

/** Options of `open`. */
export interface OpenOptions {
  /**
   * First view. Defaults to Account if connected, otherwise Connect. The default also replaces a view whose feature is off, such as Pay
   * without `payments`.
   */
  readonly view?: PublicView
  /** Offers only wallets of this namespace. */
  readonly namespace?: Namespace
  /** WalletConnect URI (`wc:`) to show instead of creating one. */
  readonly uri?: string
  /** Tokens and amount for the Swap view, or the payment for the Pay view. */
  readonly arguments?: SwapArguments | PaymentInput
}

/** Every operation as a method that returns a Promise. It rejects with the same error classes as the operation. */
export type Promised = {
  readonly [Name in keyof typeof Effects as Name & OperationName]: PromisedOperation<(typeof Effects)[Name]>
}
type PromisedOperation<F> = F extends (...input: infer Input) => Effect<infer A, infer _E, infer _R>
  ? (...input: Input) => Promise<A>
  : never

/** Provider type that `getProvider` returns for a namespace. */
export type ProviderOf<N extends Namespace> = N extends "eip155"
  ? EIP1193Provider
  : N extends "bip122"
    ? BitcoinProvider
    : N extends "solana"
      ? SolanaProvider
      : unknown

/** Modal instance. */
export interface Modal extends Promised {
  /** Opens the modal, or navigates if it is already open. Resolves once the view is rendered. */
  open(options?: OpenOptions): Promise<void>
  /** Closes the modal, as the close button does. */
  close(): Promise<void>
  /** Loads everything that opening needs, starting with the first view, and pre-renders that view. */
  preload(): Promise<void>
  /** Loads the engine. Resolves when start-up is done, rejects with the first problem in the options. */
  ready(): Promise<void>
  /** Releases every listener, fiber, socket and element. The modal cannot be used afterwards. */
  destroy(): Promise<void>
  /** Returns the full state as plain JSON: connections, networks, current view and options. */
  getState(): Snapshot
  /** Calls `listener` with the new state after each change, but not with the current one. Returns an unsubscribe function. */
  subscribe(listener: (state: Snapshot) => void): () => void
  /** State as read-only signals of `@preact/signals-core`, such as `modal.state.address.value`. */
  readonly state: View<Core>
  /** `<portico-modal>` element, created on first access. */
  readonly element: HTMLElement
  /**
   * EIP-1193 provider, the same object from the start. `eth_requestAccounts` opens the modal unless an EVM wallet is connected; other
   * requests go to the active EVM wallet, and events follow the active account.
   */
  readonly provider: EIP1193Provider
  /** Returns the provider of a namespace's active wallet, in that namespace's standard: EIP-1193 for eip155. */
  getProvider<N extends Namespace>(namespace: N): Promise<ProviderOf<N>>
  /**
   * Adds a network to a namespace that is already offered. Throws `InvalidInput` if it is malformed, `AdapterRequired` if its namespace is
   * not offered.
   */
  addNetwork(network: Network | NetworkDescription): void
  /**
   * Removes a network. Removing the last one of a namespace removes the namespace. Throws `AdapterRequired` if its namespace is not
   * offered.
   */
  removeNetwork(caipNetworkId: string): void
  /** Changes the color scheme, even while the modal is open. Throws `InvalidInput` if it is unknown. */
  setThemeMode(mode: CheckableOptions["themeMode"] & string): void
  /** Changes the given `--portico-` variables and keeps the others. Throws `InvalidInput` if they are malformed. */
  setThemeVariables(variables: ThemeVariables): void
  /** Changes the locale (BCP 47) and loads its messages. Throws `InvalidInput` if it is not a string. */
  setLocale(locale: string): void
  /** Changes features that only the site controls (specification section 9). Ignores invalid values. */
  updateFeatures(features: Partial<LocalFeatures>): void
}

/**
 * Creates a modal. A page may have several. Until the modal is needed, it adds nothing to the page and contacts no other host; the option
 * `preload` may load the site's own files earlier.
 */
export const createModal = (given: ModalOptions): Modal => {
  const { instance, release } = shared(given)
  const { core } = instance
  const views = () => import("../../views/mount.tsx")
  const stage = () =>
    Promise.all([instance.engine(), views()]).then(([engine, { mount }]) => {
      mount(instance, engine.slots)
      return engine
    })

  if (typeof document !== "undefined") {
    wake(instance)
    preloadIdle(instance)
    // An embedded modal always shows a view.
    if (instance.options.enableEmbedded) stage().catch(() => undefined)
    if (instance.options.announce)
      import("../provider/announce.ts").then((one) => one.announce(instance)).catch(() => undefined)
  }

  /** Adds the network, or removes `id` if none is given. Throws if no network of its namespace is offered. */
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
        if (!options && paintsAlone(instance)) erase = await (await views()).paint(instance)
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
      if (paintsAlone(instance)) await prerender(instance)
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

/** Engine of a modal, for `portico/effect`. */
export const engineOf = (modal: Modal): Promise<Engine> => {
  const instance = instances.get(modal)
  return instance ? instance.engine() : Promise.reject(new UnknownFailure())
}

/** Returns the instance behind a modal, for the package's other entries. */
export const instanceOf = (modal: Modal): ModalInstance | undefined => instances.get(modal)

declare const process: { readonly env: { readonly NODE_ENV?: string } }

const instances = new WeakMap<Modal, ModalInstance>()

/** Farcaster logs in by QR code, not in a window. */
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

/** Whether the first view can render before the engine loads: no connection to restore, and the default dialog and wallets. */
const paintsAlone = ({ id, options, core, running }: ModalInstance) =>
  !running.peek() &&
  !core.open.peek() &&
  !hasRestoreHint(id) &&
  !replacesLayers(options) &&
  !(options.enableEmbedded || options.basic || options.manualWCControl)

/**
 * Loads the engine if there is a connection to restore. A site's own storage cannot be checked for one, so then the engine loads when the
 * page is idle.
 */
const wake = ({ id, engine, options: { layers } }: ModalInstance) => {
  const start = () => void engine().catch(() => undefined)
  if (hasRestoreHint(id)) start()
  else if (layers && "storage" in layers) whenIdle(start)
}

/**
 * Instances by ID. Modals with the same ID share one, and the last to be destroyed ends it. Not used on servers, where requests must not
 * share state.
 */
const living = new Map<string, { readonly instance: ModalInstance; users: number }>()

const shared = (given: ModalOptions): { readonly instance: ModalInstance; readonly release: () => Promise<void> } => {
  const check = checkOptions(given)
  const { options, problems } = check
  const onPage = typeof document !== "undefined"
  const entry = (onPage && living.get(options.id)) || { instance: createInstance(given, check), users: 0 }
  if (problems[0] || developing()) entry.instance.mistakes().catch(() => undefined)
  entry.users += 1
  if (onPage) living.set(options.id, entry)

  let released = false
  return {
    instance: entry.instance,
    release: async () => {
      if (released) return
      released = true
      entry.users -= 1
      if (entry.users > 0) return
      living.delete(options.id)
      await entry.instance.end()
    },
  }
}

/** Whether the page was bundled for development. Without a bundler `process` does not exist. */
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
    mistakes: () => (mistakes ??= import("../diagnostics/mistakes.ts").then((one) => one.print(given, check, core))),
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
      // A site may keep a reference to the modal for the life of its page, so release what it holds.
      element = undefined
      loading = undefined
      instance.ending.clear()
      core.open.value = false
      running.value = undefined
    },
  }
  return instance
}
