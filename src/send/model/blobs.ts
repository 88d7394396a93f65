import { BlobTooLarge, type InvalidInput } from "../../errors/index.ts"
import { invalidInput, isRecord } from "../../options/guards.ts"
import { blob } from "../limits.ts"

/**
 * Checks the blobs of a transaction (EIP-4844, specification section 5). Returns InvalidInput unless they are whole blobs as hex,
 * BlobTooLarge if there are more than 6, and `undefined` if they are valid or there are none.
 */
export const blobProblem = (transaction: unknown): BlobTooLarge | InvalidInput | undefined => {
  if (!isRecord(transaction) || transaction.blobs === undefined) return undefined
  const { blobs } = transaction
  if (!Array.isArray(blobs) || !blobs.every(isBlob))
    return invalidInput(`blobs of ${blob.bytes} bytes as hex`, blobs, "params.0.blobs")
  // One byte of each field element is unused, and one byte marks the end of the data.
  return blobs.length * (blob.bytes - blob.fieldElements) - 1 > blob.perTransaction ? new BlobTooLarge() : undefined
}

const isBlob = (value: unknown): boolean =>
  typeof value === "string" && value.length === 2 + 2 * blob.bytes && /^0x[\da-f]*$/i.test(value)
