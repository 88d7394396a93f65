import type { Account } from "../../connections/opening/model.ts"
import type { CaipNetworkId } from "../../options/networks.ts"

/**
 * Common interface of Bitcoin wallets, returned by `modal.getProvider("bip122")`.
 *
 * Amounts are integers in satoshis. PSBTs (BIP-174) and signatures are base64. Transaction IDs and public keys are lower-case hex.
 *
 * Every Promise rejects with a class of the catalogue, such as `UserRejectedRequestError` (4001) if the user rejects the request,
 * `UnauthorizedProviderError` (4100) if the wallet did not grant the address, `InvalidParamsRpcError` (-32602) if an argument is invalid,
 * `UnsupportedProviderMethodError` (4200) if the wallet lacks the method, and `AnswerInvalid` if the wallet's response is malformed.
 */
export interface BitcoinProvider {
  /** Returns the granted accounts: payment first, ordinal second. Over WalletConnect, this queries the wallet. */
  getAccountAddresses(): Promise<readonly Account[]>
  /** Signs a text. Returns the signature: 65 bytes for ECDSA (BIP-137), a witness for BIP-322. */
  signMessage(input: BitcoinMessage): Promise<string>
  /** Signs inputs of a transaction. Returns the signed PSBT, and the transaction ID if the wallet broadcast it. */
  signPsbt(input: BitcoinPsbt): Promise<SignedPsbt>
  /** Asks the wallet to create, sign and broadcast a payment. Returns the transaction ID. */
  sendTransfer(input: BitcoinTransfer): Promise<string>
  /** Adds a listener. It receives the accounts for `accountsChanged`, a CAIP-2 ID for `chainChanged`, and nothing for `disconnect`. */
  on(event: BitcoinEvent, listener: (value: unknown) => void): void
  removeListener(event: BitcoinEvent, listener: (value: unknown) => void): void
}

/** Event emitted by a Bitcoin wallet. */
export type BitcoinEvent = "accountsChanged" | "chainChanged" | "disconnect"

/**
 * Text and the granted address to sign it with. `protocol` defaults to BIP-322 for a Taproot address, otherwise to ECDSA or the wallet's
 * own default.
 */
export interface BitcoinMessage {
  readonly message: string
  readonly address: string
  readonly protocol?: SigningProtocol
}

/** Signing method: ECDSA (BIP-137), or BIP-322, which works for every kind of address. */
export type SigningProtocol = "ecdsa" | "bip322"

/** Transaction for the wallet to sign. */
export interface BitcoinPsbt {
  readonly psbt: string
  /** Inputs to sign, each with the granted address that it spends from. */
  readonly signInputs: readonly SignInput[]
  /** Whether the wallet broadcasts the transaction. It must then need no further signatures. */
  readonly broadcast?: boolean
}

/** Input of a PSBT for the wallet to sign. */
export interface SignInput {
  /** Index of the input, from 0. */
  readonly index: number
  /** Granted address that the input spends from. */
  readonly address: string
  /** Allowed signature hash types (BIP-143, BIP-341). Defaults to the wallet's choice. */
  readonly sighashTypes?: readonly number[]
}

/** Result of `signPsbt`. */
export interface SignedPsbt {
  /** Signed PSBT in base64 (BIP-174). */
  readonly psbt: string
  /** Transaction ID in lower-case hex. `undefined` unless the wallet broadcast the transaction. */
  readonly txid?: string
}

/** Payment from the payment account. */
export interface BitcoinTransfer {
  readonly recipient: string
  /** Amount in satoshis, an integer above 0. */
  readonly amount: number
}

/** Bitcoin chain, by its usual name. Wallet APIs have their own names for it. */
export type BitcoinChain = "mainnet" | "testnet" | "testnet4" | "signet" | "regtest"

/** CAIP-2 IDs by chain. The reference is the first half of the genesis hash (BIP-122). */
export const bitcoinChains: Readonly<Record<BitcoinChain, CaipNetworkId>> = {
  mainnet: "bip122:000000000019d6689c085ae165831e93",
  testnet: "bip122:000000000933ea01ad0ee984209779ba",
  testnet4: "bip122:00000000da84f2bafbbc53dee25a72ae",
  signet: "bip122:00000008819873e925422c1ff0f99f7c",
  regtest: "bip122:0f9188f13cb7b2c71f2a335e3a4fc328",
}

/** Returns the chain of a CAIP-2 ID, or `undefined` if it is not one of `bitcoinChains`. */
export const bitcoinChainOf = (caipNetworkId: string): BitcoinChain | undefined =>
  (Object.keys(bitcoinChains) as BitcoinChain[]).find((chain) => bitcoinChains[chain] === caipNetworkId)

/** Whether an address is a Taproot address (BIP-341), which can sign only with BIP-322. */
export const isTaproot = (address: string): boolean => /^(bc|tb|bcrt)1p/i.test(address)

/**
 * Orders Bitcoin accounts: payment first, ordinal second, without duplicates (specification section 9). If no account has one of these
 * types, an untyped account gets that type. It is chosen by its address, because ordinals are kept on Taproot addresses, or else by its
 * position.
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
