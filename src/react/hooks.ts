import type { Connection } from "../domain/connection.ts"
import type { Namespace } from "../domain/namespaces.ts"
import type { Network } from "../domain/networks.ts"
import type { SiwxSession } from "../domain/siwx.ts"
import type { Instance } from "../instance.ts"
import { balances, type TokenRow } from "../state/balances.ts"
import { activeConnection, type Status } from "../state/core.ts"
import { several } from "../state/several.ts"
import { siwx } from "../state/siwx.ts"
import { useRead } from "./useRead.ts"

export type { SiwxSession, TokenRow }

/** What `useModalState` gives. */
export interface ModalState {
  readonly open: boolean
  /** Whether the modal is about to open, or a wallet is being connected. */
  readonly loading: boolean
  /** Whether start-up is done; false until the engine was needed. */
  readonly initialized: boolean
  /** The route that is shown; nothing while the modal is closed. */
  readonly view: string | undefined
  readonly activeChain: Namespace
  /** CAIP-2 id. */
  readonly selectedNetworkId: string | undefined
}

/** How the modal stands. */
export const useModalState = (): ModalState => useRead(modalState, undefined)

const modalState = ({ core, options }: Instance): ModalState => ({
  open: core.open.value,
  loading: core.loading.value,
  initialized: core.initialized.value,
  view: core.open.value || options.enableEmbedded ? core.route.value?.name : undefined,
  activeChain: core.namespace.value,
  selectedNetworkId: core.accounts[core.namespace.value].value.caipNetworkId,
})

/** What `useAccount` gives. */
export interface AccountState {
  /** The one that was asked for, else the active one. */
  readonly namespace: Namespace
  readonly status: Status
  readonly isConnected: boolean
  /** The account in use. */
  readonly address: string | undefined
  /** The same with its network (CAIP-10). */
  readonly caipAddress: string | undefined
  readonly connection: Connection | undefined
}

/** Who is connected: on the active namespace, or on the one that is named. */
export const useAccount = ({ namespace }: { readonly namespace?: Namespace } = {}): AccountState =>
  useRead(accountState, namespace)

const accountState = ({ core }: Instance, asked: Namespace | undefined): AccountState => {
  const namespace = asked ?? core.namespace.value
  const state = core.accounts[namespace].value
  const connection = activeConnection(state)
  const address = connection?.accounts[0]?.address
  return {
    namespace,
    status: state.status,
    isConnected: address !== undefined,
    address,
    caipAddress: address === undefined ? undefined : `${state.caipNetworkId}:${address}`,
    connection,
  }
}

/** What `useNetwork` gives. */
export interface NetworkState {
  /** The network in use; nothing when the wallet is on one that the site does not use. */
  readonly network: Network | undefined
  /** CAIP-2 id, also of a network that the site does not use. */
  readonly caipNetworkId: string | undefined
  readonly networks: readonly Network[]
}

/** The network in use on the active namespace, and those of the site. */
export const useNetwork = (): NetworkState => useRead(networkState, undefined)

const networkState = ({ core }: Instance): NetworkState => ({
  network: core.network.value,
  caipNetworkId: core.accounts[core.namespace.value].value.caipNetworkId,
  networks: core.networks.value,
})

/** What `useBalances` gives. */
export interface BalancesState {
  /** The tokens of the account in use; `quantity` is decimal text in whole coins, `price` and `value` are US dollars. */
  readonly tokens: readonly TokenRow[]
  readonly loading: boolean
  /** Why they could not be read; those from before stand. */
  readonly error: Error | undefined
}

/** The tokens of the account in use, read anew every 10 s while somebody looks. Nothing is loaded for it before somebody is connected. */
export const useBalances = (): BalancesState => useRead(balancesState, undefined)

const balancesState = (instance: Instance): BalancesState => {
  const { core } = instance
  const { tokens, refresh, of } = balances(instance)
  if (core.address.value === undefined) return nothing
  const state = refresh.value
  const ids = tokens.ids.value
  const theirs = of.value === `${core.network.value?.caipNetworkId}:${core.address.value}`
  return {
    tokens: theirs ? ids.flatMap((id) => tokens.get(id)?.value ?? []) : nothing.tokens,
    loading: state.is === "loading",
    error: state.is === "failed" ? state.error : undefined,
  }
}

const nothing: BalancesState = { tokens: [], loading: false, error: undefined }

/**
 * The connections of all namespaces, or of one, the newest of each first. None where the project has not several wallets at a time:
 * then an alert says so.
 */
export const useConnections = ({ namespace }: { readonly namespace?: Namespace } = {}): readonly Connection[] =>
  useRead(connectionsOf, namespace)

const connectionsOf = (instance: Instance, namespace: Namespace | undefined): readonly Connection[] =>
  several(instance).connections(namespace)

/** The session that the account in use has signed in to. There is none before the site has a way to sign in. */
export const useSession = (): SiwxSession | undefined => useRead(sessionOf, undefined)

const sessionOf = (instance: Instance): SiwxSession | undefined => siwx(instance).session.value
