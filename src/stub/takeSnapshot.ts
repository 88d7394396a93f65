import { effect } from "@preact/signals-core"
import type { NamespaceState } from "../connections/first-paint/model/connectionStatus.ts"
import { shownOptions } from "../options/checkOptions.ts"
import type { Namespace } from "../options/namespaces.ts"
import type { AccountFields, ChainEntry, Snapshot, SnapshotPart, SnapshotSource } from "./snapshot.ts"
import { activeConnection, type Core, currentView } from "./state.ts"

/** Builds a snapshot from the signals. Inside `effect`, it subscribes to all of them. */
export const snapshot = (source: SnapshotSource): Snapshot => {
  const {
    core,
    options,
    snapshotParts,
    version: { value: _ },
  } = source
  const account = core.accounts[core.namespace.value].value
  const topics = [...snapshotParts.values()].map((part) => part())
  return {
    open: core.open.value,
    loading: core.loading.value,
    initialized: core.initialized.value,
    view: currentView(source),
    ...accountFields(account),
    caipNetworkId: account.caipNetworkId,
    activeChain: core.namespace.value,
    selectedNetworkId: account.caipNetworkId,
    chains: Object.fromEntries(
      [...new Set(core.networks.value.map((network) => network.chainNamespace))].map((namespace) => [
        namespace,
        chainEntry(core, namespace, topics),
      ]),
    ),
    alerts: core.alerts.value,
    themeMode: core.themeMode.value,
    themeVariables: core.themeVariables.value,
    options: {
      ...shownOptions(options),
      features: core.features.value,
      remoteFeatures: core.remoteFeatures.value,
      siwx: Boolean(options.siwx ?? options.siweConfig),
    },
    ...Object.assign({}, ...topics.map(({ chain: _, ...rest }) => rest)),
  }
}

/** Calls `listener` with each new snapshot, in a microtask after the change. Returns a function that ends the calls at once. */
export const subscribe = (source: SnapshotSource, listener: (state: Snapshot) => void): (() => void) => {
  let first = true
  let ended = false
  const notify = (now: Snapshot) => {
    if (!ended) listener(now)
  }
  const end = effect(() => {
    const now = snapshot(source)
    if (!first) queueMicrotask(() => notify(now))
    first = false
  })
  return () => {
    ended = true
    end()
  }
}

const accountFields = (state: NamespaceState): Pick<AccountFields, "status" | "address" | "caipAddress"> => {
  const address = activeConnection(state)?.accounts[0]?.address
  return { status: state.status, address, caipAddress: address && `${state.caipNetworkId}:${address}` }
}

const chainEntry = (
  { accounts, networks }: Core,
  namespace: Namespace,
  topics: readonly SnapshotPart[],
): ChainEntry => {
  const state = accounts[namespace].value
  const own = networks.value.filter((network) => network.chainNamespace === namespace)
  const added = topics.map(({ chain }) => chain?.(namespace))
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
    accountState: Object.assign(accountFields(state), ...added.map((part) => part?.accountState)),
    connectionClient: state.active,
    networkClient: state.caipNetworkId,
  }
}
