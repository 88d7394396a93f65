import { type RpcFailure, UnknownRpcError } from "../errors/rpc.ts"
import { fromRpcError } from "./rpcErrors.ts"

/** Converts anything a wallet threw to an RPC error. The error has no details if reading them throws too. */
export const readFailure = (thrown: unknown): RpcFailure => {
  try {
    return fromRpcError(thrown)
  } catch {
    return new UnknownRpcError("", undefined)
  }
}
