// The catalogue. One file a group, so that a bundler puts into a site's first chunk only what the first chunk can fail with.

import type {
  NameNotResolved,
  NamesForAddressFailed,
  RegisterNameFailed,
  SuggestionsFailed,
} from "./errors/accounts.ts"
import type { ConnectFailed, ModalClosed, TestAccountRefused } from "./errors/connecting.ts"
import type {
  ChainsNotDisconnected,
  ConnectorSupportsNoChain,
  InvalidProjectId,
  NamespaceNotConfigured,
  NoActiveCaipAddress,
  NoConnectorForConnection,
  NotConnectedYet,
  OriginNotAllowed,
  SessionExpired,
  TopicExpired,
  TopicNotFound,
  WalletConnectConnectorNotFound,
} from "./errors/connectors.ts"
import type { DisconnectFailed } from "./errors/disconnecting.ts"
import type {
  CooldownActive,
  FrameError,
  FrameTimeout,
  InvalidEmail,
  RequestNotAllowed,
  SomethingWentWrong,
  UnverifiedDomain,
} from "./errors/frame.ts"
import type { FarcasterConnectFailed, PopupClosed } from "./errors/logins.ts"
import type {
  AllowanceFailed,
  AmountOutsideLimits,
  ApprovalNotBuilt,
  IncorrectAmount,
  OnrampFailed,
  OnrampNotOffered,
  PopupBlocked,
  PriceFailed,
  QuoteChanged,
  QuoteIsEstimate,
  SwapFailed,
  SwapNotBuilt,
  SwapTransactionFailed,
  SwapUnsettled,
  SwapUnverified,
} from "./errors/market.ts"
import type {
  AdapterNotFound,
  FrameLoadFailed,
  NoAuthConnector,
  RequestAborted,
  SocialConnectFailed,
} from "./errors/missing.ts"
import type {
  ChainNotSupported,
  GasPriceNotSupported,
  InvalidChainId,
  NetworkNotFound,
  SwapNotSupported,
  SwitchNotApproved,
  UnsupportedChain,
} from "./errors/networks.ts"
import type {
  AssetNotSupported,
  BuyStatusFailed,
  ExchangesFailed,
  InvalidAmount,
  InvalidAsset,
  InvalidChainNamespace,
  InvalidPaymentConfig,
  InvalidRecipient,
  PaymentFailed,
  PaymentNotInitiated,
  PaymentTimedOut,
  PaymentUnknownError,
  PayUrlFailed,
} from "./errors/payments.ts"
import type { ConnectionRejected } from "./errors/rejected.ts"
import type {
  AmountAndReceiverRequired,
  AmountInvalid,
  BlobTooLarge,
  CallStatusNotApproved,
  InsufficientFunds,
  MaxFeeTooHigh,
  MissingAddressForCapabilities,
  NotSponsored,
  PriorityFeeTooHigh,
  ReceiverInvalid,
  SendUnclear,
  TokenNotFound,
  TokenRequired,
  TransactionDiffers,
} from "./errors/requests.ts"
import type {
  AnswerInvalid,
  AnswerTooLarge,
  HttpStatus,
  StorageUnavailable,
  UnknownFailure,
} from "./errors/services.ts"
import type {
  SmartSessionNotCreated,
  SmartSessionNotRevoked,
  SmartSessionsFailed,
  SmartSessionsNotOffered,
} from "./errors/sessions.ts"
import type { InvalidInput } from "./errors/setup.ts"
import type { RpcFailure } from "./rpcErrors.ts"

export * from "./errors/accounts.ts"
export * from "./errors/connecting.ts"
export * from "./errors/connectors.ts"
export * from "./errors/disconnecting.ts"
export * from "./errors/frame.ts"
export * from "./errors/logins.ts"
export * from "./errors/market.ts"
export * from "./errors/missing.ts"
export * from "./errors/networks.ts"
export * from "./errors/payments.ts"
export * from "./errors/rejected.ts"
export * from "./errors/requests.ts"
export * from "./errors/services.ts"
export * from "./errors/sessions.ts"
export * from "./errors/setup.ts"

/** Why a connection did not come about. */
export type ConnectError =
  | ConnectionRejected
  | ConnectFailed
  | ModalClosed
  | AdapterNotFound
  | ConnectorSupportsNoChain
  | NoConnectorForConnection
  | WalletConnectConnectorNotFound
  | NoAuthConnector
  | PopupClosed
  | SocialConnectFailed
  | FarcasterConnectFailed
  | TestAccountRefused

/** Why the network stayed what it was. */
export type SwitchError =
  | NetworkNotFound
  | ChainNotSupported
  | SwitchNotApproved
  | UnsupportedChain
  | ConnectionRejected
  | AdapterNotFound
  | UnknownFailure

/** Why a connection did not end. */
export type DisconnectError = DisconnectFailed | ChainsNotDisconnected | AdapterNotFound

/** What a node, or a wallet asked for a method, may answer. */
export type RpcError = RpcFailure | HttpStatus | AnswerInvalid | AnswerTooLarge | RequestAborted | UnknownFailure

/** What any of the provider's services may answer; a row's own failure has one of these as its cause. */
export type ApiError = HttpStatus | AnswerInvalid | AnswerTooLarge | UnknownFailure

/** Why a fact was not kept. */
export type StorageError = StorageUnavailable

/** What pairing, a relay session and its requests may end in. */
export type RelayError =
  | ConnectionRejected
  | ConnectFailed
  | WalletConnectConnectorNotFound
  | NotConnectedYet
  | NamespaceNotConfigured
  | MissingAddressForCapabilities
  | CallStatusNotApproved
  | TopicNotFound
  | TopicExpired
  | InvalidProjectId
  | OriginNotAllowed
  | SessionExpired

/** What the embedded wallet's frame may answer. */
export type FrameErrors =
  | NoAuthConnector
  | FrameLoadFailed
  | FrameTimeout
  | UnverifiedDomain
  | FrameError
  | RequestAborted
  | SomethingWentWrong
  | RequestNotAllowed
  | CooldownActive
  | InvalidInput
  | InvalidEmail
  | BlobTooLarge

/** What looking a name up, or registering one, may end in. */
export type NameError = NameNotResolved | SuggestionsFailed | NamesForAddressFailed | RegisterNameFailed

/** What buying may end in. */
export type OnrampError = OnrampNotOffered | OnrampFailed | QuoteIsEstimate | AmountOutsideLimits | PopupBlocked

/** Why a transfer was not sent, or could not be. */
export type SendError =
  | RpcError
  | AdapterNotFound
  | UnsupportedChain
  | InvalidChainId
  | NoActiveCaipAddress
  | NameNotResolved
  | AmountAndReceiverRequired
  | TokenRequired
  | AmountInvalid
  | ReceiverInvalid
  | InsufficientFunds
  | TokenNotFound
  | MaxFeeTooHigh
  | PriorityFeeTooHigh
  | BlobTooLarge
  | TransactionDiffers
  | SendUnclear
  | NotSponsored

/** What a swap may end in. */
export type SwapError =
  | SwapFailed
  | SwapNotSupported
  | GasPriceNotSupported
  | PriceFailed
  | AllowanceFailed
  | ApprovalNotBuilt
  | SwapNotBuilt
  | SwapTransactionFailed
  | SwapUnsettled
  | SwapUnverified
  | SendUnclear
  | IncorrectAmount
  | QuoteChanged

/** What a payment, or a deposit from an exchange, may end in. */
export type PaymentError =
  | InvalidPaymentConfig
  | InvalidRecipient
  | InvalidAsset
  | InvalidAmount
  | InvalidChainNamespace
  | AssetNotSupported
  | ExchangesFailed
  | PayUrlFailed
  | BuyStatusFailed
  | PaymentNotInitiated
  | PaymentFailed
  | PaymentTimedOut
  | PaymentUnknownError
  | PopupBlocked
  | NoActiveCaipAddress

/** What granting, reading or revoking a smart session may end in. */
export type SessionError =
  | SmartSessionsNotOffered
  | SmartSessionsFailed
  | SmartSessionNotCreated
  | SmartSessionNotRevoked
  | NoActiveCaipAddress
  | NetworkNotFound
  | InvalidInput
  | AdapterNotFound
  | RpcError

/** Every failure of the catalogue: the classes that this file exports, and what nodes and wallets fail with. */
export type CatalogueError =
  | { readonly [Name in keyof Catalogue]: InstanceType<Catalogue[Name]> }[keyof Catalogue]
  | RpcError

type Catalogue = typeof import("./errors.ts")
