/**
 * Solana wallet with the interface of Wallet Standard, returned by `modal.getProvider("solana")`. It is a browser wallet, the embedded wallet
 * or a wallet connected over WalletConnect. Features that the wallet does not support are missing.
 *
 * Transactions may be wire bytes, their base64 text, or transaction objects of `@solana/web3.js` 1.x and `@solana/kit`. Inputs default to
 * the first account and the active network.
 *
 * Every Promise rejects with a class of the catalogue, such as `UserRejectedRequestError` (4001) if the user rejects the request,
 * `UnauthorizedProviderError` (4100) if the wallet did not grant the account, `InvalidParamsRpcError` (-32602) if the transaction is
 * invalid, and `AnswerInvalid` if the wallet's response is malformed.
 */
export interface SolanaProvider {
  readonly version: "1.0.0"
  readonly name: string
  readonly icon: SolanaIcon
  /** Chains in the wallet's format: names such as `solana:mainnet`, or CAIP-2 IDs. */
  readonly chains: readonly SolanaId[]
  readonly accounts: readonly SolanaAccount[]
  readonly features: SolanaFeatures
}

/** Chain or feature by name, such as `solana:mainnet` and `solana:signMessage`, or a CAIP-2 ID. */
export type SolanaId = `${string}:${string}`

/** Image in the format of Wallet Standard, in base64. */
export type SolanaIcon = `data:image/${"svg+xml" | "webp" | "png" | "gif"};base64,${string}`

/** Account that the wallet granted. */
export interface SolanaAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly SolanaId[]
  readonly features: readonly SolanaId[]
}

/** Transaction in any common form. The last two are the types of `@solana/web3.js` 1.x and `@solana/kit`. */
export type SolanaTransaction =
  | Uint8Array
  | string
  | { serialize(config?: { requireAllSignatures?: boolean; verifySignatures?: boolean }): Uint8Array }
  | {
      readonly messageBytes: ArrayLike<number>
      readonly signatures: Readonly<Record<string, ArrayLike<number> | null>>
    }

/** Features of a wallet by name. Several inputs share one prompt if the wallet supports that. */
export interface SolanaFeatures {
  readonly "standard:connect": {
    readonly version: "1.0.0"
    /** `silent`: returns the accounts already granted, without a prompt. */
    readonly connect: (input?: {
      readonly silent?: boolean
    }) => Promise<{ readonly accounts: readonly SolanaAccount[] }>
  }
  readonly "standard:disconnect"?: { readonly version: "1.0.0"; readonly disconnect: () => Promise<void> }
  readonly "standard:events": {
    readonly version: "1.0.0"
    /** Calls `listener` after each change. Returns an unsubscribe function. */
    readonly on: (event: "change", listener: (properties: SolanaChange) => void) => () => void
  }
  readonly "solana:signMessage"?: {
    readonly version: "1.0.0"
    readonly signMessage: (
      ...inputs: readonly (ByAccount & { readonly message: Uint8Array })[]
    ) => Promise<readonly SolanaSignature[]>
  }
  readonly "solana:signTransaction"?: {
    readonly version: "1.0.0"
    readonly supportedTransactionVersions: readonly SolanaVersion[]
    readonly signTransaction: (
      ...inputs: readonly SolanaTransactionInput[]
    ) => Promise<readonly { readonly signedTransaction: Uint8Array }[]>
  }
  readonly "solana:signAndSendTransaction"?: {
    readonly version: "1.0.0"
    readonly supportedTransactionVersions: readonly SolanaVersion[]
    readonly signAndSendTransaction: (
      ...inputs: readonly SolanaTransactionInput[]
    ) => Promise<readonly { readonly signature: Uint8Array }[]>
  }
  readonly "solana:signIn"?: {
    readonly version: "1.0.0"
    readonly signIn: (
      ...inputs: readonly object[]
    ) => Promise<readonly (SolanaSignature & { readonly account: SolanaAccount })[]>
  }
}

/** Transaction version that a wallet can sign. */
export type SolanaVersion = "legacy" | 0 | 1

/** Changed properties of a wallet. An empty list of accounts means that the wallet is locked or has revoked the site's access. */
export interface SolanaChange {
  readonly accounts?: readonly SolanaAccount[]
}

/** Ed25519 signature of 64 bytes, and the signed bytes, to which the wallet may have added a prefix. */
export interface SolanaSignature {
  readonly signedMessage: Uint8Array
  readonly signature: Uint8Array
}

/** Transaction to sign, with its account and chain. */
export interface SolanaTransactionInput extends ByAccount {
  readonly transaction: SolanaTransaction
  readonly chain?: string
  readonly options?: object
}

interface ByAccount {
  readonly account?: { readonly address: string }
}
