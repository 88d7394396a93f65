import { address, getPublicKeyFromAddress, getUtf8Encoder, type SignatureBytes, verifySignature } from "@solana/kit"
import { fromBase58 } from "./transaction.ts"

/**
 * Resolves with whether a base58 signature of a message was made with the key of the address `of`. Rejects if the address is invalid or the
 * browser lacks Ed25519.
 */
export const isSigned = async (of: string, message: string, signature: string): Promise<boolean> => {
  const bytes = fromBase58(signature)
  if (bytes?.length !== signatureLength) return false
  const key = await getPublicKeyFromAddress(address(of))
  return verifySignature(key, bytes as SignatureBytes, getUtf8Encoder().encode(message))
}

const signatureLength = 64
