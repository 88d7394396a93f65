import { recover, verify, verifySchnorr } from "@bitcoinerlab/secp256k1"
import { address, crypto, payments, script, Transaction } from "bitcoinjs-lib"
import type { SignedMessage } from "../../../services/Chains.ts"
import { formatOf, open } from "./psbt.ts"

/**
 * Whether a base64 signature of a message was made with the single key of the address. Accepts simple BIP-322 signatures for SegWit and
 * Taproot, and recoverable signatures (BIP-137) for all but Taproot.
 */
export const isSigned = ({ address: of, message, signature, network }: SignedMessage): boolean => {
  try {
    open()
    const output = address.toOutputScript(of, formatOf(network))
    const bytes = bytesOf(signature)
    return isRecoverable(bytes, message, output) || isSimple(bytes, message, output)
  } catch {
    return false
  }
}

/** Whether the bytes are a valid simple BIP-322 signature: the witness of the transaction that `spendingOf` returns. */
const isSimple = (bytes: Uint8Array, message: string, output: Uint8Array): boolean => {
  const witness = stackOf(bytes)
  const [signature, key] = witness
  if (!signature) return false
  const spending = spendingOf(message, output)
  if (isTaproot(output)) {
    if (witness.length !== 1 || (signature.length !== 64 && signature.length !== 65)) return false
    const kind = signature[64] ?? Transaction.SIGHASH_DEFAULT
    if (signature.length === 65 && kind !== Transaction.SIGHASH_ALL) return false
    const hash = spending.hashForWitnessV1(0, [output], [0n], kind)
    return verifySchnorr(hash, output.slice(2), signature.slice(0, 64))
  }
  if (witness.length !== 2 || !key) return false
  const { pubkey, hash: keyHash } = payments.p2wpkh({ pubkey: key })
  if (!pubkey || !keyHash || !outputsOf(key).slice(1).some(same(output))) return false
  const { signature: plain, hashType } = script.signature.decode(signature)
  if (hashType !== Transaction.SIGHASH_ALL) return false
  const code = payments.p2pkh({ hash: keyHash }).output
  return code !== undefined && verify(spending.hashForWitnessV0(0, code, 0n, hashType), pubkey, plain)
}

/** Whether the bytes are a valid BIP-137 signature: a header that selects one of four keys, then r and s. */
const isRecoverable = (bytes: Uint8Array, message: string, output: Uint8Array): boolean => {
  const header = bytes[0] ?? 0
  if (bytes.length !== 65 || header < 27 || header > 42) return false
  const hash = messageHash(message)
  const compressed = header >= 31
  const key = recover(hash, bytes.slice(1), ((header - 27) % 4) as 0 | 1 | 2 | 3, compressed)
  return key !== null && outputsOf(key).some(same(output))
}

/** Returns the output scripts that a single key can spend: P2PKH, and for a compressed key also P2WPKH and P2SH-P2WPKH. */
const outputsOf = (key: Uint8Array): readonly Uint8Array[] => {
  const plain = payments.p2pkh({ pubkey: key }).output
  if (key.length !== 33) return plain ? [plain] : []
  const segwit = payments.p2wpkh({ pubkey: key })
  const nested = payments.p2sh({ redeem: segwit }).output
  return [plain, segwit.output, nested].filter((one) => one !== undefined)
}

/**
 * Returns the virtual transaction that a BIP-322 signature signs. It spends the output of another virtual transaction, which contains the
 * message's hash.
 */
export const spendingOf = (message: string, output: Uint8Array): Transaction => toSign(toSpend(message, output))

/** Returns the hash that a recoverable signature (BIP-137) signs. */
export const messageHash = (message: string): Uint8Array => {
  const text = new TextEncoder().encode(message)
  return crypto.hash256(joined(magic, lengthOf(text.length), text))
}

const toSpend = (message: string, output: Uint8Array): Transaction => {
  const hash = crypto.sha256(joined(tag, tag, new TextEncoder().encode(message)))
  const spent = new Transaction()
  spent.version = 0
  spent.addInput(new Uint8Array(32), 0xffffffff, 0, joined([0, 32], hash))
  spent.addOutput(output, 0n)
  return spent
}

const toSign = (spent: Transaction): Transaction => {
  const spending = new Transaction()
  spending.version = 0
  spending.addInput(spent.getHash(), 0, 0)
  spending.addOutput(new Uint8Array([opReturn]), 0n)
  return spending
}

/**
 * Reads the items of a serialized witness. Supports items of up to 252 bytes, which suffices for a single key. Throws if an item is longer,
 * or if the witness is truncated or has trailing bytes.
 */
const stackOf = (bytes: Uint8Array): readonly Uint8Array[] => {
  const [count = 0] = bytes
  const items: Uint8Array[] = []
  let at = 1
  for (let left = count; left > 0; left--) {
    const length = bytes[at] ?? 0
    if (length > 252 || at + 1 + length > bytes.length) throw new Error("Not a witness")
    items.push(bytes.slice(at + 1, at + 1 + length))
    at += 1 + length
  }
  if (at !== bytes.length) throw new Error("Not a witness")
  return items
}

const isTaproot = (output: Uint8Array) => output.length === 34 && output[0] === 0x51 && output[1] === 32

const same = (one: Uint8Array) => (other: Uint8Array) =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

const joined = (...parts: readonly ArrayLike<number>[]) => Uint8Array.from(parts.flatMap((part) => Array.from(part)))

/** Encodes a length in Bitcoin's variable format, up to 2^32-1. */
const lengthOf = (length: number): readonly number[] => {
  if (length < 253) return [length]
  const bytes = [0, 8, 16, 24].map((shift) => (length >>> shift) & 255)
  return length < 65_536 ? [253, ...bytes.slice(0, 2)] : [254, ...bytes]
}

const tag = crypto.sha256(new TextEncoder().encode("BIP0322-signed-message"))
const magic = new TextEncoder().encode("\x18Bitcoin Signed Message:\n")

const opReturn = 0x6a

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
