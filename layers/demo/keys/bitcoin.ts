import {
  pointFromScalar,
  privateAdd,
  privateNegate,
  sign,
  signRecoverable,
  signSchnorr,
  xOnlyPointFromScalar,
} from "@bitcoinerlab/secp256k1"
import { address, crypto, Psbt, payments, type Signer, script, Transaction } from "bitcoinjs-lib"
import type { CaipNetworkId } from "../../../src/options/networks.ts"
import { formatOf, open } from "../../chains/bitcoin/psbt.ts"
import { messageHash, spendingOf } from "../../chains/bitcoin/verifySignature.ts"
import type { TestKey } from "./testKeys.ts"

/** Signs a message with an address's key, by BIP-137 (the default) or BIP-322. Returns base64. */
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

/** Signs inputs of a PSBT (base64) with an account's key. If `finish`, finalizes them and returns the transaction ID too. */
export const signPsbt = (
  key: TestKey,
  given: string,
  inputs: readonly number[],
  finish: boolean,
): { readonly psbt: string; readonly txid?: string } => {
  open()
  const psbt = Psbt.fromBase64(given)
  const internal = xOnlyPointFromScalar(key)
  for (const index of inputs) {
    const taproot = isTaproot(psbt.data.inputs[index]?.witnessUtxo?.script ?? new Uint8Array())
    if (taproot && !psbt.data.inputs[index]?.tapInternalKey) psbt.updateInput(index, { tapInternalKey: internal })
    psbt.signInput(index, signerOf(taproot ? tweaked(key) : key), sighashes)
  }
  if (!finish) return { psbt: psbt.toBase64() }
  psbt.finalizeAllInputs()
  return { psbt: psbt.toBase64(), txid: psbt.extractTransaction(true).getId() }
}

const signerOf = (key: TestKey): Signer => ({
  publicKey: publicKeyOf(key),
  sign: (hash) => sign(hash, key),
  signSchnorr: (hash) => signSchnorr(hash, key),
})

/** The key of a Taproot address without scripts (BIP-86). */
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

/** First byte of BIP-137 signatures of P2WPKH addresses. */
const ofSegwit = 39

const sighashes = [Transaction.SIGHASH_DEFAULT, Transaction.SIGHASH_ALL]
