import * as Effect from "effect/Effect"
import { fromRpcError } from "../../../src/core/rpcErrors.ts"
import { type RpcFailure, UnknownRpcError } from "../../../src/errors/rpc.ts"

/** Calls a method of a wallet. Whatever it throws becomes the cause of a failure. Has no timeout. */
export const callWallet = (method: string, call: () => unknown): Effect.Effect<unknown, RpcFailure> =>
  Effect.withSpan(Effect.tryPromise({ try: async () => call(), catch: readFailure }), `wallet ${method}`, {
    kind: "client",
    captureStackTrace: false,
  })

/** Reads what a wallet threw. Its details are dropped if reading them throws too. */
export const readFailure = (thrown: unknown): RpcFailure => {
  try {
    return fromRpcError(thrown)
  } catch {
    return new UnknownRpcError("", undefined)
  }
}
