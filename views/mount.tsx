import { batch, effect, Signal, signal } from "@preact/signals-core"
import { Signal as DrawnSignal } from "@preact/signals-react"
import { startTransition } from "react"
import { flushSync } from "react-dom"
import { createRoot } from "react-dom/client"
import { whenIdle } from "../layers/browser/first-paint/idle.ts"
import { afterPaint, visible } from "../layers/browser/first-paint/paint.ts"
import { platformOf } from "../layers/browser/first-paint/platform.ts"
import { discover } from "../layers/chains/evm/first-paint/eip6963.ts"
import { onCloseRequest } from "../layers/dialog/first-paint/closeRequests.ts"
import { dialogElementOf } from "../layers/dialog/first-paint/dialogElement.ts"
import { lastVisit } from "../layers/storage/first-paint/lastVisit.ts"
import type { DialogSlots } from "../services/Dialog.ts"
import { connecting } from "../src/connections/first-paint/state.ts"
import { colorSchemeOf } from "../src/core/first-paint/colorScheme.ts"
import { translateError } from "../src/core/first-paint/translate.ts"
import { embeddedConnector, embeddedNamespaces } from "../src/embedded/first-paint/model/embeddedConnector.ts"
import { telegramOn } from "../src/embedded/first-paint/model/socialLogins.ts"
import { login } from "../src/embedded/first-paint/state.ts"
import { InvalidInput } from "../src/errors/index.ts"
import { hasEmbedded } from "../src/options/hasEmbedded.ts"
import type { Namespace } from "../src/options/namespaces.ts"
import type { Network } from "../src/options/networks.ts"
import { loadLastFeatures } from "../src/project/first-paint/flows.ts"
import type { ModalInstance } from "../src/stub/instance.ts"
import { bundledWallets } from "../src/wallets/first-paint/model/bundledWallets.ts"
import { type Connector, mergeConnectors } from "../src/wallets/first-paint/model/connector.ts"
import type { ExcludedWallet } from "../src/wallets/first-paint/model/wallet.ts"
import { walletConnectConnector } from "../src/wallets/first-paint/state/walletConnectConnector.ts"
import { wallets } from "../src/wallets/first-paint/state/wallets.ts"
import { leave, report } from "./shared/first-paint/lazyFlows.ts"
import { HereContext, sentences, type ViewContext } from "./shared/first-paint/useModal.ts"
import { Shell } from "./shell/Shell.tsx"
import { sheet } from "./styles/stitches.ts"
import { type Mode, type Properties, staticTheme } from "./styles/tokens.ts"

/**
 * Mounts the views into the modal's dialog, once. Does nothing without slots or after the modal was destroyed. Throws `InvalidInput` if the
 * signals library is loaded twice.
 */
export const mount = (instance: ModalInstance, slots: DialogSlots | undefined): void => {
  requireOneSignals()
  if (instance.ended || !slots) return
  knownOf(instance).attached.value ||= slots.root.isConnected || instance.running.peek() !== undefined
  if (slots.views.dataset.mounted !== undefined) return
  slots.views.dataset.mounted = ""
  slots.root.adoptedStyleSheets = [...slots.root.adoptedStyleSheets, sheet()]

  const stopTheme = followTheme(instance)
  const here = hereIn(instance)
  // React logs whole errors. Error boundaries report those they catch.
  const root = createRoot(slots.views, { onCaughtError: () => {}, onUncaughtError: (bug) => here.run(report(bug)) })
  const render = () =>
    root.render(
      <HereContext.Provider value={here}>
        <Shell />
      </HereContext.Provider>,
    )
  render()
  const known = knownOf(instance)
  known.renderNow = () => {
    if (slots.views.childElementCount === 0) render()
  }
  instance.ending.add(() => {
    stopTheme()
    // A site may keep the destroyed modal, which must not keep the elements.
    delete known.renderNow
    root.unmount()
  })
}

/**
 * Shows the first view before the engine is loaded. Until then, clicks and attempts to close the modal are queued. Only for pages that use
 * the default dialog and wallets. Resolves once the view is visible, with a function that closes the modal again. Rejects if the modal was
 * destroyed.
 */
export const paint = async (instance: ModalInstance): Promise<() => void> => {
  const box = await prepare(instance)
  closeOnRequest(instance, box.dialog)
  flushSync(() => {
    instance.core.open.value = true
    mount(instance, box.slots)
    knownOf(instance).renderNow?.()
  })
  box.show()
  await whenVisible(instance)
  return () => {
    instance.core.open.value = false
    box.hide()
  }
}

/** Closes the modal on Escape and on a click outside the card, also before the engine's dialog listens for them. */
const closeOnRequest = (instance: ModalInstance, dialog: HTMLDialogElement): void => {
  const known = knownOf(instance)
  if (known.closesOnRequest) return
  known.closesOnRequest = true
  const { run } = hereIn(instance)
  onCloseRequest(dialog, () => void run(leave))
}

/** Renders the first view while the modal is closed and the engine is not loaded, for a later `paint`. */
export const prerender = async (instance: ModalInstance): Promise<void> => {
  const { slots } = await prepare(instance)
  flushSync(() => mount(instance, slots))
}

/**
 * Renders the first view in short pieces while the page is idle, without attaching it to the page. Contacts no wallet and requests no data,
 * so `paint` adds the page's wallets and the pictures.
 */
export const prerenderQuietly = async (instance: ModalInstance): Promise<void> => {
  const box = await prepareLists(instance)
  startTransition(() => mount(instance, box.slots))
}

/** Returns the dialog that the first view is rendered into. */
export const dialogOf = ({ element, options }: ModalInstance) => dialogElementOf(element(), !options.disableAppend)

/** Prepares the dialog and the wallet lists from the last visit and the wallets on the page, without requesting data. */
const prepare = async (instance: ModalInstance) => {
  const box = await prepareLists(instance)
  box.attach()
  const { installed } = wallets(instance)
  const { connectors, attached } = knownOf(instance)
  const evm = instance.core.networks.peek().some(({ chainNamespace }) => chainNamespace === "eip155")
  const page = discover({ enableEIP6963: evm && instance.options.enableEIP6963, enableInjected: evm })
  const found = mergeConnectors(page.list())
  page.stop()
  batch(() => {
    attached.value = true
    // If the engine was loaded in the meantime, its list may be more complete.
    if (installed.peek() === connectors && found.length > 0) installed.value = connectorsOf(instance, found)
  })
  return box
}

/**
 * Prepares the dialog and the wallet lists, but without the page's wallets. Prepares the lists again only if the
 * networks have changed.
 */
const prepareLists = async (instance: ModalInstance) => {
  requireOneSignals()
  const { core, options } = instance
  const { installed, mobile, excluded, begin, show } = wallets(instance)
  await instance.loadLanguage()
  const exclude = options.excludeWalletIds.length > 0 && (await remembered())
  if (instance.ended) throw new Error("This modal was destroyed")
  const box = dialogOf(instance)
  const known = knownOf(instance)
  const networks = core.networks.peek()
  if (known.networks === networks) return box
  instance.ending.add(box.remove)
  const last = lastVisit(instance.id)
  const platform = platformOf()
  batch(() => {
    if (exclude) excluded.value = exclude(instance.id, excluded.peek())
    if (installed.peek() === known.connectors || installed.peek().length === 0) {
      known.connectors = installed.value = connectorsOf(instance, [])
      if (known.networks) show({ featured: [], recommended: [], count: 0 })
    }
    known.networks = networks
    loadLastFeatures(instance, last.features)
    mobile.value = platform.mobile
    begin(last.lists, bundledWallets)
    connecting(instance).recentWallets.value = last.recent ?? []
    login(instance).telegram.value = telegramOn(platform)
  })
  return box
}

const connectorsOf = ({ core, options }: ModalInstance, found: readonly Connector[]): readonly Connector[] => {
  const offered: readonly Namespace[] = core.networks.peek().map(({ chainNamespace }) => chainNamespace)
  return [
    ...(options.enableWalletConnect ? [walletConnectConnector] : []),
    ...found,
    ...(hasEmbedded(options) ? embeddedNamespaces.filter((one) => offered.includes(one)).map(embeddedConnector) : []),
  ]
}

/** State prepared for a modal before its first opening. */
interface Known {
  networks?: readonly Network[]
  connectors?: readonly Connector[]
  /** Whether the views are in the page, so they may load pictures. */
  readonly attached: Signal<boolean>
  /** Whether the dialog listens for attempts to close it without the engine. */
  closesOnRequest?: true
  /** Completes a rendering that is still in progress. */
  renderNow?: () => void
  /** Promise that resolves once the first view is visible. */
  visible?: Promise<void>
}

const knownOf = (instance: ModalInstance): Known => {
  const known = prepared.get(instance) ?? { attached: signal(false) }
  prepared.set(instance, known)
  return known
}

const prepared = new WeakMap<ModalInstance, Known>()

/**
 * Throws `InvalidInput` if the signals library is loaded twice. Views do not subscribe to signals of another copy, so clicks would change
 * nothing visible.
 */
const requireOneSignals = () => {
  if (Signal !== DrawnSignal)
    throw new InvalidInput("@preact/signals-core is loaded twice. Keep one copy: npm dedupe", "@preact/signals-core")
}

/** Loads the function that restores the excluded wallets of the last visit. If that fails, resolves with one that restores nothing. */
const remembered = async () => {
  try {
    return (await import("../layers/storage/lastExcludedWallets.ts")).lastExcluded
  } catch {
    return (_: string, excluded: readonly ExcludedWallet[]) => excluded
  }
}

/** Resolves once the modal is visible. All clicks wait for the same promise, so none overtakes an earlier one. */
const whenVisible = (instance: ModalInstance): Promise<void> => (knownOf(instance).visible ??= visible())

const hereIn = (instance: ModalInstance): ViewContext => ({
  instance,
  run: (flow) => {
    const engine = instance.running.peek()
    if (engine && typeof flow !== "function") return engine.run(flow)
    const shown = engine ? Promise.resolve() : whenVisible(instance)
    let left = false
    let end: (() => void) | undefined
    // Wait until the modal is visible, so fetching the flow does not delay it.
    shown
      .then(() => Promise.all([instance.engine(), typeof flow === "function" ? flow() : flow]))
      .then(
        ([{ run }, fetched]) => {
          if (!left) end = run(fetched)
        },
        () => undefined,
      )
    return () => {
      left = true
      end?.()
    }
  },
  image: (kind, id) => instance.running.value?.image(kind, id),
  loadsPictures: () => knownOf(instance).attached.value,
  site: () => {
    const { metadata } = instance.options
    return instance.running.value?.site ?? { name: metadata.name ?? "", icon: metadata.icons?.[0] }
  },
  afterPaint,
  whenIdle,
  text: sentences(instance),
  translateError: (text) => translateError(text, instance.core.language.value),
})

/**
 * Writes the theme to the host element as custom properties, now and after every change. Until the code for a site's own variables is
 * loaded, the default theme applies, so the first view never waits for it. Returns a function that stops this.
 */
const followTheme = (instance: ModalInstance) => {
  const { core } = instance
  const host = instance.element()
  const scheme = colorSchemeOf(instance)
  let latest = 0
  const show = async () => {
    const mine = ++latest
    const mode: Mode = scheme.peek()
    const variables = core.themeVariables.peek()
    const plain = Object.keys(variables).length === 0
    if (plain || host.dataset.theme === undefined) write(mode, staticTheme(mode))
    if (plain) return
    const { themeCss } = await import("./styles/contrastGuard.ts")
    // The import may take long: do not overwrite a newer theme with an older one.
    if (mine === latest) write(mode, themeCss(mode, variables))
  }
  const write = (mode: Mode, properties: Properties) => {
    for (const [name, value] of Object.entries(properties)) host.style.setProperty(name, value)
    host.dataset.theme = mode
  }
  return effect(() => {
    void scheme.value
    void core.themeVariables.value
    show().catch(() => undefined)
  })
}
