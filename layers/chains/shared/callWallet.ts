import * as Effect from "effect/Effect"
import { fromRpcError } from "../../../src/core/rpcErrors.ts"
import { type RpcFailure, UnknownRpcError } from "../../../src/errors/rpc.ts"

/** Calls a method of a wallet. Fails with an RPC error for whatever the method throws or rejects with. Has no timeout. */
export const callWallet = (method: string, call: () => unknown): Effect.Effect<unknown, RpcFailure> =>
  Effect.withSpan(Effect.tryPromise({ try: async () => call(), catch: readFailure }), `wallet ${method}`, {
    kind: "client",
    captureStackTrace: false,
  })

/** Converts anything a wallet threw to an RPC error. The error has no details if reading them throws too. */
export const readFailure = (thrown: unknown): RpcFailure => {
  try {
    return fromRpcError(thrown)
  } catch {
    return new UnknownRpcError("", undefined)
  }
}
