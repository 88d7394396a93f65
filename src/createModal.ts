import { signal } from "@preact/signals-core"
import type { Effect } from "effect/Effect"
import type { EIP1193Provider } from "viem"
import type { Leaves } from "../layers/wire.ts"
import type { english } from "../views/messages/english.ts"
import type { BitcoinProvider } from "./domain/bitcoin.ts"
import { AdapterRequired, UnknownFailure } from "./domain/errors.ts"
import type { LocalFeatures } from "./domain/features.ts"
import type { Sentence } from "./domain/language.ts"
import type { Namespace } from "./domain/namespaces.ts"
import type { Network, NetworkDescription } from "./domain/networks.ts"
import {
  type ModalOptions as CheckableOptions,
  checkOptions,
  checkSetting,
  defaultLocale,
  localFeatures,
  type OptionCheck,
  replacesLeaves,
  type ThemeVariables,
} from "./domain/options.ts"
import type { PaymentInput } from "./domain/pay.ts"
import type { PublicView, SwapArguments } from "./domain/route.ts"
import type { SolanaProvider } from "./domain/solana.ts"
import type * as Effects from "./effect.ts"
import { createElement } from "./element.ts"
import type { Engine } from "./engine.ts"
import { type OperationName, operationNames } from "./flows/index.ts"
import type { Instance } from "./instance.ts"
import { openLoginWindow } from "./loginWindow.ts"
import { preloadIdle, whenIdle } from "./preload.ts"
import { createProvider } from "./provider.ts"
import { hinted } from "./restore.ts"
import { type Snapshot, snapshot, subscribe } from "./snapshot.ts"
import { speak } from "./speak.ts"
import { type Core, createCore, type View } from "./state/core.ts"

/** What a site configures (contract section 2). */
export interface ModalOptions extends Omit<CheckableOptions, "layers" | "messages"> {
  /** Sentences of the site, by key, or by locale and key. */
  readonly messages?: Messages
  /** Leaves that replace ours, or a function that imports them. */
  readonly layers?: SomeLeaves | (() => SomeLeaves | Promise<SomeLeaves>)
}
type SomeLeaves = Partial<Leaves>

/** Sentences of a site: for every language by key, or by locale (BCP 47) and key. */
export type Messages = OwnSentences & {
  readonly [Locale in `${string}-${string}` | Exclude<`${Letter}${Letter}`, keyof OwnSentences>]?: OwnSentences
}
/** Sentences by the keys of the message files. */
type OwnSentences = { readonly [Key in KeysOf<(typeof english)[keyof typeof english]>]?: Sentence }
type KeysOf<Topic> = Topic extends unknown ? keyof Topic & string : never
type Letter = "abcdefghijklmnopqrstuvwxyz" extends infer Letters extends string ? Each<Letters> : never
type Each<Letters extends string> = Letters extends `${infer First}${infer Rest}` ? First | Each<Rest> : never

/** How `open` may be called. */
export interface OpenOptions {
  /**
   * First view. Defaults to Account if connected, otherwise Connect. The same opens in place of a view whose feature is turned off, such as
   * Pay without `payments`.
   */
  readonly view?: PublicView
  /** Only wallets of this namespace are offered. */
  readonly namespace?: Namespace
  /** A connection URI (`wc:`) to show instead of asking for one. */
  readonly uri?: string
  /** For the Swap view: the tokens and the amount; for Pay what is to be paid. */
  readonly arguments?: SwapArguments | PaymentInput
}

/** Every operation as a method that returns a Promise; it rejects with the operation's own error. An editor shows what is said of each. */
export type Promised = {
  readonly [Name in keyof typeof Effects as Name & OperationName]: PromisedOperation<(typeof Effects)[Name]>
}
type PromisedOperation<F> = F extends (...input: infer Input) => Effect<infer A, infer _E, infer _R>
  ? (...input: Input) => Promise<A>
  : never

/** Provider that `getProvider` returns for a namespace. */
export type ProviderOf<N extends Namespace> = N extends "eip155"
  ? EIP1193Provider
  : N extends "bip122"
    ? BitcoinProvider
    : N extends "solana"
      ? SolanaProvider
      : unknown

/** One modal. */
export interface Modal extends Promised {
  /** Opens it, or goes to another view. Resolves once the view is drawn. */
  open(options?: OpenOptions): Promise<void>
  /** Closes it, as the visitor does by its cross. */
  close(): Promise<void>
  /** Loads what opening needs, the first view before the rest, and has it drawn. */
  preload(): Promise<void>
  /** Loads the engine; resolves when start-up is done, rejects with the first thing wrong in the options. */
  ready(): Promise<void>
  /** Releases every listener, fiber, socket and element. The modal is of no use afterwards. */
  destroy(): Promise<void>
  /** The whole state as plain JSON: who is connected, on which network, what is open. */
  getState(): Snapshot
  /** Tells each new state, after the change, until the answered function is called. The state now is not told. */
  subscribe(listener: (state: Snapshot) => void): () => void
  /** The state as signals of `@preact/signals-core`, to be read only: `modal.state.address.value`. */
  readonly state: View<Core>
  /** `<portico-modal>`, made when first asked for. */
  readonly element: HTMLElement
  /**
   * EIP-1193 provider, the same object from the start. `eth_requestAccounts` opens the modal unless an EVM wallet is connected; other
   * requests go to the active EVM wallet, and events follow the active account.
   */
  readonly provider: EIP1193Provider
  /** Provider of the active wallet of a namespace, in the namespace's standard: for eip155 an EIP-1193 provider. */
  getProvider<N extends Namespace>(namespace: N): Promise<ProviderOf<N>>
  /** Offers another network of a namespace that there is. Like all that sets something: throws `InvalidInput` for what it is not, here `AdapterRequired` too. */
  addNetwork(network: Network | NetworkDescription): void
  /** Offers a network no more. The last one of a namespace takes its namespace along. Throws `AdapterRequired`. */
  removeNetwork(caipNetworkId: string): void
  /** Changes `themeMode`, also while the modal is open. */
  setThemeMode(mode: CheckableOptions["themeMode"] & string): void
  /** Changes these of the `--portico-` variables and leaves the others. */
  setThemeVariables(variables: ThemeVariables): void
  /** Changes the language and how numbers are written, by a BCP 47 tag; the language's file is fetched. */
  setLocale(locale: string): void
  /** Changes features that the site alone decides on (specification section 9). */
  updateFeatures(features: Partial<LocalFeatures>): void
}

/**
 * One modal. Several may live on a page. Nothing is put on the page and no other host is contacted before somebody asks; the site's own files
 * may be fetched ahead (option `preload`).
 */
export const createModal = (given: ModalOptions): Modal => {
  const { instance, release } = shared(given)
  const { core } = instance
  const views = () => import("../views/mount.tsx")
  const stage = () =>
    Promise.all([instance.engine(), views()]).then(([engine, { mount }]) => {
      mount(instance, engine.slots)
      return engine
    })

  if (typeof document !== "undefined") {
    wake(instance)
    preloadIdle(instance)
    // In embedded mode a view is always there: the site has placed the element for it.
    if (instance.options.enableEmbedded) stage().catch(() => undefined)
    if (instance.options.announce) import("./announce.ts").then((one) => one.announce(instance)).catch(() => undefined)
  }

  /** Offers a network, or none of this id. Without an adapter for its namespace no network can come or go. */
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
      // Who is about to press waits for the first view, not for the engine.
      const { draw } = await views()
      if (paintsAlone(instance)) await draw(instance)
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

/** The engine of a modal, for `portico/effect`. */
export const engineOf = (modal: Modal): Promise<Engine> => {
  const instance = instances.get(modal)
  return instance ? instance.engine() : Promise.reject(new UnknownFailure())
}

/** What the parts of a modal share, for the package's other entries. */
export const instanceOf = (modal: Modal): Instance | undefined => instances.get(modal)

declare const process: { readonly env: { readonly NODE_ENV?: string } }

const instances = new WeakMap<Modal, Instance>()

/** Farcaster's app is asked by a code. */
const needsWindow = (input: unknown): boolean => (input as { readonly provider?: unknown })?.provider !== "farcaster"

const promised = (instance: Instance): Promised =>
  Object.fromEntries(
    operationNames.map((name) => [
      name,
      async (...input: readonly unknown[]) => {
        if (name !== "loginWithSocial") return (await instance.engine()).operate(name, input)
        // A browser opens a window in the click only.
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

/** Whether the first view may show before the engine is there: nobody to bring back, and our own dialog and wallets. */
const paintsAlone = ({ id, options, core, running }: Instance) =>
  !running.peek() &&
  !core.open.peek() &&
  !hinted(id) &&
  !replacesLeaves(options) &&
  !(options.enableEmbedded || options.basic || options.manualWCControl)

/** A connection to bring back wakes the engine. Storage of the site's own cannot be looked into: then the page's first idle moment does. */
const wake = ({ id, engine, options: { layers } }: Instance) => {
  const start = () => void engine().catch(() => undefined)
  if (hinted(id)) start()
  else if (layers && "storage" in layers) whenIdle(start)
}

/** Modals of one id share an instance; the last one to be destroyed ends it. A server shares nothing between its requests. */
const living = new Map<string, { readonly instance: Instance; users: number }>()

const shared = (given: ModalOptions): { readonly instance: Instance; readonly release: () => Promise<void> } => {
  const check = checkOptions(given)
  const { options, problems } = check
  const onPage = typeof document !== "undefined"
  const entry = (onPage && living.get(options.id)) || { instance: createInstance(given, check), users: 0 }
  if (problems.length > 0 || developing()) entry.instance.mistakes().catch(() => undefined)
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

/** Whether a bundler made the page for development. Without a bundler there is no `process`. */
const developing = () => {
  try {
    return process.env.NODE_ENV === "development"
  } catch {
    return false
  }
}

const createInstance = (given: ModalOptions, check: OptionCheck): Instance => {
  const { options } = check
  const core = createCore(options)
  let element: HTMLElement | undefined
  let loading: Promise<Engine> | undefined
  const running = signal<Engine>()
  let ended = false
  let spoken: Promise<void> | undefined
  let mistakes: Promise<readonly Error[]> | undefined

  const instance: Instance = {
    id: options.id,
    options,
    mistakes: () => (mistakes ??= import("./mistakes.ts").then((one) => one.print(given, check, core))),
    core,
    running,
    speak: () => (spoken ??= speak(instance)),
    parts: new Map(),
    openLoginWindow: () => openLoginWindow(options),
    provider: createProvider(() => instance),
    topics: signal(0),
    ending: new Set(),
    element: () => (element ??= createElement(options.id)),
    engine: () => {
      if (ended) return Promise.reject(Error("This modal was destroyed"))
      loading ??= Promise.all([import("./engine.ts"), instance.speak()])
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
      // A site may keep what `createModal` gave it for as long as its page lives.
      element = undefined
      loading = undefined
      instance.ending.clear()
      core.open.value = false
      running.value = undefined
    },
  }
  return instance
}
