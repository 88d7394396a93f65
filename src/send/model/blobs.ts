import { BlobTooLarge, type InvalidInput } from "../../errors/index.ts"
import { invalidInput, isRecord } from "../../options/guards.ts"
import { blob } from "../limits.ts"

/**
 * Returns the problem with the blobs of a transaction, or `undefined` if they are valid or there are none. Requests contain whole blobs
 * (EIP-4844), so the data limit of specification section 5 limits their number: 31 of the 32 bytes of a field element hold data, and one
 * byte per transaction marks the end of the data.
 */
export const blobProblem = (transaction: unknown): BlobTooLarge | InvalidInput | undefined => {
  if (!isRecord(transaction) || transaction.blobs === undefined) return undefined
  const { blobs } = transaction
  if (!Array.isArray(blobs) || !blobs.every(isBlob))
    return invalidInput(`blobs of ${blob.bytes} bytes as hex`, blobs, "params.0.blobs")
  return blobs.length * (blob.bytes - blob.fieldElements) - 1 > blob.perTransaction ? new BlobTooLarge() : undefined
}

const isBlob = (value: unknown): boolean =>
  typeof value === "string" && value.length === 2 + 2 * blob.bytes && /^0x[\da-f]*$/i.test(value)
