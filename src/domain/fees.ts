import { BlobTooLarge, InvalidChainId, MaxFeeTooHigh, PriorityFeeTooHigh } from "./errors.ts"
import { blob, maxFee } from "./limits.ts"

/** What a transaction says of its chain and what it pays, in wei a unit of gas; `blobBytes` where it carries blob data. */
export interface Fees {
  readonly chainId: number
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly blobBytes?: number
}

/** Why no chain takes a transaction with these fees (section 5); nothing where they are in order. */
export const feeProblem = ({
  chainId,
  maxFeePerGas,
  maxPriorityFeePerGas,
  blobBytes = 0,
}: Fees): InvalidChainId | MaxFeeTooHigh | PriorityFeeTooHigh | BlobTooLarge | undefined => {
  if (!Number.isSafeInteger(chainId) || chainId <= 0) return new InvalidChainId()
  if (maxFeePerGas > maxFee) return new MaxFeeTooHigh()
  if (maxPriorityFeePerGas > maxFeePerGas) return new PriorityFeeTooHigh()
  return blobBytes > blob.perTransaction ? new BlobTooLarge() : undefined
}
