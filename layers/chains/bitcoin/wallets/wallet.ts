import * as Effect from "effect/Effect"
import type { WalletChange } from "../../../../services/Chains.ts"
import type { Account } from "../../../../src/connections/opening/model.ts"
import type { AnswerInvalid } from "../../../../src/errors/index.ts"
import { type RpcFailure, UnsupportedProviderMethodError } from "../../../../src/errors/rpc.ts"
import type { BitcoinMessage, BitcoinTransfer, SignInput } from "../../../../src/namespaces/model/bitcoin.ts"
import type { CaipNetworkId, Network } from "../../../../src/options/networks.ts"

/** The parts of a network that an API needs. */
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
 * A wallet's own API in common terms, one file per API. Results have the right shape but are not verified. The caller checks that addresses
 * are of the chain, that signatures are valid, and that a PSBT is the one that was sent.
 */
export interface BitcoinWallet {
  /** Networks the wallet supports, if it lists them. */
  readonly chains?: readonly CaipNetworkId[]
  /** Prompts for accounts, on this network if the API can select one. */
  connect(network: OnChain): Effect.Effect<Granted, BitcoinFailure>
  /** Returns what is already granted, without a prompt. Fails if the API cannot do this, or nothing is granted. */
  granted(network: OnChain): Effect.Effect<Granted, BitcoinFailure>
  readonly disconnect: Effect.Effect<unknown, BitcoinFailure>
  /** Prompts. Returns the accounts on the wallet's network afterwards. */
  switchTo(network: OnChain): Effect.Effect<Granted, BitcoinFailure>
  /** Prompts. Returns the signature in the wallet's encoding. */
  signMessage(input: BitcoinMessage, network: OnChain): Effect.Effect<unknown, BitcoinFailure>
  /** Prompts. Returns the PSBT, and the transaction ID if it was broadcast, in the wallet's encoding. */
  signPsbt(input: PsbtToSign, network: OnChain): Effect.Effect<SignedPsbtResponse, BitcoinFailure>
  /** Prompts. Returns the transaction ID in the wallet's encoding. */
  sendTransfer(input: TransferFrom, network: OnChain): Effect.Effect<unknown, BitcoinFailure>
  /** Returns all addresses of the account that a granted address belongs to, if the API can list them. May prompt. */
  accounts?(address: string, network: OnChain): Effect.Effect<Granted, BitcoinFailure>
  /** Listens to the wallet's changes. Returns a function that stops it. */
  listen(listener: (news: WalletEvent) => void): () => void
}

/** Accounts as the wallet lists them, and the chain it reports. */
export interface Granted {
  readonly accounts: readonly Account[]
  readonly chain?: CaipNetworkId | undefined
}

/** A change in the wallet. `stale`: something changed, but the wallet did not report what. */
export type WalletEvent = WalletChange | { readonly type: "stale" }

/** A transaction to sign, in the forms the APIs need. */
export interface PsbtToSign {
  readonly psbt: ReadPsbt
  readonly signInputs: readonly SignInput[]
  readonly broadcast: boolean
}

export interface SignedPsbtResponse {
  readonly psbt: unknown
  readonly txid?: unknown
}

/** A payment and the granted address that pays. */
export interface TransferFrom extends BitcoinTransfer {
  readonly from: string
}

/** Failure for a method that an API does not have. */
export const lacks = (what: string): Effect.Effect<never, UnsupportedProviderMethodError> =>
  Effect.suspend(() => Effect.fail(new UnsupportedProviderMethodError(`The wallet does not offer ${what}`)))
