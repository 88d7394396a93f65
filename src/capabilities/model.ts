import { hasCode, isMethodMissing } from "../core/readRpcError.ts"
import { isRecord } from "../options/guards.ts"

/** Call of a bundle (EIP-5792). `data` is hex, `value` in wei. */
export interface BundledCall {
  readonly to: string
  readonly data?: string | undefined
  readonly value: bigint
  /** Capabilities requested for this call (EIP-5792), passed to the wallet unchanged. */
  readonly capabilities?: Readonly<Record<string, unknown>>
}

/** Paymaster service, which pays network fees for the account (ERC-7677). `context` is passed to it unchanged. */
export interface Paymaster {
  readonly url: string
  readonly context?: Readonly<Record<string, unknown>>
}

/**
 * Status of a call bundle. `failed`: the bundle was not executed and never will be. `reverted`: all calls were reverted. `partly`: only
 * some calls were executed. `hash`: hash of the last transaction that the wallet reports.
 */
export interface CallsStatus {
  readonly status: "pending" | "confirmed" | "failed" | "reverted" | "partly"
  readonly hash?: string
}

/** Capabilities that a wallet reports for one network (EIP-5792 and its drafts). A capability it does not report counts as unsupported. */
export interface SupportedCapabilities {
  /** Whether the wallet executes several calls atomically, possibly after the user agrees to upgrade the account (`ready`). */
  readonly atomic: boolean
  /** Whether the wallet lets a paymaster pay the fee. */
  readonly paymaster: boolean
  /** Whether the wallet can list the account's assets. */
  readonly assets: boolean
}

/** Decodes the capabilities of one network. Works without Schema, because anything malformed counts as unsupported. */
export const readSupportedCapabilities = (value: Readonly<Record<string, unknown>> = {}): SupportedCapabilities => {
  const has = (name: string) => isRecord(value[name]) && value[name].supported === true
  const status = isRecord(value.atomic) ? value.atomic.status : undefined
  return {
    atomic: status === "supported" || status === "ready" || has("atomic") || has("atomicBatch"),
    paymaster: has("paymasterService"),
    assets: has("assetDiscovery"),
  }
}

/**
 * Whether an error shows that a wallet does not support a bundle and executed none of it. Only specific codes of EIP-1193, EIP-1474 and
 * EIP-5792 count. Invalid parameters (-32602) do not, because they may concern a later step of the wallet.
 */
export const isUnbundled = (error: unknown): boolean =>
  isMethodMissing(error) || (error instanceof Error && unbundled.has((error as { readonly _tag?: string })._tag ?? ""))

/**
 * Whether a failure means that the fee is not sponsored: the wallet does not support sponsorship, or a bundler reports the paymaster's
 * refusal. An unreachable wallet or service does not count.
 */
export const isUnsponsored = (error: unknown): boolean =>
  isUnbundled(error) || hasCode(error, [invalidParams, ...paymasterCodes])

/** JSON-RPC code for parameters that the wallet does not understand. */
const invalidParams = -32602
/** Codes of bundlers (ERC-7769): rejected by the paymaster, paymaster banned, stake too low, balance too low. */
const paymasterCodes = [-32501, -32504, -32505, -32508]

const unbundled: ReadonlySet<string> = new Set([
  "UnauthorizedProviderError",
  "UnsupportedNonOptionalCapabilityError",
  "UnsupportedChainIdError",
  "BundleTooLargeError",
  "AtomicReadyWalletRejectedUpgradeError",
  "AtomicityNotSupportedError",
])

/** ID of a user operation, and its chain (CAIP-2). */
export interface UserOperation {
  readonly chainId: string
  readonly id: string
}

/** Receipt of a completed user operation. `receipt`: receipt of its transaction, as a node returns it. */
export interface UserOperationReceipt {
  readonly success: boolean
  readonly receipt: { readonly [name: string]: unknown } | undefined
}

/** Converts the receipt of a user operation, or null while it is pending, to the format of wallet_getCallsStatus (EIP-5792). */
export const statusOf = ({ chainId, id }: UserOperation, known: UserOperationReceipt | null): object => ({
  version: "2.0.0",
  id,
  chainId: `0x${Number(chainId.slice(chainId.indexOf(":") + 1)).toString(16)}`,
  atomic: true,
  status: known === null ? pending : known.success ? confirmed : reverted,
  ...(known?.receipt && { receipts: [known.receipt] }),
})

const pending = 100
const confirmed = 200
const reverted = 500
