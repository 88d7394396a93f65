import { isRecord } from "../../../src/options/guards.ts"
import { toHex } from "../../chains/evm/quantity.ts"
import { feesOf, gasUsedBy, plainGas, priceOf } from "./evmFees.ts"
import type { Replace } from "./ledger.ts"

/**
 * Creates the transaction that cancels an EVM transaction or raises its fee, as a wallet does. Its fee caps are an eighth higher. Returns
 * `undefined` for other namespaces and for transactions that were not sent through a node.
 */
export const replaceEvmTransaction: Replace = (moved, by) => {
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
