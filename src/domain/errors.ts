// The error catalogue. Each group has its own file, so a bundler puts into the first chunk only the classes that the first chunk can throw.

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

/** Errors of connecting. */
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

/** Errors of switching networks. */
export type SwitchError =
  | NetworkNotFound
  | ChainNotSupported
  | SwitchNotApproved
  | UnsupportedChain
  | ConnectionRejected
  | AdapterNotFound
  | UnknownFailure

/** Errors of disconnecting. */
export type DisconnectError = DisconnectFailed | ChainsNotDisconnected | AdapterNotFound

/** Errors of a node, or of a wallet that runs an RPC method. */
export type RpcError = RpcFailure | HttpStatus | AnswerInvalid | AnswerTooLarge | RequestAborted | UnknownFailure

/** Errors of the provider's services. An endpoint's own error has one of these as its cause. */
export type ApiError = HttpStatus | AnswerInvalid | AnswerTooLarge | UnknownFailure

/** Errors of writing to storage. */
export type StorageError = StorageUnavailable

/** Errors of pairing, relay sessions and their requests. */
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

/** Errors of the embedded wallet's frame. */
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

/** Errors of resolving and registering names. */
export type NameError = NameNotResolved | SuggestionsFailed | NamesForAddressFailed | RegisterNameFailed

/** Errors of buying crypto. */
export type OnrampError = OnrampNotOffered | OnrampFailed | QuoteIsEstimate | AmountOutsideLimits | PopupBlocked

/** Errors of preparing and sending a transfer. */
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

/** Errors of swapping. */
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

/** Errors of payments and of deposits from an exchange. */
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

/** Errors of granting, reading and revoking smart sessions. */
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

/** Every error of the catalogue: the classes that this file exports, and the RPC errors of nodes and wallets. */
export type CatalogueError =
  | { readonly [Name in keyof Catalogue]: InstanceType<Catalogue[Name]> }[keyof Catalogue]
  | RpcError

type Catalogue = typeof import("./errors.ts")
