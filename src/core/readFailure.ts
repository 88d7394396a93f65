import { type RpcFailure, UnknownRpcError } from "../errors/rpc.ts"
import { fromRpcError } from "./readRpcError.ts"

/** Converts anything that a wallet threw to an RPC error. The error has no details if reading the thrown value throws. */
export const readFailure = (thrown: unknown): RpcFailure => {
  try {
    return fromRpcError(thrown)
  } catch {
    return new UnknownRpcError("", undefined)
  }
}
