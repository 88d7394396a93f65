import { isRecord } from "../../../src/options/guards.ts"
import { readQuantity } from "../../chains/evm/quantity.ts"
import type { TransferRecord } from "./ledger.ts"

/** Returns the gas price that a transaction with these fee caps pays (EIP-1559). All values are in wei. */
export const priceOf = ({ cap, tip }: { readonly cap: bigint; readonly tip: bigint }): bigint =>
  cap < baseFee + tip ? cap : baseFee + tip

/** Reads a transaction's gas limit, and its maximum gas price and tip in wei. A legacy gas price counts as both. Missing fields are 0. */
export const feesOf = (fields: unknown): { readonly gas: bigint; readonly cap: bigint; readonly tip: bigint } => {
  const { gas, gasPrice, maxFeePerGas = gasPrice, maxPriorityFeePerGas = gasPrice } = isRecord(fields) ? fields : {}
  const [limit = 0n, cap = 0n, tip = 0n] = [gas, maxFeePerGas, maxPriorityFeePerGas].map(readQuantity)
  return { gas: limit, cap, tip }
}

/** Returns the gas that a transaction used, or 0 if its gas price is 0. */
export const gasUsedBy = ({ fee, sent }: Pick<TransferRecord, "fee" | "sent">): bigint => {
  const price = priceOf(feesOf(sent))
  return price > 0n ? fee / price : 0n
}

/** Base fee of every block, in wei per unit of gas. */
export const baseFee = 1_100_000_000n
export const usualTip = 100_000_000n
/** Gas of a plain payment. */
export const plainGas = 21_000n
export const contractGas = 51_800n
export const blockGas = 30_000_000n
