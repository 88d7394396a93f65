/** Reference to an output: the transaction's ID and the output's index. */
export interface Outpoint {
  readonly txid: string
  readonly vout: number
}

/** Output of a transaction: an amount in satoshis, and the address that receives it. */
export interface Output {
  readonly address: string
  readonly value: bigint
}

/** An unspent output of an address. Outputs of a pending transaction are unconfirmed. */
export interface Coin extends Outpoint, Output {
  readonly confirmed: boolean
}

/**
 * A signed transaction. `spends`: the outputs it spends, with the addresses and amounts that its signatures commit to. `creates`: its
 * outputs, in order. `size`: in virtual bytes (BIP-141).
 */
export interface BitcoinTransaction {
  readonly txid: string
  readonly spends: readonly (Outpoint & Output)[]
  readonly creates: readonly Output[]
  readonly size: number
}
