import { effect } from "@preact/signals-core"
import type { Namespace } from "./domain/namespaces.ts"
import type { Instance } from "./instance.ts"
import { activeConnection, type NamespaceState } from "./state/core.ts"

/** A plain, JSON-able copy of what a modal knows, with the entities and field names of specification section 3. */
export interface Snapshot {
  readonly open: boolean
  readonly loading: boolean
  readonly initialized: boolean
  readonly view: string | undefined
  readonly activeChain: Namespace
  readonly selectedNetworkId: string | undefined
  readonly chains: { readonly [Key in Namespace]?: ChainEntry }
  readonly [topic: string]: unknown
}

/** What is known of one namespace. The fields that a topic owns stand there once the topic has loaded. */
export interface ChainEntry {
  readonly namespace: Namespace
  readonly caipNetworks: readonly object[]
  readonly networkState: object
  readonly accountState: { readonly status: NamespaceState["status"]; readonly address: string | undefined } & object
  /** The connector that requests of this namespace go to, and the network they go to. */
  readonly connectionClient: string | undefined
  readonly networkClient: string | undefined
}

/** Copies the signals. A reader inside `effect` follows every one of them. */
export const snapshot = ({ core, options, parts, topics: { value: _ } }: Instance): Snapshot => {
  const account = core.accounts[core.namespace.value].value
  const topics = [...parts.values()].map((part) => part())
  return {
    open: core.open.value,
    loading: core.loading.value,
    initialized: core.initialized.value,
    view: core.open.value ? core.route.value?.name : undefined,
    activeChain: core.namespace.value,
    selectedNetworkId: account.caipNetworkId,
    chains: Object.fromEntries(
      [...new Set(core.networks.value.map((network) => network.chainNamespace))].map((namespace) => [
        namespace,
        chainEntry(namespace, core.accounts[namespace].value, core.networks.value, topics),
      ]),
    ),
    alerts: core.alerts.value,
    themeMode: core.themeMode.value,
    themeVariables: core.themeVariables.value,
    options: {
      ...Object.fromEntries(shown.map((name) => [name, options[name]])),
      features: core.features.value,
      remoteFeatures: core.remoteFeatures.value,
      siwx: Boolean(options.siwx ?? options.siweConfig),
    },
    ...Object.assign({}, ...topics.map(({ chain: _, ...rest }: { chain?: unknown }) => rest)),
  }
}

/** The options that a snapshot shows (specification section 3, "Options"). */
const shown = [
  "projectId",
  "sdkType",
  "sdkVersion",
  "defaultAccountTypes",
  "customWallets",
  "includeWalletIds",
  "excludeWalletIds",
  "featuredWalletIds",
  "metadata",
  "enableEmbedded",
  "allowUnsupportedChain",
  "manualWCControl",
  "enableNetworkSwitch",
  "enableReconnect",
  "enableWalletConnect",
  "enableEIP6963",
  "termsConditionsUrl",
  "privacyPolicyUrl",
] as const

/** Calls `listener` with each new snapshot, after the change. The answer ends it. */
export const subscribe = (instance: Instance, listener: (state: Snapshot) => void): (() => void) => {
  let first = true
  return effect(() => {
    const now = snapshot(instance)
    if (!first) queueMicrotask(() => listener(now))
    first = false
  })
}

const chainEntry = (
  namespace: Namespace,
  state: NamespaceState,
  networks: readonly { readonly chainNamespace: Namespace; readonly caipNetworkId: string }[],
  topics: readonly object[],
): ChainEntry => {
  const own = networks.filter((network) => network.chainNamespace === namespace)
  const address = activeConnection(state)?.accounts[0]?.address
  const added = topics.map((topic) => (topic as { chain?: (of: Namespace) => ChainPart }).chain?.(namespace))
  return {
    namespace,
    caipNetworks: own,
    networkState: Object.assign(
      {
        caipNetwork: own.find((network) => network.caipNetworkId === state.caipNetworkId),
        supportsAllNetworks: true,
        smartAccountEnabledNetworks: [],
        requestedCaipNetworks: own,
      },
      ...added.map((part) => part?.networkState),
    ),
    accountState: Object.assign(
      {
        status: state.status,
        address,
        caipAddress: address && `${state.caipNetworkId}:${address}`,
      },
      ...added.map((part) => part?.accountState),
    ),
    connectionClient: state.active,
    networkClient: state.caipNetworkId,
  }
}

/** What a topic adds to the entry of a namespace. */
export interface ChainPart {
  readonly networkState?: object
  readonly accountState?: object
}
