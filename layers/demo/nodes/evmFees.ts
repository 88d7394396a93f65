import { isRecord } from "../../../src/options/guards.ts"
import { readQuantity } from "../../chains/evm/quantity.ts"
import type { TransferRecord } from "./ledger.ts"

/** Returns the price of a unit of gas that a transaction pays (EIP-1559). */
export const priceOf = ({ cap, tip }: { readonly cap: bigint; readonly tip: bigint }): bigint =>
  cap < baseFee + tip ? cap : baseFee + tip

/** Reads the gas limit of a transaction and its highest prices of a unit, in total and above the base fee. */
export const feesOf = (fields: unknown): { readonly gas: bigint; readonly cap: bigint; readonly tip: bigint } => {
  const { gas, gasPrice, maxFeePerGas = gasPrice, maxPriorityFeePerGas = gasPrice } = isRecord(fields) ? fields : {}
  const [limit = 0n, cap = 0n, tip = 0n] = [gas, maxFeePerGas, maxPriorityFeePerGas].map(readQuantity)
  return { gas: limit, cap, tip }
}

/** Returns the gas that a transaction used. */
export const gasUsedBy = ({ fee, sent }: Pick<TransferRecord, "fee" | "sent">): bigint => {
  const price = priceOf(feesOf(sent))
  return price > 0n ? fee / price : 0n
}

/** Price of a unit of gas in every block, and the usual tip above it. */
export const baseFee = 1_100_000_000n
export const usualTip = 100_000_000n
/** Gas of a plain payment, and of a call of the world's contracts. */
export const plainGas = 21_000n
export const contractGas = 51_800n
export const blockGas = 30_000_000n
