/**
 * One Solana wallet, of this page or at the other end of the relay: what `modal.getProvider("solana")` gives, in the shape of a
 * Wallet Standard wallet. A feature that the wallet does not have is not there.
 *
 * Transactions may be wire bytes, base64 text of them, or transaction objects of `@solana/web3.js` 1.x and `@solana/kit`. Where an
 * input names no account it is for the selected one, and where it names no chain it is for the network in use.
 *
 * Every Promise rejects with a class of the catalogue: `UserRejectedRequestError` (4001) when the holder says no,
 * `UnauthorizedProviderError` (4100) for an account that the wallet did not grant, `InvalidParamsRpcError` (-32602) for what is no
 * transaction, `AnswerInvalid` when the wallet answers with something else than was asked for, else what the wallet threw, by its code.
 */
export interface SolanaProvider {
  readonly version: "1.0.0"
  readonly name: string
  readonly icon: SolanaIcon
  /** As the wallet names them: `solana:mainnet`, or CAIP-2 ids. */
  readonly chains: readonly SolanaId[]
  readonly accounts: readonly SolanaAccount[]
  readonly features: SolanaFeatures
}

/** A chain or a feature by its name, as `solana:mainnet` and `solana:signMessage`, or a CAIP-2 id. */
export type SolanaId = `${string}:${string}`

/** A picture as Wallet Standard has it, in base64. */
export type SolanaIcon = `data:image/${"svg+xml" | "webp" | "png" | "gif"};base64,${string}`

/** An account that the wallet granted. */
export interface SolanaAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly SolanaId[]
  readonly features: readonly SolanaId[]
}

/** A transaction in any of the forms that the field knows; the last two as `@solana/web3.js` 1.x and `@solana/kit` have it. */
export type SolanaTransaction =
  | Uint8Array
  | string
  | { serialize(config?: { requireAllSignatures?: boolean; verifySignatures?: boolean }): Uint8Array }
  | {
      readonly messageBytes: ArrayLike<number>
      readonly signatures: Readonly<Record<string, ArrayLike<number> | null>>
    }

/** The features of a wallet by name. Several inputs are one prompt where the wallet can. */
export interface SolanaFeatures {
  readonly "standard:connect": {
    readonly version: "1.0.0"
    /** `silent`: gives what is granted already, and prompts nobody. */
    readonly connect: (input?: {
      readonly silent?: boolean
    }) => Promise<{ readonly accounts: readonly SolanaAccount[] }>
  }
  readonly "standard:disconnect"?: { readonly version: "1.0.0"; readonly disconnect: () => Promise<void> }
  readonly "standard:events": {
    readonly version: "1.0.0"
    /** Hears what changes until the answered function is called. */
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

/** Versions of transactions that a wallet signs. */
export type SolanaVersion = "legacy" | 0 | 1

/** What changed of a wallet. No accounts: it is locked, or took its grant back. */
export interface SolanaChange {
  readonly accounts?: readonly SolanaAccount[]
}

/** An ed25519 signature of 64 bytes, and the bytes that it is over, to which a wallet may have put something. */
export interface SolanaSignature {
  readonly signedMessage: Uint8Array
  readonly signature: Uint8Array
}

/** A transaction to be signed, and for whom. */
export interface SolanaTransactionInput extends ByAccount {
  readonly transaction: SolanaTransaction
  readonly chain?: string
  readonly options?: object
}

interface ByAccount {
  readonly account?: { readonly address: string }
}
