import { InvalidChainId, MaxFeeTooHigh, PriorityFeeTooHigh } from "../../errors/index.ts"
import { maxFee } from "../limits.ts"

/** Chain and fees of a transaction. Fees are in wei per unit of gas. */
export interface Fees {
  readonly chainId: number
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** Checks the chain ID and the fees (specification section 5). Returns `undefined` if they are valid. */
export const feeProblem = ({
  chainId,
  maxFeePerGas,
  maxPriorityFeePerGas,
}: Fees): InvalidChainId | MaxFeeTooHigh | PriorityFeeTooHigh | undefined => {
  if (!Number.isSafeInteger(chainId) || chainId <= 0) return new InvalidChainId()
  if (maxFeePerGas > maxFee) return new MaxFeeTooHigh()
  return maxPriorityFeePerGas > maxFeePerGas ? new PriorityFeeTooHigh() : undefined
}
