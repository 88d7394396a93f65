import type { AccountType } from "../../options/accountTypes.ts"
import type { CheckedOptions } from "../../options/options.ts"
import type { SocialProvider } from "../../options/remoteFeatures.ts"

/** Properties of each analytics event, by event name. `None`: no properties. */
export interface EventProperties {
  MODAL_CREATED: None
  CLICK_ALL_WALLETS: None
  CLICK_WALLET_HELP: None
  CLICK_NETWORK_HELP: None
  CLICK_GET_WALLET: None
  CLICK_NETWORKS: None
  MODAL_OPEN: Connected
  MODAL_CLOSE: Connected
  INITIALIZE: Initialized
  SELECT_WALLET: {
    readonly name: string
    readonly platform: "qrcode" | "mobile" | "desktop" | "web" | "browser"
    readonly displayIndex?: number
  }
  SEARCH_WALLET: { readonly badge?: string; readonly search: string }
  CONNECT_SUCCESS: {
    readonly method: "qrcode" | "mobile" | "browser" | "email"
    readonly name: string
    readonly reconnect?: boolean
  }
  CONNECT_ERROR: Message
  CONNECT_PROXY_ERROR: Message & { readonly uri: string; readonly mobile_link: string; readonly name: string }
  DISCONNECT_SUCCESS: { readonly namespace: string }
  DISCONNECT_ERROR: Message
  SWITCH_NETWORK: { readonly network: string }
  CLICK_TRANSACTIONS: SmartAccount
  ERROR_FETCH_TRANSACTIONS: TransactionPage
  LOAD_MORE_TRANSACTIONS: TransactionPage
  CLICK_SIGN_SIWX_MESSAGE: SmartAccount & OnNetwork
  CLICK_CANCEL_SIWX: SmartAccount & OnNetwork
  SIWX_AUTH_SUCCESS: SmartAccount & OnNetwork
  SIWX_AUTH_ERROR: SmartAccount & OnNetwork
  EMAIL_LOGIN_SELECTED: None
  EMAIL_SUBMITTED: None
  DEVICE_REGISTERED_FOR_EMAIL: None
  EMAIL_VERIFICATION_CODE_SENT: None
  EMAIL_VERIFICATION_CODE_PASS: None
  EMAIL_VERIFICATION_CODE_FAIL: Message
  EMAIL_EDIT: None
  EMAIL_UPGRADE_FROM_MODAL: None
  SOCIAL_LOGIN_STARTED: Provider
  SOCIAL_LOGIN_SUCCESS: Provider & { readonly reconnect?: boolean }
  SOCIAL_LOGIN_ERROR: Provider & Message
  SOCIAL_LOGIN_REQUEST_USER_DATA: Provider
  SOCIAL_LOGIN_CANCELED: Provider
  SET_PREFERRED_ACCOUNT_TYPE: OnNetwork & { readonly accountType: AccountType }
  CLICK_CONVERT: None
  CLICK_SELECT_TOKEN_TO_SWAP: None
  CLICK_SELECT_NETWORK_TO_SWAP: None
  SELECT_WHAT_IS_A_BUY: None
  OPEN_SWAP: SmartAccount & OnNetwork
  OPEN_SEND: SmartAccount & OnNetwork
  INITIATE_SWAP: Swapped
  SWAP_SUCCESS: Swapped
  SWAP_ERROR: Swapped & Message
  SWAP_APPROVAL_ERROR: Swapped & Message
  SEND_INITIATED: Sent
  SEND_SUCCESS: Sent & { readonly hash: string }
  SEND_ERROR: Sent & Message
  SELECT_BUY_CRYPTO: SmartAccount
  SELECT_BUY_PROVIDER: SmartAccount & { readonly provider: string }
  OPEN_ENS_FLOW: SmartAccount
  REGISTER_NAME_INITIATED: Named
  REGISTER_NAME_SUCCESS: Named
  REGISTER_NAME_ERROR: Named & { readonly error: string }
  INTERNAL_SDK_ERROR: {
    readonly errorType: string
    readonly errorMessage: string
    readonly stackTrace: string
    readonly uncaught: boolean
  }
  PAY_INITIATED: Payment
  PAY_SUCCESS: Payment
  PAY_ERROR: Payment
  PAY_MODAL_OPEN: { readonly exchanges: readonly string[]; readonly configuration: PaymentConfiguration }
  PAY_EXCHANGE_SELECTED: {
    readonly exchange: { readonly id: string }
    readonly configuration: PaymentConfiguration
    readonly currentPayment: CurrentPayment
    readonly headless: boolean
    readonly source: PaymentSource
  }
}

/** Name of an event. */
export type EventName = keyof EventProperties

/** Event with its properties. The address and the network are added when it is sent. */
export type AnalyticsEvent = {
  readonly [Name in EventName]: EventProperties[Name] extends None
    ? { readonly event: Name; readonly properties?: undefined }
    : { readonly event: Name; readonly properties: EventProperties[Name] }
}[EventName]

/** Options in the first event. Only the IDs of the networks are sent, and only whether `siwx` and `siweConfig` are set. */
export type Initialized = Pick<
  CheckedOptions,
  | "projectId"
  | "networks"
  | "defaultNetwork"
  | "sdkType"
  | "sdkVersion"
  | "features"
  | "remoteFeatures"
  | "askedFeatures"
  | "defaultAccountTypes"
  | "allWallets"
  | "themeMode"
  | "locale"
  | "siwx"
  | "siweConfig"
  | "enableEmbedded"
  | "allowUnsupportedChain"
  | "manualWCControl"
  | "enableNetworkSwitch"
  | "enableReconnect"
  | "enableWalletConnect"
  | "enableEIP6963"
  | "enableCoinbase"
  | "disableAppend"
  | "basic"
  | "experimental_preferUniversalLinks"
  | "debug"
>

/** Request body of an event or an error report (specification section 7). `timestamp` is in ms since the Unix epoch. */
export interface EventBody {
  readonly eventId: string
  /** Origin and path of the page. */
  readonly url: string
  /** Hostname of the page. */
  readonly domain: string
  readonly timestamp: number
  readonly props: {
    readonly type: "track" | "error"
    readonly event: string
    /** Address of the active account, if there is one. */
    readonly address?: string
    /** Properties of the event, and the active network as `caipNetworkId`. */
    readonly properties: Properties
  }
}

/** Events that only the site receives. They are never sent. */
export const unsentEvents: readonly EventName[] = ["MODAL_CREATED"]

/** Properties of an unknown shape that JSON can represent. */
export interface Properties {
  readonly [key: string]: unknown
}

/** No properties. */
export type None = undefined

interface Message {
  readonly message: string
}
interface Connected {
  readonly connected: boolean
}
interface SmartAccount {
  readonly isSmartAccount: boolean
}
interface OnNetwork {
  readonly network: string
}
interface Provider {
  readonly provider: SocialProvider
}
interface Named extends SmartAccount {
  readonly ensName: string
}
interface TransactionPage extends SmartAccount {
  readonly address: string
  readonly projectId: string
  readonly cursor: string | undefined
}
interface Swapped extends SmartAccount, OnNetwork {
  readonly swapFromToken: string
  readonly swapToToken: string
  readonly swapFromAmount: string
  readonly swapToAmount: string
}
interface Sent extends SmartAccount, OnNetwork {
  readonly token: string
  readonly amount: string
}
type PaymentSource = "pay" | "fund-from-exchange"
interface PaymentConfiguration {
  readonly network: string
  readonly asset: string
  readonly amount: number
  readonly recipient: string
}
interface CurrentPayment {
  readonly type: "wallet" | "exchange"
  readonly exchangeId?: string
  readonly sessionId?: string
  readonly status?: string
  readonly result?: string
}
interface Payment {
  readonly source: PaymentSource
  readonly paymentId: string
  readonly configuration: PaymentConfiguration
  readonly currentPayment: CurrentPayment
}
