import type { Signal } from "@preact/signals-core"
import type { Transaction } from "../activity/model.ts"
import type { TokenBalance } from "../balances/model/tokens.ts"
import type { Status } from "../connections/first-paint/model/connectionStatus.ts"
import type { RecentConnection } from "../connections/model/switching.ts"
import type { Account, Login } from "../connections/opening/model.ts"
import type { NameRecord, NameSuggestion } from "../names/model.ts"
import type { RouteName } from "../navigation/first-paint/model/routes.ts"
import type { Snack } from "../notifications/first-paint/model/snack.ts"
import type { Alert } from "../notifications/model/alerts.ts"
import type { OnrampProvider, PaymentCurrency, PurchaseCurrency } from "../onramp/model.ts"
import type { AccountType } from "../options/accountTypes.ts"
import type { ShownOptions } from "../options/checkOptions.ts"
import type { Namespace } from "../options/namespaces.ts"
import type { CaipNetworkId, Network } from "../options/networks.ts"
import type { CheckedOptions, ThemeVariables } from "../options/options.ts"
import type { SocialProvider } from "../options/remoteFeatures.ts"
import type { BuyStatus, Exchange, PaymentAsset, PaymentState } from "../pay/model.ts"
import type { SentTransfer } from "../send/model/transfer.ts"
import type { SwapToken } from "../swap/model/quote.ts"
import type { Connector } from "../wallets/first-paint/model/connector.ts"
import type { Core } from "./state.ts"

/** Plain, JSON-serializable copy of the modal's state, with the entities and field names of specification section 3. */
export interface Snapshot extends Partial<TopicFields> {
  readonly open: boolean
  readonly loading: boolean
  readonly initialized: boolean
  /** Name of the current view. `undefined` while the modal is closed, unless it is embedded in the page. */
  readonly view: RouteName | undefined
  /** Connection status of the active namespace. */
  readonly status: Status
  /** Address of the active account in the active namespace. `undefined` while disconnected. */
  readonly address: string | undefined
  /** CAIP-10 ID of the active account. `undefined` while disconnected. */
  readonly caipAddress: string | undefined
  /** CAIP-2 ID of the active network. */
  readonly caipNetworkId: string | undefined
  readonly activeChain: Namespace
  /** CAIP-2 ID of the active network, like `caipNetworkId`. */
  readonly selectedNetworkId: string | undefined
  readonly chains: { readonly [Key in Namespace]?: ChainEntry }
  readonly alerts: readonly Alert[]
  readonly themeMode: CheckedOptions["themeMode"]
  readonly themeVariables: ThemeVariables
  /** Options in effect. `siwx`: whether the site has sign-in. */
  readonly options: ShownOptions & Pick<CheckedOptions, "features" | "remoteFeatures"> & { readonly siwx: boolean }
}

/** State of a namespace. A topic's fields are missing until the topic has loaded. */
export interface ChainEntry {
  readonly namespace: Namespace
  readonly caipNetworks: readonly Network[]
  readonly networkState: NetworkFields
  readonly accountState: AccountFields
  /** ID of this namespace's active connector. `networkClient`: CAIP-2 ID of its active network. */
  readonly connectionClient: string | undefined
  readonly networkClient: string | undefined
}

/** Network state of a namespace, with the fields of specification section 3. */
export type NetworkFields = {
  readonly caipNetwork: Network | undefined
  readonly supportsAllNetworks: boolean
  readonly smartAccountEnabledNetworks: readonly string[]
  /** CAIP-2 IDs of the networks that the wallet has approved. `undefined` if it accepts any. */
  readonly approvedCaipNetworkIds?: readonly string[] | undefined
  readonly requestedCaipNetworks: readonly Network[]
}

/** Account state of a namespace, with the fields of specification section 3. */
export type AccountFields = {
  readonly status: Status
  readonly address: string | undefined
  readonly caipAddress: string | undefined
  readonly currentTab?: number
  readonly balance?: string | undefined
  readonly balanceSymbol?: string | undefined
  readonly profileName?: string | undefined
  readonly profileImage?: string | undefined
  readonly addressExplorerUrl?: string | undefined
  readonly preferredAccountType?: AccountType | undefined
  /** Always empty: no wallet or service supplies labels. */
  readonly addressLabels?: { readonly [address: string]: string }
  readonly smartAccountDeployed?: boolean
  readonly user?: { readonly email?: string; readonly accounts: readonly Account[] | undefined } | undefined
  readonly tokenBalance?: readonly TokenBalance[]
  readonly connectedWalletInfo?: { readonly name: string | undefined; readonly icon: string | undefined } | undefined
  readonly socialProvider?: SocialProvider | undefined
  readonly socialWindow?: true | undefined
  readonly farcasterUrl?: string | undefined
}

/** Fields of the snapshot that are present once their topic has loaded. */
export interface TopicFields {
  readonly connections: { readonly [Key in Namespace]?: readonly ShownConnection[] }
  readonly recentConnections: { readonly [Key in Namespace]?: readonly RecentConnection[] }
  readonly recentWallet: Pick<ShownWallet, "id" | "name" | "image_url"> | undefined
  readonly buffering: boolean
  readonly connectors: readonly ShownConnector[]
  readonly featured: readonly ShownWallet[]
  readonly recommended: readonly ShownWallet[]
  /** Number of wallets in the directory. */
  readonly count: number
  readonly wcUri: string | undefined
  /** Expiry of the pairing URI, in ms since the Unix epoch. */
  readonly wcPairingExpiry: number | undefined
  readonly wcLinking: { readonly href: string; readonly name: string } | undefined
  readonly wcError: boolean
  readonly wcBasic: boolean
  readonly snack: Snack
  readonly transactions: readonly Transaction[]
  readonly transactionsByYear: { readonly [year: number]: { readonly [month: number]: readonly Transaction[] } }
  readonly sentTransfers: readonly SentTransfer[]
  readonly names: {
    readonly suggestions: readonly NameSuggestion[]
    readonly records: readonly NameRecord[]
    readonly loading: boolean
  }
  readonly onramp: OnrampFields
  readonly send: SendFields
  readonly swap: SwapFields
  readonly exchange: ExchangeFields
  readonly pay: PayFields
}

/** Connection without its internal fields. */
export interface ShownConnection {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly accounts: readonly Account[]
  readonly auth: Login | undefined
  readonly caipNetwork: Network | undefined
}

/** Connector without its provider, which `getProvider` returns. */
export interface ShownConnector extends Pick<Connector, "id" | "name" | "type" | "chain"> {
  readonly chains: readonly CaipNetworkId[] | undefined
  readonly info: { readonly rdns: string | undefined; readonly icon: string | undefined }
  readonly explorerId: string | undefined
  readonly imageUrl: string | undefined
  readonly imageId: string | undefined
  readonly provider: undefined
  readonly connectors: readonly ShownConnector[] | undefined
}

/** Wallet listed in the Connect view. */
export interface ShownWallet {
  readonly id: string
  readonly name: string
  readonly rdns: string | undefined
  readonly installed: boolean
  readonly display_index: number
  readonly image_url: string | undefined
  readonly image_id: string | undefined
}

/** On-ramp state of specification section 3. */
export type OnrampFields = {
  readonly providers: readonly OnrampProvider[]
  readonly selectedProvider: OnrampProvider | null
  readonly purchaseCurrency: PurchaseCurrency | undefined
  readonly paymentCurrency: PaymentCurrency | undefined
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  readonly paymentCurrencies: readonly PaymentCurrency[]
  readonly purchaseAmount: string | undefined
  readonly paymentAmount: string | undefined
  readonly quotesLoading: boolean
  readonly error: string | null
}

/** Send state of specification section 3. */
export interface SendFields {
  readonly token: TokenBalance | undefined
  readonly sendTokenAmount: string | undefined
  readonly receiverAddress: string | undefined
  readonly receiverProfileName: string | undefined
  readonly receiverProfileImageUrl: string | undefined
  readonly networkBalanceInUSD: string | undefined
  readonly loading: boolean
  readonly tokenBalances: readonly TokenBalance[]
}

/** State of the Swap view. Amounts are decimal strings. */
export interface SwapFields {
  readonly sourceToken: SwapToken | null
  readonly toToken: SwapToken | null
  readonly sourceTokenAmount: string
  readonly toTokenAmount: string
  readonly loadingQuote: boolean
}

/** State of a payment, or of a deposit from an exchange. */
interface Paying {
  readonly paymentAsset: PaymentAsset | undefined
  readonly exchanges: readonly Exchange[]
  readonly isLoading: boolean
  readonly currentPayment: CurrentPayment | undefined
  readonly isPaymentInProgress: boolean
  readonly paymentId: string | undefined
  readonly error: string | null
}

/** State of a deposit from an exchange. */
export interface ExchangeFields extends Paying {
  readonly assets: readonly PaymentAsset[]
  /** Amount in US dollars, as a decimal string. */
  readonly amount: string
  readonly tokenAmount: string | undefined
  readonly priceLoading: boolean
}

/** State of a payment requested by the site. */
export interface PayFields extends Paying {
  readonly recipient: string | undefined
  readonly amount: string | undefined
  readonly isConfigured: boolean
}

/** Payment in progress, or the last one. */
export interface CurrentPayment {
  readonly type: PaymentState["type"]
  readonly exchangeId: string | undefined
  readonly sessionId: string | undefined
  readonly status: BuyStatus
  readonly result: string | undefined
}

/** State that a snapshot is built from. */
export interface SnapshotSource {
  readonly core: Core
  readonly options: CheckedOptions
  /** Fields that each topic adds to `getState()`, by topic name. */
  readonly snapshotParts: Map<string, () => SnapshotPart>
  /** Number that changes when a topic is added to `snapshotParts`, so subscribers of the state follow the new topic as well. */
  readonly version: Signal<number>
}

/** Fields that a topic adds to the snapshot. */
export interface SnapshotPart extends Partial<TopicFields> {
  /** Returns the fields that the topic adds to a namespace's entry. */
  readonly chain?: (of: Namespace) => {
    readonly networkState?: Partial<NetworkFields>
    readonly accountState?: Partial<AccountFields>
  }
}
