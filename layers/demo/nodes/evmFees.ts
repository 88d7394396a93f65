import { isRecord } from "../../../src/options/guards.ts"
import { readQuantity, toHex } from "../../chains/evm/quantity.ts"
import type { Replace, TransferRecord } from "./ledger.ts"

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

/** Replaces a transaction as a wallet's user does, who cancels it or raises its fee. */
export const replaceTransaction: Replace = (moved, by) => {
  if (!moved.chain.startsWith("eip155:") || !isRecord(moved.sent)) return undefined
  const { id: _, underpriced: __, ...rest } = moved
  const { cap, tip } = feesOf(moved.sent)
  const raised = { cap: (cap * 9n) / 8n, tip: (tip * 9n) / 8n }
  const prices =
    moved.sent.gasPrice === undefined
      ? { maxFeePerGas: toHex(raised.cap), maxPriorityFeePerGas: toHex(raised.tip) }
      : { gasPrice: toHex(raised.cap) }
  const sent = { ...moved.sent, ...prices }
  if (by === "repricing") return { ...rest, sent, fee: gasUsedBy(moved) * priceOf(raised) }
  const { from, chain, at, nonce } = moved
  const nothing = { to: from, value: "0x0", input: "0x", gas: toHex(plainGas) }
  const fee = plainGas * priceOf(raised)
  return { from, chain, at, nonce, to: from, units: 0n, contract: undefined, sent: { ...sent, ...nothing }, fee }
}

/** Price of a unit of gas in every block, and the usual tip above it. */
export const baseFee = 1_100_000_000n
export const usualTip = 100_000_000n
/** Gas of a plain payment, and of a call of the world's contracts. */
export const plainGas = 21_000n
export const contractGas = 51_800n
export const blockGas = 30_000_000n
