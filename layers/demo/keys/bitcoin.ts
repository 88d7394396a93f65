import {
  pointFromScalar,
  privateAdd,
  privateNegate,
  sign,
  signRecoverable,
  signSchnorr,
  verify,
  verifySchnorr,
  xOnlyPointFromScalar,
} from "@bitcoinerlab/secp256k1"
import { address, crypto, type Network, Psbt, payments, type Signer, script, Transaction } from "bitcoinjs-lib"
import type { CaipNetworkId } from "../../../src/options/networks.ts"
import { formatOf, open } from "../../chains/bitcoin/psbt.ts"
import { messageHash, spendingOf } from "../../chains/bitcoin/verifySignature.ts"
import type { BitcoinTransaction, Coin, Output } from "../nodes/bitcoinTransaction.ts"
import type { TestKey } from "./testKeys.ts"

/**
 * Signs a message with the key of an address, and returns the signature in base64. Defaults to BIP-137, or BIP-322 for Taproot. Throws for
 * ECDSA with a Taproot address.
 */
export const signMessage = (
  key: TestKey,
  of: string,
  message: string,
  { caipNetworkId, protocol }: { readonly caipNetworkId: CaipNetworkId; readonly protocol?: string | undefined },
): string => {
  open()
  const output = address.toOutputScript(of, formatOf({ caipNetworkId }))
  const taproot = isTaproot(output)
  if (protocol?.toLowerCase() === "ecdsa" && taproot) throw new Error("A Taproot address signs by BIP-322 only")
  if (!taproot && protocol?.toLowerCase() !== "bip322") {
    const { signature, recoveryId } = signRecoverable(messageHash(message), key)
    return base64([ofSegwit + recoveryId, ...signature])
  }
  const spending = spendingOf(message, output)
  if (taproot) {
    const hash = spending.hashForWitnessV1(0, [output], [0n], Transaction.SIGHASH_DEFAULT)
    return witness([signSchnorr(hash, tweaked(key))])
  }
  const pubkey = publicKeyOf(key)
  const code = payments.p2pkh({ pubkey }).output ?? new Uint8Array()
  const hash = spending.hashForWitnessV0(0, code, 0n, Transaction.SIGHASH_ALL)
  return witness([script.signature.encode(sign(hash, key), Transaction.SIGHASH_ALL), pubkey])
}

/**
 * Signs inputs of a base64 PSBT with an account's key. If `finish`, finalizes the PSBT and returns its transaction too. Throws if the PSBT
 * is invalid or an input cannot be signed.
 */
export const signPsbt = (
  key: TestKey,
  given: string,
  inputs: readonly number[],
  finish: boolean,
  caipNetworkId: CaipNetworkId,
): { readonly psbt: string; readonly transaction?: BitcoinTransaction } => {
  open()
  const format = formatOf({ caipNetworkId })
  const psbt = Psbt.fromBase64(given, { network: format })
  signInputs(psbt, key, inputs)
  return finish ? { psbt: psbt.toBase64(), transaction: finishPsbt(psbt, format) } : { psbt: psbt.toBase64() }
}

/**
 * Creates and signs a transaction that spends coins of one address and sends the change back to it. `feeRate` is in satoshis per virtual
 * byte. Throws if the coins do not suffice.
 */
export const signTransfer = (
  key: TestKey,
  coins: readonly Coin[],
  paid: readonly Output[],
  feeRate: bigint,
  caipNetworkId: CaipNetworkId,
): BitcoinTransaction => {
  open()
  const format = formatOf({ caipNetworkId })
  const psbt = new Psbt({ network: format })
  const wanted = paid.reduce((sum, { value }) => sum + value, 0n)
  let spent = 0n
  let used = 0
  const feeOf = (outputs: number) => BigInt(overhead + used * inputSize + outputs * outputSize) * feeRate
  for (const { txid, vout, address: of, value } of coins) {
    if (used > 0 && spent >= wanted + feeOf(paid.length + 1)) break
    psbt.addInput({ hash: txid, index: vout, witnessUtxo: { script: address.toOutputScript(of, format), value } })
    spent += value
    used += 1
  }
  if (spent < wanted + feeOf(paid.length)) throw new Error("Insufficient balance")
  for (const payment of paid) psbt.addOutput(payment)
  const rest = spent - wanted - feeOf(paid.length + 1)
  const [own] = coins
  if (own && rest >= dust) psbt.addOutput({ address: own.address, value: rest })
  signInputs(psbt, key, [...psbt.data.inputs.keys()])
  return finishPsbt(psbt, format)
}

const signInputs = (psbt: Psbt, key: TestKey, inputs: readonly number[]) => {
  const internal = xOnlyPointFromScalar(key)
  for (const index of inputs) {
    const taproot = isTaproot(psbt.data.inputs[index]?.witnessUtxo?.script ?? new Uint8Array())
    if (taproot && !psbt.data.inputs[index]?.tapInternalKey) psbt.updateInput(index, { tapInternalKey: internal })
    psbt.signInput(index, signerOf(taproot ? tweaked(key) : key), sighashes)
  }
}

/** Finalizes a PSBT whose inputs are all signed, and returns its transaction. Throws if a signature is invalid. */
const finishPsbt = (psbt: Psbt, format: Network): BitcoinTransaction => {
  psbt.validateSignaturesOfAllInputs((publicKey, hash, signature) =>
    publicKey.length === 32 ? verifySchnorr(hash, publicKey, signature) : verify(hash, publicKey, signature),
  )
  psbt.finalizeAllInputs()
  // Skips the library's check for high fees.
  const transaction = psbt.extractTransaction(true)
  const addressOf = (output: Uint8Array) => {
    try {
      return address.fromOutputScript(output, format)
    } catch {
      return ""
    }
  }
  return {
    txid: transaction.getId(),
    size: transaction.virtualSize(),
    spends: psbt.txInputs.map(({ hash, index: vout }, at) => {
      const { script: output = new Uint8Array(), value = 0n } = psbt.data.inputs[at]?.witnessUtxo ?? {}
      return { txid: hex(hash.toReversed()), vout, address: addressOf(output), value }
    }),
    creates: psbt.txOutputs.map(({ script: output, value }) => ({ address: addressOf(output), value })),
  }
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Sizes in virtual bytes: a transaction without inputs and outputs, a P2WPKH input, and the largest common output. */
const [overhead, inputSize, outputSize] = [11, 68, 43]
/** Minimum change in satoshis. A smaller amount is added to the fee instead. */
const dust = 546n

const signerOf = (key: TestKey): Signer => ({
  publicKey: publicKeyOf(key),
  sign: (hash) => sign(hash, key),
  signSchnorr: (hash) => signSchnorr(hash, key),
})

/** Returns the private key of a Taproot address without scripts (BIP-86). */
const tweaked = (key: TestKey): Uint8Array => {
  const even = publicKeyOf(key)[0] === 2 ? key : privateNegate(key)
  const sum = privateAdd(even, crypto.taggedHash("TapTweak", xOnlyPointFromScalar(key)))
  if (!sum) throw new Error("No such key")
  return sum
}

const publicKeyOf = (key: TestKey): Uint8Array => {
  const point = pointFromScalar(key, true)
  if (!point) throw new Error("No such key")
  return point
}

const isTaproot = (output: Uint8Array) => output.length === 34 && output[0] === 0x51

/** Encodes one input's witness, with items under 253 bytes each, as base64. */
const witness = (items: readonly Uint8Array[]) =>
  base64([items.length, ...items.flatMap((item) => [item.length, ...item])])

const base64 = (bytes: readonly number[]) => btoa(String.fromCharCode(...bytes))

/** First byte of a BIP-137 signature of a P2WPKH address, before the recovery ID is added. */
const ofSegwit = 39

const sighashes = [Transaction.SIGHASH_DEFAULT, Transaction.SIGHASH_ALL]
