// The error catalogue. Each group has its own file, so a bundler puts into the first chunk only the classes that the first chunk can throw.

import type { AdapterNotFound } from "./configuration.ts"
import type { ConnectFailed, ConnectorSupportsNoChain, ModalClosed, TestAccountRefused } from "./connecting.ts"
import type { ConnectionRejected } from "./connectionRejected.ts"
import type { NamespaceNotConfigured, NoActiveCaipAddress, NoConnectorForConnection } from "./connections.ts"
import type { DisconnectFailed } from "./disconnecting.ts"
import type {
  CooldownActive,
  FarcasterConnectFailed,
  FrameError,
  FrameLoadFailed,
  FrameTimeout,
  InvalidEmail,
  NoAuthConnector,
  PopupClosed,
  RequestAborted,
  RequestNotAllowed,
  SocialConnectFailed,
  SomethingWentWrong,
  UnverifiedDomain,
} from "./embedded.ts"
import type { NameNotResolved, NamesForAddressFailed, RegisterNameFailed, SuggestionsFailed } from "./names.ts"
import type {
  ChainNotSupported,
  GasPriceNotSupported,
  InvalidChainId,
  NetworkNotFound,
  SwapNotSupported,
  SwitchNotApproved,
  UnsupportedChain,
} from "./network.ts"
import type { AmountOutsideLimits, OnrampFailed, OnrampNotOffered, PopupBlocked, QuoteIsEstimate } from "./onramp.ts"
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
} from "./pay.ts"
import type { RpcFailure } from "./rpc.ts"
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
} from "./send.ts"
import type { AnswerInvalid, AnswerTooLarge, HttpStatus, StorageUnavailable, UnknownFailure } from "./service.ts"
import type { InvalidInput } from "./setup.ts"
import type {
  SmartSessionNotCreated,
  SmartSessionNotRevoked,
  SmartSessionsFailed,
  SmartSessionsNotOffered,
} from "./smartSessions.ts"
import type {
  AllowanceFailed,
  ApprovalNotBuilt,
  IncorrectAmount,
  PriceFailed,
  QuoteChanged,
  SwapFailed,
  SwapNotBuilt,
  SwapTransactionFailed,
  SwapUnsettled,
  SwapUnverified,
} from "./swap.ts"
import type {
  ChainsNotDisconnected,
  InvalidProjectId,
  NotConnectedYet,
  OriginNotAllowed,
  SessionExpired,
  TopicExpired,
  TopicNotFound,
  WalletConnectConnectorNotFound,
} from "./walletConnect.ts"

export * from "./activity.ts"
export * from "./balances.ts"
export * from "./configuration.ts"
export * from "./connecting.ts"
export * from "./connectionRejected.ts"
export * from "./connections.ts"
export * from "./disconnecting.ts"
export * from "./embedded.ts"
export * from "./names.ts"
export * from "./network.ts"
export * from "./onramp.ts"
export * from "./pay.ts"
export * from "./rpc.ts"
export * from "./send.ts"
export * from "./service.ts"
export * from "./setup.ts"
export * from "./siwx.ts"
export * from "./smartSessions.ts"
export * from "./swap.ts"
export * from "./walletConnect.ts"

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

/** Any error of the catalogue. */
export type CatalogueError =
  | { readonly [Name in keyof Catalogue]: InstanceType<Catalogue[Name]> }[keyof Catalogue]
  | RpcError

type Catalogue = typeof import("./index.ts")
