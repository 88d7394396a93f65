/** An output of a transaction, by the ID of that transaction. */
export interface Outpoint {
  readonly txid: string
  readonly vout: number
}

/** An amount at an address, in satoshis. */
export interface Output {
  readonly address: string
  readonly value: bigint
}

/** An unspent output of an address. Those of a transaction that waits are unconfirmed. */
export interface Coin extends Outpoint, Output {
  readonly confirmed: boolean
}

/** A signed transaction: the outputs it spends, as its signatures claim them, and those it creates. `size`: in virtual bytes (BIP-141). */
export interface BitcoinTransaction {
  readonly txid: string
  readonly spends: readonly (Outpoint & Output)[]
  readonly creates: readonly Output[]
  readonly size: number
}
