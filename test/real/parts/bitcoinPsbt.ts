import { isXOnlyPoint, xOnlyPointAddTweak } from "@bitcoinerlab/secp256k1"
import { address, initEccLib, networks, Psbt } from "bitcoinjs-lib"
import type { BitcoinPsbt } from "../../../src/namespaces/model/bitcoinProvider.ts"
import type { Key } from "./bitcoinKeys.ts"

/** An output to spend: its address, satoshis, and for Taproot the internal key (32 bytes in hex). Without a place, it is made up. */
export interface Coin {
  readonly address: string
  readonly satoshis: number
  readonly txid?: string
  readonly vout?: number
  readonly internalKey?: string
}

/**
 * An unsigned PSBT in base64, made by bitcoinjs-lib, that spends outputs and pays all but a fee to an address.
 */
export const unsignedPsbt = (coins: readonly Coin[], to: string, fee = 500): string => {
  initEccLib({ isXOnlyPoint, xOnlyPointAddTweak })
  const network = to.startsWith("bc1") ? networks.bitcoin : networks.testnet
  const psbt = new Psbt({ network })
  for (const [index, coin] of coins.entries()) {
    const script = address.toOutputScript(coin.address, network)
    psbt.addInput({
      hash: coin.txid ?? `${index + 1}`.padStart(64, "0"),
      index: coin.vout ?? 0,
      witnessUtxo: { script, value: BigInt(coin.satoshis) },
      ...(coin.internalKey && { tapInternalKey: Buffer.from(coin.internalKey, "hex") }),
    })
  }
  const all = coins.reduce((sum, { satoshis }) => sum + satoshis, 0)
  psbt.addOutput({ address: to, value: BigInt(all - fee) })
  return psbt.toBase64()
}

/** A transaction that spends an output of a payment and one of an ordinals account, for both to sign. */
export const spendingOf = (one: Key, other: Key): BitcoinPsbt => ({
  psbt: unsignedPsbt(
    [
      { address: one.address, satoshis: 10_000 },
      { address: other.address, satoshis: 20_000, internalKey: other.publicKey },
    ],
    one.address,
  ),
  signInputs: [one, other].map(({ address }, index) => ({ index, address })),
})
