import * as Effect from "effect/Effect"
import { readFailure } from "../../../src/core/readFailure.ts"
import type { RpcFailure } from "../../../src/errors/rpc.ts"

/** Calls a method of a wallet. Fails with an RPC error for whatever the method throws or rejects with. Has no timeout. */
export const callWallet = (method: string, call: () => unknown): Effect.Effect<unknown, RpcFailure> =>
  Effect.withSpan(Effect.tryPromise({ try: async () => call(), catch: readFailure }), `wallet ${method}`, {
    kind: "client",
    captureStackTrace: false,
  })
