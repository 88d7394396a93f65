import type { Account } from "./connection.ts"
import type { CaipNetworkId } from "./networks.ts"

/**
 * One Bitcoin wallet, whichever API it speaks: what `modal.getProvider("bip122")` gives.
 *
 * Amounts are whole satoshis. A PSBT (BIP-174) is base64, in and out; a signature is base64; transaction ids and public keys are
 * lower-case hex. Nothing is signed or sent without the holder's yes in the wallet.
 *
 * Every Promise rejects with a class of the catalogue: `UserRejectedRequestError` (4001) when the holder says no,
 * `UnauthorizedProviderError` (4100) for an address that the wallet did not grant, `InvalidParamsRpcError` (-32602) for a PSBT,
 * amount or recipient that cannot be, `UnsupportedProviderMethodError` (4200) for what the wallet's API does not have,
 * `AnswerInvalid` when the wallet answers with something else than was asked for, else what the wallet threw, by its code.
 */
export interface BitcoinProvider {
  /** The accounts that the wallet granted: payment first, ordinal second. Over the relay the wallet is asked. */
  getAccountAddresses(): Promise<readonly Account[]>
  /** Signs a text. Gives the signature: 65 bytes for ECDSA (BIP-137), a witness for BIP-322. */
  signMessage(input: BitcoinMessage): Promise<string>
  /** Signs inputs of a transaction. Gives the PSBT with its signatures, and the transaction's id if it was broadcast. */
  signPsbt(input: BitcoinPsbt): Promise<SignedPsbt>
  /** Has the wallet make, sign and broadcast a payment. Gives the transaction's id. */
  sendTransfer(input: BitcoinTransfer): Promise<string>
  /** `accountsChanged`: the accounts now. `chainChanged`: a CAIP-2 id. `disconnect`: nothing. */
  on(event: BitcoinEvent, listener: (value: unknown) => void): void
  removeListener(event: BitcoinEvent, listener: (value: unknown) => void): void
}

/** What a Bitcoin wallet tells of by itself. */
export type BitcoinEvent = "accountsChanged" | "chainChanged" | "disconnect"

/** A text and the granted address that signs it. Without a protocol: BIP-322 for a Taproot address, else the wallet's own. */
export interface BitcoinMessage {
  readonly message: string
  readonly address: string
  readonly protocol?: SigningProtocol
}

/** How a text is signed: ECDSA (BIP-137), or BIP-322, which any kind of address can. */
export type SigningProtocol = "ecdsa" | "bip322"

/** A transaction to be signed. */
export interface BitcoinPsbt {
  readonly psbt: string
  /** The inputs to be signed, each with the granted address that it spends from. */
  readonly signInputs: readonly SignInput[]
  /** Whether the wallet broadcasts the transaction, which then must need no other signature. */
  readonly broadcast?: boolean
}

/** An input of a PSBT that the wallet is to sign. */
export interface SignInput {
  /** Its place among the inputs, from 0. */
  readonly index: number
  /** The granted address that it spends from. */
  readonly address: string
  /** Signature hash types that the wallet may use (BIP-143, BIP-341); its own choice without them. */
  readonly sighashTypes?: readonly number[]
}

/** A PSBT with the signatures of the wallet. */
export interface SignedPsbt {
  /** Base64 (BIP-174). */
  readonly psbt: string
  /** Lower-case hex; where the wallet has broadcast it. */
  readonly txid?: string
}

/** A payment from the payment account. */
export interface BitcoinTransfer {
  readonly recipient: string
  /** Satoshis: a whole number above 0. */
  readonly amount: number
}

/** Bitcoin's chains as wallets tell them apart. */
export type BitcoinChain = "mainnet" | "testnet" | "testnet4" | "signet" | "regtest"

/** A chain's CAIP-2 id, the first half of its genesis hash (BIP-122), by its name. */
export const bitcoinChains: Readonly<Record<BitcoinChain, CaipNetworkId>> = {
  mainnet: "bip122:000000000019d6689c085ae165831e93",
  testnet: "bip122:000000000933ea01ad0ee984209779ba",
  testnet4: "bip122:00000000da84f2bafbbc53dee25a72ae",
  signet: "bip122:00000008819873e925422c1ff0f99f7c",
  regtest: "bip122:0f9188f13cb7b2c71f2a335e3a4fc328",
}

/** The chain of a CAIP-2 id; nothing for one that no wallet has a name for. */
export const bitcoinChainOf = (caipNetworkId: string): BitcoinChain | undefined =>
  (Object.keys(bitcoinChains) as BitcoinChain[]).find((chain) => bitcoinChains[chain] === caipNetworkId)

/** Whether an address is of Taproot (BIP-341): those sign by BIP-322 only. */
export const isTaproot = (address: string): boolean => /^(bc|tb|bcrt)1p/i.test(address)

/**
 * Bitcoin accounts in the order of section 9: index 0 payment, index 1 ordinal, each address once. What the wallet does not say of
 * an account follows from its kind, since Taproot is where ordinals are kept, and then from its place.
 */
export const paymentFirst = (accounts: readonly Account[]): readonly Account[] => {
  const own = accounts.filter((one, place) => accounts.findIndex(({ address }) => address === one.address) === place)
  const take = (type: "payment" | "ordinal"): readonly Account[] => {
    const unsaid = own.filter((account) => account.type === undefined)
    const [taken = unsaid.find(({ address }) => isTaproot(address) === (type === "ordinal")) ?? unsaid[0]] = own.filter(
      (account) => account.type === type,
    )
    if (!taken) return []
    own.splice(own.indexOf(taken), 1)
    return [{ ...taken, type }]
  }
  return [...take("payment"), ...take("ordinal"), ...own]
}
