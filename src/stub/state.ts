import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals-core"
import type { NamespaceState } from "../connections/first-paint/model/connectionStatus.ts"
import type { Connection } from "../connections/opening/model.ts"
import type { Route } from "../navigation/first-paint/model/routes.ts"
import type { Alert } from "../notifications/model/alerts.ts"
import { allNamespaces } from "../options/isNamespace.ts"
import type { Language } from "../options/language.ts"
import type { Namespace } from "../options/namespaces.ts"
import type { Network } from "../options/networks.ts"
import type { CheckedOptions } from "../options/options.ts"

/** Initial state of a namespace: not connected. */
export const disconnectedState: NamespaceState = {
  status: "disconnected",
  active: undefined,
  connections: [],
  caipNetworkId: undefined,
}

/**
 * Creates the core state of a modal, which exists before its engine is loaded. It is part of the stub, so the state of topics does not
 * belong here.
 */
export const createCore = (options: CheckedOptions) => {
  const open = signal(false)
  const opening = signal(0)
  const restoring = signal(false)
  const initialized = signal(false)
  const stack = signal<readonly Route[]>([{ name: "Connect" }])
  const networks = signal<readonly Network[]>(options.networks)
  const first = options.defaultNetwork ?? options.networks[0]
  const namespace = signal<Namespace>(first?.chainNamespace ?? "eip155")
  const start = (of: Namespace): Signal<NamespaceState> =>
    signal({
      ...disconnectedState,
      caipNetworkId: [first, ...options.networks].find((network) => network?.chainNamespace === of)?.caipNetworkId,
    })
  const accounts = Object.fromEntries(allNamespaces.map((of) => [of, start(of)])) as Record<
    Namespace,
    Signal<NamespaceState>
  >
  const connection = computed(() => activeConnection(accounts[namespace.value].value))
  const connecting = computed(() => Object.values(accounts).some(({ value }) => value.status === "connecting"))

  return {
    /** Whether the modal is open. */
    open,
    /** Number of pending `open` calls, which may still have to load code. */
    opening,
    /** Whether a wallet is being asked for its accounts, for the visitor or to restore a connection. */
    connecting,
    /**
     * Whether connections of the last visit are being restored. Some may already be restored. Stays false if the last visit left no hint in
     * local storage, even if the site's own `storage` layer has a connection.
     */
    restoring,
    /** Whether the modal is opening or a wallet is connecting. */
    loading: computed(() => opening.value > 0 || connecting.value),
    /** Whether start-up has ended, with or without restored connections. The project configuration may still be loading. */
    initialized,
    /** View history, with arguments. The last entry is the current view. */
    stack,
    /** Current view with its arguments, also while the modal is closed. */
    route: computed(() => stack.value.at(-1)),
    /** Networks that the site offers. */
    networks,
    /** Active namespace. */
    namespace,
    /** State of each namespace, as one signal per namespace: `modal.state.accounts.eip155.value.status`. */
    accounts,
    /** Active connection of the active namespace. */
    connection,
    /** Address of the active account. `undefined` while disconnected. */
    address: computed(() => connection.value?.accounts[0]?.address),
    /** Active network. `undefined` if there is none, or if the site does not offer it. */
    network: computed(() => {
      const id = accounts[namespace.value].value.caipNetworkId
      return networks.value.find((network) => network.caipNetworkId === id)
    }),
    /** Alerts. The modal shows those for developers only with the option `debug`. */
    alerts: signal<readonly Alert[]>([]),
    /** Features that only the site controls. */
    features: signal(options.features),
    /** Features that the project configuration controls. */
    remoteFeatures: signal(options.remoteFeatures),
    /** Color scheme. */
    themeMode: signal(options.themeMode),
    /** Variables of the theme. */
    themeVariables: signal(options.themeVariables),
    /** Locale as a BCP 47 tag. */
    locale: signal(options.locale),
    /** Messages of the locale, once loaded. `undefined` for English, which is built in and also replaces missing messages. */
    language: signal<Language | undefined>(undefined),
    /** Whether the browser is online. `true` until the engine has loaded. */
    online: signal(true),
  }
}

export type Core = ReturnType<typeof createCore>

/** The same signals as in `A`, but read-only. */
export type View<A> = {
  readonly [Key in keyof A]: A[Key] extends Signal<infer B>
    ? ReadonlySignal<B>
    : A[Key] extends Record<string, Signal<unknown>>
      ? View<A[Key]>
      : A[Key]
}

/** Returns the name of the current view. `undefined` while the modal is closed, unless it is embedded in the page. */
export const currentView = ({ core, options }: { readonly core: Core; readonly options: CheckedOptions }) =>
  core.open.value || options.enableEmbedded ? core.route.value?.name : undefined

/** Returns the connection of the active connector, if there is one. */
export const activeConnection = ({ active, connections }: NamespaceState): Connection | undefined =>
  connections.find((connection) => connection.connectorId === active)
