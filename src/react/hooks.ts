import type { TokenRow } from "../balances/model/tokens.ts"
import { balances } from "../balances/state/tokens.ts"
import type { Status } from "../connections/first-paint/model/connectionStatus.ts"
import type { Connection } from "../connections/opening/model.ts"
import { multiWalletConnections } from "../connections/state/multiWalletConnections.ts"
import type { Namespace } from "../options/namespaces.ts"
import type { Network } from "../options/networks.ts"
import { siwx } from "../siwx/first-paint/state.ts"
import type { SiwxSession } from "../siwx/model/message.ts"
import type { ModalInstance } from "../stub/instance.ts"
import { activeConnection, currentView } from "../stub/state.ts"
import { useSignalValue } from "./useSignalValue.ts"

export type { SiwxSession, TokenRow }

/** Result of `useModalState`. */
export interface ModalState {
  readonly open: boolean
  /** Whether the modal is about to open, or a wallet is connecting. */
  readonly loading: boolean
  /** Whether start-up is complete. It begins only once the engine is needed. */
  readonly initialized: boolean
  /** Name of the current view. `undefined` while the modal is closed, unless it is embedded in the page. */
  readonly view: string | undefined
  readonly activeChain: Namespace
  /** CAIP-2 ID of the active network. */
  readonly selectedNetworkId: string | undefined
}

/** Returns whether the modal is open, its current view, and the active namespace and network. */
export const useModalState = (): ModalState => useSignalValue(modalState, undefined)

const modalState = (instance: ModalInstance): ModalState => {
  const { core } = instance
  return {
    open: core.open.value,
    loading: core.loading.value,
    initialized: core.initialized.value,
    view: currentView(instance),
    activeChain: core.namespace.value,
    selectedNetworkId: core.accounts[core.namespace.value].value.caipNetworkId,
  }
}

/** Result of `useAccount`. */
export interface AccountState {
  /** The requested namespace, or else the active one. */
  readonly namespace: Namespace
  readonly status: Status
  readonly isConnected: boolean
  /**
   * Whether connections of an earlier visit are being restored, so the page need not offer to connect yet. One of several may be connected
   * already.
   */
  readonly isRestoring: boolean
  /** Address of the active account. `undefined` while disconnected. */
  readonly address: string | undefined
  /** CAIP-10 ID of the active account. `undefined` while disconnected. */
  readonly caipAddress: string | undefined
  readonly connection: Connection | undefined
}

/** Returns the active account of a namespace, by default of the active one. */
export const useAccount = ({ namespace }: { readonly namespace?: Namespace } = {}): AccountState =>
  useSignalValue(accountState, namespace)

const accountState = ({ core }: ModalInstance, wanted: Namespace | undefined): AccountState => {
  const namespace = wanted ?? core.namespace.value
  const state = core.accounts[namespace].value
  const connection = activeConnection(state)
  const address = connection?.accounts[0]?.address
  return {
    namespace,
    status: state.status,
    isConnected: address !== undefined,
    isRestoring: core.restoring.value,
    address,
    caipAddress: address === undefined ? undefined : `${state.caipNetworkId}:${address}`,
    connection,
  }
}

/** Result of `useNetwork`. */
export interface NetworkState {
  /** Active network. `undefined` while the wallet is on a network that the site does not offer. */
  readonly network: Network | undefined
  /** CAIP-2 ID of the active network, even if the site does not offer it. */
  readonly caipNetworkId: string | undefined
  readonly networks: readonly Network[]
}

/** Returns the active network and the networks that the site offers. */
export const useNetwork = (): NetworkState => useSignalValue(networkState, undefined)

const networkState = ({ core }: ModalInstance): NetworkState => ({
  network: core.network.value,
  caipNetworkId: core.accounts[core.namespace.value].value.caipNetworkId,
  networks: core.networks.value,
})

/** Result of `useBalances`. */
export interface BalancesState {
  /** Tokens of the active account. `quantity` is a decimal string in whole tokens; `price` and `value` are in US dollars. */
  readonly tokens: readonly TokenRow[]
  readonly loading: boolean
  /** Error of the last refresh, if it failed. Tokens loaded earlier are kept. */
  readonly error: Error | undefined
}

/**
 * Returns the tokens of the active account. Refreshes them every 10 s while a mounted component uses them. Loads nothing before a wallet is
 * connected.
 */
export const useBalances = (): BalancesState => useSignalValue(balancesState, undefined)

const balancesState = (instance: ModalInstance): BalancesState => {
  const { core } = instance
  const { tokens, refresh, of } = balances(instance)
  if (core.address.value === undefined) return nothing
  const state = refresh.value
  const ids = tokens.ids.value
  const theirs = of.value === `${core.network.value?.caipNetworkId}:${core.address.value}`
  return {
    tokens: theirs ? ids.flatMap((id) => tokens.get(id)?.value ?? []) : nothing.tokens,
    loading: state.status === "loading",
    error: state.status === "failed" ? state.error : undefined,
  }
}

const nothing: BalancesState = { tokens: [], loading: false, error: undefined }

/**
 * Returns the connections of a namespace, by default of all namespaces. In each namespace, the active connection comes first. Returns an
 * empty list and raises an alert if multi-wallet is off for the project.
 */
export const useConnections = ({ namespace }: { readonly namespace?: Namespace } = {}): readonly Connection[] =>
  useSignalValue(connectionsOf, namespace)

const connectionsOf = (instance: ModalInstance, namespace: Namespace | undefined): readonly Connection[] =>
  multiWalletConnections(instance).connections(namespace)

/** Returns the active account's sign-in session. `undefined` if it has not signed in or the site has no sign-in. */
export const useSession = (): SiwxSession | undefined => useSignalValue(sessionOf, undefined)

const sessionOf = (instance: ModalInstance): SiwxSession | undefined => siwx(instance).session.value
