import * as Effect from "effect/Effect"
import { fromRpcError, type RpcFailure, UnknownRpcError } from "../../src/domain/rpcErrors.ts"

/** Calls a method of a wallet. Whatever it throws becomes a failure with that as its cause; one that never answers is waited for. */
export const asked = (method: string, call: () => unknown): Effect.Effect<unknown, RpcFailure> =>
  Effect.withSpan(Effect.tryPromise({ try: async () => call(), catch: readFailure }), `wallet ${method}`, {
    kind: "client",
    captureStackTrace: false,
  })

/** What a wallet throws may itself throw when it is read; then nothing of it is kept. */
export const readFailure = (thrown: unknown): RpcFailure => {
  try {
    return fromRpcError(thrown)
  } catch {
    return new UnknownRpcError("", undefined)
  }
}
