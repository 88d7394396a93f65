import * as Effect from "effect/Effect"
import { readFailure } from "../../../src/core/readFailure.ts"
import { AnswerInvalid, type RpcError } from "../../../src/errors/index.ts"

/** Calls a method of a Solana provider. Fails with AnswerInvalid, or with the RPC error that the provider rejects with. */
export const callProvider = <A>(method: string, call: () => Promise<A>): Effect.Effect<A, RpcError> =>
  Effect.withSpan(
    Effect.tryPromise({
      try: call,
      catch: (thrown) => (thrown instanceof AnswerInvalid ? thrown : readFailure(thrown)),
    }),
    `wallet ${method}`,
    { kind: "client", captureStackTrace: false },
  )
