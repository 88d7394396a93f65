import { InvalidChainId } from "../../errors/index.ts"
import { coinTypeLimit } from "../limits.ts"

/**
 * Converts an EVM chain ID to its coin type (ENSIP-11): the ID with the highest of 32 bits set. Returns `InvalidChainId` if the ID is not
 * an integer from 0 to 2147483647.
 */
export const chainIdToCoinType = (chainId: number): number | InvalidChainId =>
  Number.isInteger(chainId) && chainId >= 0 && chainId < coinTypeLimit ? chainId + coinTypeLimit : new InvalidChainId()
