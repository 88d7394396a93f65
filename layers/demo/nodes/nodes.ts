import { MethodNotFoundRpcError, type RpcFailure } from "../../../src/core/rpcErrors.ts"
import type { NetworkNamespace } from "../../../src/options/namespaces.ts"
import { answerEvm, type Known, type NodeCall } from "./evm.ts"
import { answerSolana } from "./solana.ts"

/** Nodes of each namespace. */
const nodes: Readonly<Record<NetworkNamespace, (known: Known, call: NodeCall) => unknown | RpcFailure>> = {
  eip155: answerEvm,
  solana: answerSolana,
  bip122: (_, { caipNetworkId }) => new MethodNotFoundRpcError(`The demo has no nodes of ${caipNetworkId}`),
}

/**
 * Handles the requests of a wallet modal like a node of the chain. Other methods are unsupported. Sending transactions is not included,
 * because reading one takes a library.
 */
export const answerOf = (known: Known, call: NodeCall): unknown | RpcFailure =>
  nodes[call.caipNetworkId.split(":")[0] as NetworkNamespace](known, call)
