import { isRecord } from "./input.ts"
import { hasCode, isMethodMissing } from "./rpcErrors.ts"

/** One call of a bundle (EIP-5792): `data` is hex, `value` in wei. */
export interface BundledCall {
  readonly to: string
  readonly data?: string | undefined
  readonly value: bigint
  /** What the wallet is to do for this call alone, as EIP-5792 has it: the wallet gets it unchanged. */
  readonly capabilities?: Readonly<Record<string, unknown>>
}

/** A service that pays the network in the account's place (ERC-7677). `context` is for the service: the wallet hands it on unchanged. */
export interface Paymaster {
  readonly url: string
  readonly context?: Readonly<Record<string, unknown>>
}

/**
 * What has become of a bundle of calls. `failed`: it was never carried out, and never will be; `reverted`: all of it was taken back;
 * `partly`: some of it was carried out and some not. `hash` is of the last transaction that the wallet names.
 */
export interface CallsStatus {
  readonly is: "pending" | "confirmed" | "failed" | "reverted" | "partly"
  readonly hash?: string
}

/** What a wallet can do on one network, as it says of itself (EIP-5792 and its drafts). What it does not say it cannot do. */
export interface WalletCan {
  /** Carries out several calls together or not at all; `ready`: once its holder has agreed to make the account one that can. */
  readonly atomic: boolean
  /** Lets somebody else pay the network. */
  readonly paymaster: boolean
  /** Knows what the account holds. */
  readonly assets: boolean
}

/** Reads the capabilities of one network. */
export const readWalletCan = (said: Readonly<Record<string, unknown>> = {}): WalletCan => {
  const has = (name: string) => isRecord(said[name]) && said[name].supported === true
  const status = isRecord(said.atomic) ? said.atomic.status : undefined
  return {
    atomic: status === "supported" || status === "ready" || has("atomic") || has("atomicBatch"),
    paymaster: has("paymasterService"),
    assets: has("assetDiscovery"),
  }
}

/**
 * Whether a wallet would not take the calls together, so that nothing has left: it does not know how to after all, or may not here, by a
 * code of EIP-1193 or EIP-5792 that says just that. Parameters that it finds invalid (-32602) may be those of a later step of its own.
 */
export const isUnbundled = (error: unknown): boolean =>
  isMethodMissing(error) || (error instanceof Error && unbundled.has((error as { readonly _tag?: string })._tag ?? ""))

/**
 * Whether a failure says that nobody pays the network for a call: the wallet does not take it so, or a bundler has the word of the
 * paymaster's contract. A wallet or a service that could not be reached says nothing of it.
 */
export const isUnsponsored = (error: unknown): boolean =>
  isUnbundled(error) || hasCode(error, [invalidParams, ...paymasterCodes])

/** What a wallet answers that does not know what it is given. */
const invalidParams = -32602
/** Of bundlers (ERC-7769): rejected by the paymaster; the paymaster is banned; has too little at stake; has too little to pay with. */
const paymasterCodes = [-32501, -32504, -32505, -32508]

const unbundled: ReadonlySet<string> = new Set([
  "UnauthorizedProviderError",
  "UnsupportedNonOptionalCapabilityError",
  "UnsupportedChainIdError",
  "BundleTooLargeError",
  "AtomicReadyWalletRejectedUpgradeError",
  "AtomicityNotSupportedError",
])
