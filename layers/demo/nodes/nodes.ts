import { MethodNotFoundRpcError, type RpcFailure } from "../../../src/core/rpcErrors.ts"
import type { NetworkNamespace } from "../../../src/options/namespaces.ts"
import { answerEvm } from "./evm.ts"
import { acceptTransaction, type SignedTransaction } from "./evmTransaction.ts"
import type { Known, NodeCall } from "./nodeCall.ts"
import { answerSolana } from "./solana.ts"
import { acceptTransfer } from "./solanaTransfer.ts"

/** Nodes of each namespace. */
const nodes: Readonly<Record<NetworkNamespace, (known: Known, call: NodeCall) => unknown | RpcFailure>> = {
  eip155: answerEvm,
  solana: answerSolana,
  bip122: (_, { caipNetworkId }) => new MethodNotFoundRpcError(`The demo has no nodes of ${caipNetworkId}`),
}

/** Handles the requests of a site and its wallets like a node of the chain. Other methods, and sending, are unsupported. */
export const answerOf = (known: Known, call: NodeCall): unknown | RpcFailure =>
  nodes[call.caipNetworkId.split(":")[0] as NetworkNamespace](known, call)

/** Accepts a signed transaction (EVM) and returns its hash, or rejects it like a node of the chain. */
export const sendSigned = (
  { market, ledger }: Known,
  call: NodeCall,
  signed: SignedTransaction,
): string | RpcFailure => {
  const accepted = acceptTransaction(market, ledger, call, signed)
  if (accepted instanceof Error) return accepted
  ledger.take(accepted)
  return signed.hash
}

/** Accepts a signed transaction (Solana, base64) and returns its signature, or rejects it like a node of the chain. */
export const sendTransfer = async ({ market, ledger }: Known, call: NodeCall): Promise<unknown | RpcFailure> => {
  const accepted = await acceptTransfer(market, ledger, call)
  return accepted instanceof Error ? accepted : ledger.take(accepted).sent
}
