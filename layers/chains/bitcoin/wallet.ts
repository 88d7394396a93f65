import * as Effect from "effect/Effect"
import type { WalletChange } from "../../../services/Chains.ts"
import type { BitcoinMessage, BitcoinTransfer, SignInput } from "../../../src/domain/bitcoin.ts"
import type { Account } from "../../../src/domain/connection.ts"
import type { AnswerInvalid } from "../../../src/domain/errors.ts"
import type { CaipNetworkId, Network } from "../../../src/domain/networks.ts"
import { type RpcFailure, UnsupportedProviderMethodError } from "../../../src/domain/rpcErrors.ts"
import type { ReadPsbt } from "./library.ts"

/** A network as far as an API has to know it. */
export type OnChain = Pick<Network, "caipNetworkId" | "testnet">

/** What asking a wallet may end in. */
export type BitcoinFailure = RpcFailure | AnswerInvalid

/**
 * A wallet's own API in our words; one file an API. What it gives has the right shape, and no more is known of it: whether
 * addresses are of the chain, a signature is one and a PSBT is the one that was sent is looked at by whoever asks.
 */
export interface BitcoinWallet {
  /** The networks that it serves, where it says so. */
  readonly chains?: readonly CaipNetworkId[]
  /** Prompts, for accounts on this network where the API can say so. */
  connect(network: OnChain): Effect.Effect<Granted, BitcoinFailure>
  /** What is granted already, without a prompt. Fails where the API has no such question, or nothing is granted. */
  granted(network: OnChain): Effect.Effect<Granted, BitcoinFailure>
  readonly disconnect: Effect.Effect<unknown, BitcoinFailure>
  /** Prompts. Gives the accounts on the network that the wallet stands on then. */
  switchTo(network: OnChain): Effect.Effect<Granted, BitcoinFailure>
  /** Prompts. Gives the signature as the wallet writes it. */
  signMessage(input: BitcoinMessage, network: OnChain): Effect.Effect<unknown, BitcoinFailure>
  /** Prompts. Gives the PSBT, and the transaction's id if it was broadcast, as the wallet writes them. */
  signPsbt(input: PsbtToSign, network: OnChain): Effect.Effect<SaidPsbt, BitcoinFailure>
  /** Prompts. Gives the transaction's id as the wallet writes it. */
  sendTransfer(input: TransferFrom, network: OnChain): Effect.Effect<unknown, BitcoinFailure>
  /** All addresses of the account that a granted address is of, where the API has a question for that. May prompt. */
  accounts?(address: string, network: OnChain): Effect.Effect<Granted, BitcoinFailure>
  /** Hears what the wallet does by itself until the answered function is called. */
  listen(heard: (news: News) => void): () => void
}

/** Accounts as the wallet lists them, and the chain that it says it stands on. */
export interface Granted {
  readonly accounts: readonly Account[]
  readonly chain?: CaipNetworkId | undefined
}

/** What a wallet did. `stale`: something changed, and it did not say to what. */
export type News = WalletChange | { readonly is: "stale" }

/** A transaction as each API wants it. */
export interface PsbtToSign {
  readonly psbt: ReadPsbt
  readonly signInputs: readonly SignInput[]
  readonly broadcast: boolean
}

export interface SaidPsbt {
  readonly psbt: unknown
  readonly txid?: unknown
}

/** A payment and the granted address that pays. */
export interface TransferFrom extends BitcoinTransfer {
  readonly from: string
}

/** The failure for what an API does not have. */
export const lacks = (what: string): Effect.Effect<never, UnsupportedProviderMethodError> =>
  Effect.suspend(() => Effect.fail(new UnsupportedProviderMethodError(`The wallet does not offer ${what}`)))
