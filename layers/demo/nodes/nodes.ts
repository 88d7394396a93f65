import * as Effect from "effect/Effect"
import { MethodNotFoundRpcError, type RpcFailure } from "../../../src/errors/rpc.ts"
import type { NetworkNamespace } from "../../../src/options/namespaces.ts"
import { sendSponsored, signed } from "../wallets/signing.ts"
import { respondAsEvmNode } from "./evm.ts"
import { acceptTransaction } from "./evmTransaction.ts"
import type { Known, NodeCall } from "./nodeCall.ts"
import { respondAsSolanaNode } from "./solana.ts"
import { acceptTransfer } from "./solanaTransfer.ts"

/** Functions that respond like a namespace's nodes, by namespace. */
const nodes: Readonly<Record<NetworkNamespace, (known: Known, call: NodeCall) => unknown | RpcFailure>> = {
  eip155: respondAsEvmNode,
  solana: respondAsSolanaNode,
  bip122: (_, { caipNetworkId }) => new MethodNotFoundRpcError(`The demo has no nodes of ${caipNetworkId}`),
}

/**
 * Returns the response of a chain's node or of the world's bundler, or an error. Unknown methods return MethodNotFoundRpcError. Fails if a
 * raw transaction cannot be decoded.
 */
export const respondAsNode = Effect.fnUntraced(function* (
  known: Known,
  call: NodeCall,
): Effect.fn.Return<unknown | RpcFailure, RpcFailure> {
  const { market, ledger } = known
  const { caipNetworkId, method, params } = call
  if (method === "sendTransaction") {
    const accepted = yield* Effect.promise(() => acceptTransfer(market, ledger, call))
    return accepted instanceof Error ? accepted : ledger.take(accepted).sent
  }
  const isSponsored = method === sendSponsored
  if (method !== "eth_sendRawTransaction" && !isSponsored)
    return nodes[caipNetworkId.split(":")[0] as NetworkNamespace](known, call)
  const { hash, ...fields } = yield* signed(({ readSigned }) => readSigned(params[0]))
  const accepted = acceptTransaction(market, ledger, call, { hash, fields, isSponsored })
  if (accepted instanceof Error) return accepted
  ledger.take(accepted)
  return hash
})
