// Errors for the codes of EIP-1193, EIP-1474, EIP-5792 and WalletConnect, named as in viem.

/** The node could not parse the request. */
export class ParseRpcError extends Error {
  readonly _tag = "ParseRpcError"
  readonly code = -32700
}

/** The request is not a valid JSON-RPC request. */
export class InvalidRequestRpcError extends Error {
  readonly _tag = "InvalidRequestRpcError"
  readonly code = -32600
}

/** The method does not exist. */
export class MethodNotFoundRpcError extends Error {
  readonly _tag = "MethodNotFoundRpcError"
  readonly code = -32601
}

/** The parameters are invalid. */
export class InvalidParamsRpcError extends Error {
  readonly _tag = "InvalidParamsRpcError"
  readonly code = -32602
}

/** Internal error of the node or the wallet. Also used for the code 32603 without a minus sign. */
export class InternalRpcError extends Error {
  readonly _tag = "InternalRpcError"
  readonly code = -32603
}

/** The input is missing or invalid. Nodes and wallets also use this code for other errors. */
export class InvalidInputRpcError extends Error {
  readonly _tag = "InvalidInputRpcError"
  readonly code = -32000
}

/** The requested resource does not exist. */
export class ResourceNotFoundRpcError extends Error {
  readonly _tag = "ResourceNotFoundRpcError"
  readonly code = -32001
}

/** The requested resource is not available. From a wallet, this means that a prompt is already open. */
export class ResourceUnavailableRpcError extends Error {
  readonly _tag = "ResourceUnavailableRpcError"
  readonly code = -32002
}

/** The node rejected the transaction. */
export class TransactionRejectedRpcError extends Error {
  readonly _tag = "TransactionRejectedRpcError"
  readonly code = -32003
}

/** The node recognizes the method but does not support it. */
export class MethodNotSupportedRpcError extends Error {
  readonly _tag = "MethodNotSupportedRpcError"
  readonly code = -32004
}

/** The request exceeds a limit of the node, such as its rate limit. */
export class LimitExceededRpcError extends Error {
  readonly _tag = "LimitExceededRpcError"
  readonly code = -32005
}

/** The JSON-RPC version is not supported. */
export class JsonRpcVersionUnsupportedError extends Error {
  readonly _tag = "JsonRpcVersionUnsupportedError"
  readonly code = -32006
}

/** The user rejected the request in the wallet. Also used for the codes 5000 to 5003 of a relay session. */
export class UserRejectedRequestError extends Error {
  readonly _tag = "UserRejectedRequestError"
  readonly code = 4001
}

/** The site is not authorized for this account or method. Also used for the code 3001 of a relay session. */
export class UnauthorizedProviderError extends Error {
  readonly _tag = "UnauthorizedProviderError"
  readonly code = 4100
}

/** The wallet does not support the method. Also used for the codes 1001, 5101 and 10001 of a relay session. */
export class UnsupportedProviderMethodError extends Error {
  readonly _tag = "UnsupportedProviderMethodError"
  readonly code = 4200
}

/** The wallet is not connected to any chain. Also used for the code 6000 of a relay session. */
export class ProviderDisconnectedError extends Error {
  readonly _tag = "ProviderDisconnectedError"
  readonly code = 4900
}

/** The wallet is not connected to this chain. */
export class ChainDisconnectedError extends Error {
  readonly _tag = "ChainDisconnectedError"
  readonly code = 4901
}

/** The wallet does not recognize this chain. */
export class SwitchChainError extends Error {
  readonly _tag = "SwitchChainError"
  readonly code = 4902
}

/** The wallet does not support a required capability. */
export class UnsupportedNonOptionalCapabilityError extends Error {
  readonly _tag = "UnsupportedNonOptionalCapabilityError"
  readonly code = 5700
}

/** The wallet does not support call bundles on this chain. */
export class UnsupportedChainIdError extends Error {
  readonly _tag = "UnsupportedChainIdError"
  readonly code = 5710
}

/** A bundle with this ID already exists. */
export class DuplicateIdError extends Error {
  readonly _tag = "DuplicateIdError"
  readonly code = 5720
}

/** There is no bundle with this ID. */
export class UnknownBundleIdError extends Error {
  readonly _tag = "UnknownBundleIdError"
  readonly code = 5730
}

/** The bundle is too large for the wallet. */
export class BundleTooLargeError extends Error {
  readonly _tag = "BundleTooLargeError"
  readonly code = 5740
}

/** The user rejected the account upgrade that atomic calls need. */
export class AtomicReadyWalletRejectedUpgradeError extends Error {
  readonly _tag = "AtomicReadyWalletRejectedUpgradeError"
  readonly code = 5750
}

/** The wallet does not support atomic calls. */
export class AtomicityNotSupportedError extends Error {
  readonly _tag = "AtomicityNotSupportedError"
  readonly code = 5760
}

/** The relay session could not be settled. */
export class WalletConnectSessionSettlementError extends Error {
  readonly _tag = "WalletConnectSessionSettlementError"
  readonly code = 7000
}

/** The error has an unknown code, or none. */
export class UnknownRpcError extends Error {
  readonly _tag = "UnknownRpcError"
  readonly code: number | undefined
  constructor(message: string, code: number | undefined, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Error of a node or a wallet, by its JSON-RPC code. */
export type RpcFailure =
  | ParseRpcError
  | InvalidRequestRpcError
  | MethodNotFoundRpcError
  | InvalidParamsRpcError
  | InternalRpcError
  | InvalidInputRpcError
  | ResourceNotFoundRpcError
  | ResourceUnavailableRpcError
  | TransactionRejectedRpcError
  | MethodNotSupportedRpcError
  | LimitExceededRpcError
  | JsonRpcVersionUnsupportedError
  | UserRejectedRequestError
  | UnauthorizedProviderError
  | UnsupportedProviderMethodError
  | ProviderDisconnectedError
  | ChainDisconnectedError
  | SwitchChainError
  | UnsupportedNonOptionalCapabilityError
  | UnsupportedChainIdError
  | DuplicateIdError
  | UnknownBundleIdError
  | BundleTooLargeError
  | AtomicReadyWalletRejectedUpgradeError
  | AtomicityNotSupportedError
  | WalletConnectSessionSettlementError
  | UnknownRpcError
