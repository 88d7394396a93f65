import {
  type Address,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  isAddress,
  type SignatureBytes,
  type Transaction,
} from "@solana/kit"
import { InvalidParamsRpcError } from "../../../src/errors/rpc.ts"
import { typeMismatch } from "../../../src/options/guards.ts"
import { bytesOf, read } from "../shared/walletStandard.ts"

/** Whether `text` is a Solana address: 32 bytes in base58. */
export const isSolanaKey = (text: unknown): text is Address => typeof text === "string" && isAddress(text)

export const toBase58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes)
export const toBase64 = (bytes: Uint8Array): string => getBase64Decoder().decode(bytes)

/** Decodes a base58 text. Returns `undefined` if it is empty, invalid or not a text. */
export const fromBase58 = (text: unknown): Uint8Array | undefined => decoded(getBase58Encoder, text)
export const fromBase64 = (text: unknown): Uint8Array | undefined => decoded(getBase64Encoder, text)

/**
 * Returns the wire bytes of a transaction given as bytes, base64, or an object of `@solana/web3.js` 1.x or `@solana/kit`. Throws
 * InvalidParamsRpcError for anything else.
 */
export const wireOf = (given: unknown): Uint8Array => {
  const bytes = bytesOf(given) ?? fromBase64(given) ?? serialized(given) ?? encoded(given)
  if (!bytes || !opened(bytes)) throw new InvalidParamsRpcError(typeMismatch("Solana transaction", given))
  return bytes
}

/** Decodes wire bytes. Returns `undefined` if they are not a transaction. */
export const opened = (wire: Uint8Array): Transaction | undefined => {
  try {
    return getTransactionDecoder().decode(wire)
  } catch {
    return undefined
  }
}

/**
 * Adds an account's signature to a transaction. Returns `undefined` if the account is not one of its signers, or the transaction or
 * signature is malformed.
 */
export const withSignature = (wire: Uint8Array, address: string, signature: Uint8Array): Uint8Array | undefined => {
  const transaction = opened(wire)
  if (!transaction || !(address in transaction.signatures) || signature.length !== signatureBytes) return undefined
  const signatures = { ...transaction.signatures, [address]: signature as SignatureBytes }
  return new Uint8Array(getTransactionEncoder().encode({ ...transaction, signatures }))
}

export const isLegacy = (wire: Uint8Array): boolean => ((opened(wire)?.messageBytes[0] ?? 0) & versioned) === 0

/**
 * Returns a transaction in the fields that older WalletConnect wallets read instead of wire bytes. Returns `undefined` for versioned and
 * malformed transactions.
 */
export const described = (wire: Uint8Array): object | undefined => {
  const transaction = isLegacy(wire) ? opened(wire) : undefined
  if (!transaction) return undefined
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  if (message.version !== "legacy") return undefined
  const { header, staticAccounts, instructions, lifetimeToken } = message
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header
  const keyAt = (index: number) => ({
    pubkey: staticAccounts[index],
    isSigner: index < numSignerAccounts,
    isWritable:
      index < numSignerAccounts - numReadonlySignerAccounts ||
      (index >= numSignerAccounts && index < staticAccounts.length - numReadonlyNonSignerAccounts),
  })
  return {
    feePayer: staticAccounts[0],
    recentBlockhash: lifetimeToken,
    instructions: instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
      programId: staticAccounts[programAddressIndex],
      keys: accountIndices.map(keyAt),
      data: data ? getBase58Decoder().decode(data) : "",
    })),
  }
}

const versioned = 0x80
const signatureBytes = 64

const decoded = (encoder: typeof getBase64Encoder | typeof getBase58Encoder, text: unknown): Uint8Array | undefined => {
  try {
    return typeof text === "string" && text !== "" ? new Uint8Array(encoder().encode(text)) : undefined
  } catch {
    return undefined
  }
}

/**
 * Serializes a transaction object of `@solana/web3.js` 1.x, which may be unsigned. Returns `undefined` for other values. Throws
 * InvalidParamsRpcError if serializing fails.
 */
const serialized = (given: unknown): Uint8Array | undefined => {
  const serialize = read(given, "serialize")
  if (typeof serialize !== "function") return undefined
  try {
    return bytesOf(Reflect.apply(serialize, given, [{ requireAllSignatures: false, verifySignatures: false }]))
  } catch (cause) {
    throw new InvalidParamsRpcError(cause instanceof Error ? cause.message : "", { cause })
  }
}

/** Encodes a transaction object of `@solana/kit`. Returns `undefined` for anything else. */
const encoded = (given: unknown): Uint8Array | undefined => {
  try {
    return new Uint8Array(getTransactionEncoder().encode(given as Transaction))
  } catch {
    return undefined
  }
}
