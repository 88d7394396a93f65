import * as Effect from "effect/Effect"
import type { WalletChange } from "../../../../services/Chains.ts"
import type { Account } from "../../../../src/connections/opening/model.ts"
import type { AnswerInvalid } from "../../../../src/errors/index.ts"
import { type RpcFailure, UnsupportedProviderMethodError } from "../../../../src/errors/rpc.ts"
import type { BitcoinMessage, BitcoinTransfer, SignInput } from "../../../../src/namespaces/model/bitcoinProvider.ts"
import type { CaipNetworkId, Network } from "../../../../src/options/networks.ts"

/** The properties of a network that a wallet API needs. */
export type OnChain = Pick<Network, "caipNetworkId" | "testnet">

/** A PSBT (BIP-174) in the encodings that wallets expect. */
export interface ReadPsbt {
  readonly bytes: Uint8Array
  readonly base64: string
  readonly hex: string
  /** Number of inputs. */
  readonly inputs: number
  /** Hex of the transaction without its signatures. Equal for two PSBTs of the same transaction. */
  readonly unsigned: string
  /** Indexes of the signed inputs. */
  readonly signed: ReadonlySet<number>
}

/** Errors of a wallet call. */
export type BitcoinFailure = RpcFailure | AnswerInvalid

/**
 * Common interface to the wallets' APIs. Granted accounts are decoded, but addresses are not yet checked against the network. Signatures,
 * PSBTs and transaction IDs are returned as the wallet sent them, for the caller to verify.
 */
export interface BitcoinWallet {
  /** Networks the wallet supports, if it lists them. */
  readonly chains?: readonly CaipNetworkId[]
  /** Requests accounts, on this network if the API lets the caller choose one. Prompts unless a session has already granted them. */
  connect(network: OnChain): Effect.Effect<Granted, BitcoinFailure>
  /** Returns the accounts that are already granted, without a prompt. Fails if the API cannot do this, and may fail if there are none. */
  granted(network: OnChain): Effect.Effect<Granted, BitcoinFailure>
  readonly disconnect: Effect.Effect<unknown, BitcoinFailure>
  /** Switches to this network, with a prompt unless the wallet needs none. Returns the accounts granted afterwards. */
  switchTo(network: OnChain): Effect.Effect<Granted, BitcoinFailure>
  /** Prompts to sign a message. Returns the signature in the wallet's encoding. */
  signMessage(input: BitcoinMessage, network: OnChain): Effect.Effect<unknown, BitcoinFailure>
  /** Prompts to sign a PSBT. Returns the PSBT in the wallet's encoding, and the transaction ID if it was broadcast. */
  signPsbt(input: PsbtToSign, network: OnChain): Effect.Effect<SignedPsbtResponse, BitcoinFailure>
  /** Prompts to send a payment. Returns the transaction ID in the wallet's encoding. */
  sendTransfer(input: TransferFrom, network: OnChain): Effect.Effect<unknown, BitcoinFailure>
  /** Returns all addresses of the account that a granted address belongs to. Omitted if the API cannot list them. May prompt. */
  accounts?(address: string, network: OnChain): Effect.Effect<Granted, BitcoinFailure>
  /** Calls `listener` with each change in the wallet. Returns a function that removes the listener. */
  listen(listener: (news: WalletEvent) => void): () => void
}

/** Granted accounts in the wallet's order, and the chain it reports, if any. */
export interface Granted {
  readonly accounts: readonly Account[]
  readonly chain?: CaipNetworkId | undefined
}

/** A change in the wallet. `stale`: something changed, but the wallet did not report what. */
export type WalletEvent = WalletChange | { readonly type: "stale" }

/** A transaction to sign, its inputs to sign, and whether to broadcast it. */
export interface PsbtToSign {
  readonly psbt: ReadPsbt
  readonly signInputs: readonly SignInput[]
  readonly broadcast: boolean
}

export interface SignedPsbtResponse {
  readonly psbt: unknown
  readonly txid?: unknown
}

/** A payment and the granted address to pay from. */
export interface TransferFrom extends BitcoinTransfer {
  readonly from: string
}

/** Fails with UnsupportedProviderMethodError. `what` completes "The wallet does not offer". */
export const lacks = (what: string): Effect.Effect<never, UnsupportedProviderMethodError> =>
  Effect.suspend(() => Effect.fail(new UnsupportedProviderMethodError(`The wallet does not offer ${what}`)))
