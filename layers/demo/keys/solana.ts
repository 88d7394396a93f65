import {
  createKeyPairFromPrivateKeyBytes,
  getTransactionEncoder,
  partiallySignTransaction,
  signBytes,
} from "@solana/kit"
import { InvalidParamsRpcError } from "../../../src/errors/rpc.ts"
import { opened } from "../../chains/solana/transaction.ts"
import type { TestKey } from "./testKeys.ts"

export { fromBase58, fromBase64, toBase58, toBase64 } from "../../chains/solana/transaction.ts"

/** Signs bytes (Ed25519). Rejects if the browser lacks Ed25519. */
export const signMessage = async (key: TestKey, message: Uint8Array): Promise<Uint8Array> => {
  const { privateKey } = await createKeyPairFromPrivateKeyBytes(key)
  return new Uint8Array(await signBytes(privateKey, message))
}

/**
 * Signs a transaction in wire format. Resolves with the signed transaction and the signature of `address`. Rejects if the wire bytes are
 * invalid, or the key's account is not among the signers.
 */
export const signTransaction = async (
  key: TestKey,
  address: string,
  wire: Uint8Array,
): Promise<{ readonly wire: Uint8Array; readonly signature: Uint8Array }> => {
  const transaction = opened(wire)
  if (!transaction) throw new InvalidParamsRpcError("Expected a Solana transaction")
  const signed = await partiallySignTransaction([await createKeyPairFromPrivateKeyBytes(key)], transaction)
  const [, signature] = Object.entries(signed.signatures).find(([signer]) => signer === address) ?? []
  return {
    wire: new Uint8Array(getTransactionEncoder().encode(signed)),
    signature: new Uint8Array(signature ?? []),
  }
}

/** Whether the bytes start like a transaction in wire format. Does not decode the blockhash and the instructions. */
export const isTransaction = (wire: Uint8Array): boolean => opened(wire) !== undefined
