import type { Effect } from "effect/Effect"
import type { EIP1193Provider } from "viem"
import type { Layers } from "../../layers/wire.ts"
import type { English, KeyOf } from "../../views/locales/messages.ts"
import type { BitcoinProvider } from "../namespaces/model/bitcoinProvider.ts"
import type { SolanaProvider } from "../namespaces/model/solanaProvider.ts"
import type { OpenOptions } from "../navigation/first-paint/model/routes.ts"
import type * as Effects from "../operations/effects.ts"
import type { MessageText } from "../options/language.ts"
import type { LocalFeatures } from "../options/localFeatures.ts"
import type { Namespace, NetworkNamespace } from "../options/namespaces.ts"
import type { Network, NetworkDescription } from "../options/networks.ts"
import type { ModalOptions as CheckableOptions, ThemeVariables } from "../options/options.ts"
import type { OperationName } from "./operationNames.ts"
import type { Snapshot } from "./snapshot.ts"
import type { Core, View } from "./state.ts"

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

/**
 * Every operation as a method that returns a Promise. Rejects with the operation's error, or with `RequestAborted` if it is interrupted.
 */
export type Promised = {
  readonly [Name in keyof typeof Effects as Name & OperationName]: PromisedOperation<(typeof Effects)[Name]>
}

type PromisedOperation<F> = F extends (...input: infer Input) => Effect<infer A, infer _E, infer _R>
  ? (...input: Input) => Promise<A>
  : never

/** Provider type that `getProvider` returns for a namespace. */
export type ProviderOf<N extends Namespace> = N extends NetworkNamespace ? Providers[N] : unknown

type Providers = Complete<{
  eip155: EIP1193Provider
  solana: SolanaProvider
  bip122: BitcoinProvider
}>

/** Requires a provider for each namespace. */
type Complete<Rows extends Readonly<Record<NetworkNamespace, object>>> = Rows

/** Modal that `createModal` returns: its state, its methods, and every operation. */
export interface Modal extends Promised {
  /**
   * Opens the modal, or navigates to what the options name if it is already open. Does nothing while a required sign-in is open. If the
   * feature of `view` is off, opens the default view. Rejects with `InvalidInput` if an option is invalid.
   */
  open(options?: OpenOptions): Promise<void>
  /** Closes the modal. Does nothing while a required sign-in is open. */
  close(): Promise<void>
  /**
   * Loads everything that opening needs, starting with the first view, which it renders in advance if possible. Starts the engine, which
   * contacts the provider.
   */
  preload(): Promise<void>
  /**
   * Loads the engine. Resolves once start-up is complete and the project configuration has loaded or failed to load. If the options have
   * problems, rejects with the first one instead.
   */
  ready(): Promise<void>
  /**
   * Releases every listener, fiber, socket and element. The modal cannot be used afterwards. If several modals on the page share an ID,
   * this happens only once all of them are destroyed.
   */
  destroy(): Promise<void>
  /** Returns the state as plain, JSON-serializable data: connections, networks, current view and options. */
  getState(): Snapshot
  /** Calls `listener` with the new state after each change, but not with the current one. Returns an unsubscribe function. */
  subscribe(listener: (state: Snapshot) => void): () => void
  /** State as read-only signals of `@preact/signals-core`, such as `modal.state.address.value`. */
  readonly state: View<Core>
  /** `<portico-modal>` element, created on first access. Throws `InvalidInput` on a server. */
  readonly element: HTMLElement
  /**
   * EIP-1193 provider that passes requests to the active EVM wallet. The object never changes. If no EVM wallet is connected,
   * `eth_requestAccounts` and `wallet_requestPermissions` open the modal, and requests that need a wallet reject.
   */
  readonly provider: EIP1193Provider
  /**
   * Returns the provider of a namespace's active wallet, in that namespace's standard: EIP-1193 for eip155. Rejects with
   * `NamespaceNotConfigured` if no wallet of the namespace is connected, `AdapterNotFound` if the wallet cannot be reached, and
   * `InvalidInput` if the namespace does not exist.
   */
  getProvider<N extends Namespace>(namespace: N): Promise<ProviderOf<N>>
  /**
   * Adds a network to a namespace that is already offered. Replaces a network with the same ID. Throws `InvalidInput` if the network is
   * malformed, or `AdapterRequired` if its namespace is not offered.
   */
  addNetwork(network: Network | NetworkDescription): void
  /**
   * Removes a network. Removing the last one of a namespace removes the namespace. Throws `AdapterRequired` if its namespace is not
   * offered.
   */
  removeNetwork(caipNetworkId: string): void
  /** Changes the color scheme, even while the modal is open. Throws `InvalidInput` for an unknown scheme. */
  setThemeMode(mode: CheckableOptions["themeMode"] & string): void
  /** Changes the given `--portico-` variables and keeps the others. Throws `InvalidInput` if they are malformed. */
  setThemeVariables(variables: ThemeVariables): void
  /** Changes the locale (BCP 47) and loads its messages. An empty string selects `en-US`. Throws `InvalidInput` if it is not a string. */
  setLocale(locale: string): void
  /** Changes features that only the site controls (specification section 9). Ignores invalid values. */
  updateFeatures(features: Partial<LocalFeatures>): void
}
