import {
  AtomicityNotSupportedError,
  AtomicReadyWalletRejectedUpgradeError,
  BundleTooLargeError,
  ChainDisconnectedError,
  DuplicateIdError,
  InternalRpcError,
  InvalidInputRpcError,
  InvalidParamsRpcError,
  InvalidRequestRpcError,
  JsonRpcVersionUnsupportedError,
  LimitExceededRpcError,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  ParseRpcError,
  ProviderDisconnectedError,
  ResourceNotFoundRpcError,
  ResourceUnavailableRpcError,
  type RpcFailure,
  SwitchChainError,
  TransactionRejectedRpcError,
  UnauthorizedProviderError,
  UnknownBundleIdError,
  UnknownRpcError,
  UnsupportedChainIdError,
  UnsupportedNonOptionalCapabilityError,
  UnsupportedProviderMethodError,
  UserRejectedRequestError,
  WalletConnectSessionSettlementError,
} from "../errors/rpc.ts"
import { codesOf, messageOf, saysRejected, userRejected, wordsOf } from "./nestedErrors.ts"

/** Converts a node's JSON-RPC error to the class of its code. The original, with its data, becomes the cause. */
export const rpcFailure = (error: { readonly [key: string]: unknown }): RpcFailure =>
  failureOf(typeof error.code === "number" ? error.code : undefined, wordsOf(error), error)

/**
 * Converts anything that a wallet threw to an RPC error. Returns an RPC error unchanged.
 *
 * Nested errors are searched for codes too, because wallets wrap them. Specific codes take precedence over generic ones, such as -32603.
 * Without a specific code, a rejection is recognized by its message.
 */
export const fromRpcError = (error: unknown): RpcFailure => {
  if (isRpcFailure(error)) return error
  const codes = codesOf(error)
  const known = codes.filter((code) => classes().has(code))
  const code = known.find((one) => !vague.has(one)) ?? (saysRejected(error) ? userRejected : (known[0] ?? codes[0]))
  return failureOf(code, messageOf(error), error)
}

/**
 * Whether an error means that the user rejected the request in the wallet. For a network switch, check `isUnknownChain` first, because code
 * 5000 may mean an unknown chain there.
 */
export const isUserRejection = (error: unknown): boolean => fromRpcError(error)._tag === "UserRejectedRequestError"

/** Whether an error means that a prompt of this site is already open in the wallet. */
export const isPending = (error: unknown): boolean => fromRpcError(error)._tag === "ResourceUnavailableRpcError"

/** Whether an error, or any error nested in it, has one of these codes. */
export const hasCode = (error: unknown, codes: readonly number[]): boolean =>
  codesOf(error).some((code) => codes.includes(code))

/** Whether an error means that the wallet or node does not support the method. */
export const isMethodMissing = (error: unknown): boolean => {
  const { _tag } = fromRpcError(error)
  return (
    _tag === "MethodNotFoundRpcError" ||
    _tag === "MethodNotSupportedRpcError" ||
    _tag === "UnsupportedProviderMethodError"
  )
}

/**
 * Whether an error of a network switch means that the wallet does not recognize the chain: it has the code 4902, 5000 or 32603, positive or
 * negative, nested or not. A rejection by the user does not count.
 */
export const isUnknownChain = (error: unknown): boolean => {
  const thrown = isRpcFailure(error) && error.cause !== undefined ? error.cause : error
  const codes = codesOf(thrown).map(Math.abs)
  return !codes.includes(userRejected) && !saysRejected(thrown) && codes.some((code) => unknownChain.has(code))
}

const failureOf = (code: number | undefined, words: string, cause: unknown): RpcFailure => {
  const Failure = code === undefined ? undefined : classes().get(code)
  const message = words || "Unknown error"
  return Failure ? new Failure(message, { cause }) : new UnknownRpcError(message, code, { cause })
}

/** Returns the error classes by code. Creates the map on first use, so unused classes can be tree-shaken. */
const classes = (): ReadonlyMap<number, (typeof named)[number]> => {
  if (!byCode) {
    const own = new Map<number, (typeof named)[number]>(named.map((Failure) => [new Failure().code, Failure]))
    for (const [code, meant] of aliases) own.set(code, own.get(meant) ?? InternalRpcError)
    byCode = own
  }
  return byCode
}

let byCode: ReadonlyMap<number, (typeof named)[number]> | undefined

/** Codes of relay sessions, and one without its minus sign, each with the code of the class that has the same meaning. */
const aliases = [
  [5000, userRejected],
  [5001, userRejected],
  [5002, userRejected],
  [5003, userRejected],
  [1001, 4200],
  [5101, 4200],
  [10001, 4200],
  [3001, 4100],
  [6000, 4900],
  [32603, -32603],
] as const

/** Generic codes that wallets use to wrap other errors. */
const vague = new Set([32603, -32603, -32000])

const unknownChain = new Set([4902, 5000, 32603])

const isRpcFailure = (error: unknown): error is RpcFailure =>
  error instanceof UnknownRpcError || named.some((Failure) => error instanceof Failure)

/** Error classes that have a code of their own. */
const named = [
  ParseRpcError,
  InvalidRequestRpcError,
  MethodNotFoundRpcError,
  InvalidParamsRpcError,
  InternalRpcError,
  InvalidInputRpcError,
  ResourceNotFoundRpcError,
  ResourceUnavailableRpcError,
  TransactionRejectedRpcError,
  MethodNotSupportedRpcError,
  LimitExceededRpcError,
  JsonRpcVersionUnsupportedError,
  UserRejectedRequestError,
  UnauthorizedProviderError,
  UnsupportedProviderMethodError,
  ProviderDisconnectedError,
  ChainDisconnectedError,
  SwitchChainError,
  UnsupportedNonOptionalCapabilityError,
  UnsupportedChainIdError,
  DuplicateIdError,
  UnknownBundleIdError,
  BundleTooLargeError,
  AtomicReadyWalletRejectedUpgradeError,
  AtomicityNotSupportedError,
  WalletConnectSessionSettlementError,
] as const
