import * as Effect from "effect/Effect"
import type { Transfers } from "../../../services/Chains.ts"
import { readCallsStatus } from "../../../src/capabilities/schema.ts"
import type { AdapterNotFound } from "../../../src/errors/index.ts"
import { sending as times } from "../../../src/send/limits.ts"
import type { TrackedTransfer, TransferOutcome } from "../../../src/send/model/transfer.ts"
import {
  decodeBlock,
  decodeReceipt,
  decodeTransaction,
  type NodeTransaction,
} from "../../../src/send/schema/evmNode.ts"
import { decodeResponse } from "../../shared/decodeResponse.ts"
import { requestWallet } from "./eip1193.ts"
import { makesTransfer } from "./erc20.ts"
import type { Eip1193 } from "./first-paint/eip6963.ts"
import type { Nodes } from "./gas.ts"
import { decodeQuantity, toHex } from "./quantity.ts"

/** Returns the function that looks up a transfer's current outcome, from the network or, for bundles and Safes, from the wallet. */
export const outcomeOf = (
  rpc: Nodes,
  here: (connectorId: string) => Effect.Effect<Eip1193, AdapterNotFound>,
): Transfers["outcome"] =>
  Effect.fn("evm.outcome")(function* (sent) {
    const network = sent.network
    if (sent.bundle || sent.connectorId === safeConnectorId) return yield* walletOutcome(here(sent.connectorId), sent)
    const request = (method: string, params: readonly unknown[]) => rpc.request({ network, method, params })
    const receiptOf = (hash: string) => decodeResponse(request("eth_getTransactionReceipt", [hash]), decodeReceipt)
    const outcomeIn = ({ status, blockNumber }: NonNullable<Effect.Success<ReturnType<typeof receiptOf>>>) =>
      status === "0x0"
        ? Effect.succeed({ status: "failed" } as const)
        : Effect.map(decodeQuantity(request("eth_blockNumber", [])), (head) => {
            return { status: "confirmed", settled: head - blockNumber >= times.depth } as const
          })
    const [receipt, known] = yield* Effect.all(
      [receiptOf(sent.id), decodeResponse(request("eth_getTransactionByHash", [sent.id]), decodeTransaction)],
      { concurrency: "unbounded" },
    )
    if (known && isDifferent(known, sent)) return { status: "different" }
    if (receipt) return yield* outcomeIn(receipt)
    // A transaction from a bundler has the bundler's nonce, not the account's.
    const own = known && isSameText(known.from, sent.from) ? known.nonce : undefined
    const nonce = own ?? (sent.nonce === undefined ? undefined : BigInt(sent.nonce))
    const pending: TransferOutcome = { status: "pending", ...(nonce !== undefined && { nonce: Number(nonce) }) }
    if (known || nonce === undefined) return pending
    // The node does not know the transaction. It can no longer be mined once another one has used its nonce.
    const count = yield* decodeQuantity(request("eth_getTransactionCount", [sent.from, "latest"]))
    if (count <= nonce) return pending
    // The transaction may have been mined between the requests. The next poll then reports its outcome.
    if (yield* receiptOf(sent.id)) return pending
    const instead = yield* Effect.orElseSucceed(findMined(rpc, sent, nonce), () => undefined)
    if (!instead) return pending
    if (isDifferent(instead, sent)) return { status: "replaced" }
    // A wallet that raises the fee resends the same transaction with another hash.
    const { hash } = instead
    const done = yield* receiptOf(hash)
    return done ? { ...(yield* outcomeIn(done)), hash } : pending
  })

/** Connector ID of a Safe. Its transactions have Safe transaction hashes, and only the Safe host knows their outcome. */
const safeConnectorId = "safe"

/**
 * Looks up the outcome of a call bundle or a Safe's transaction, which only the wallet knows. Pending if the wallet fails or reports no
 * outcome.
 */
const walletOutcome = (wallet: Effect.Effect<Eip1193, AdapterNotFound>, { id, bundle }: TrackedTransfer) =>
  Effect.flatMap(wallet, (provider) => requestWallet(provider, "wallet_getCallsStatus", [id])).pipe(
    Effect.map((value): TransferOutcome => {
      const { status, hash } = readCallsStatus(value) ?? { status: "pending" }
      const named = hash === undefined ? {} : { hash }
      if (status === "confirmed") return { status, settled: true, ...named }
      if (status === "reverted") return { status: "failed", ...named }
      if (status === "partly") return { status: "different" }
      // For a Safe, this status means that the owners executed another transaction instead.
      return { status: status === "failed" && !bundle ? "replaced" : status }
    }),
    Effect.orElseSucceed((): TransferOutcome => ({ status: "pending" })),
  )

/**
 * Finds an account's mined transaction by its nonce, searching back from the newest block. Returns `undefined` or fails if the node's
 * history does not reach that far.
 */
const findMined = (rpc: Nodes, { network, from }: TrackedTransfer, nonce: bigint) =>
  Effect.gen(function* () {
    const request = (method: string, params: readonly unknown[]) => rpc.request({ network, method, params })
    const isTaken = (block: bigint) =>
      Effect.map(decodeQuantity(request("eth_getTransactionCount", [from, toHex(block)])), (count) => count > nonce)
    const head = yield* decodeQuantity(request("eth_blockNumber", []))
    let taken = head
    let free = head - 1n
    for (let step = 2n; free > 0n && (yield* isTaken(free)); step *= 2n) {
      taken = free
      free = head > step ? head - step : 0n
    }
    while (taken - free > 1n) {
      const middle = (taken + free) / 2n
      if (yield* isTaken(middle)) taken = middle
      else free = middle
    }
    const { transactions } = yield* decodeResponse(request("eth_getBlockByNumber", [toHex(taken), true]), decodeBlock)
    return transactions.find((one) => isSameText(one.from, from) && one.nonce === nonce)
  })

const isSameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * Whether a transaction from the sender differs from the one that was shown. Transactions from other addresses, such as a bundler's, are
 * not compared.
 */
const isDifferent = (
  { from: sender, to: called, value, input }: NodeTransaction,
  { from, to, units, token, swap }: TrackedTransfer,
): boolean => {
  if (!isSameText(sender, from)) return false
  const call = called === undefined ? undefined : { to: called, value, data: input }
  if (!swap)
    return !makesTransfer(call, { to, amount: BigInt(units), token: token === undefined ? {} : { address: token } })
  return (
    call?.to.toLowerCase() !== to.toLowerCase() ||
    call.value !== BigInt(swap.value) ||
    call.data?.toLowerCase() !== swap.data.toLowerCase()
  )
}
