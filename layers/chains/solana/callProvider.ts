import * as Effect from "effect/Effect"
import { AnswerInvalid, type RpcError } from "../../../src/errors/index.ts"
import { readFailure } from "../shared/callWallet.ts"

/** Calls a provider, which rejects with Portico's failures. */
export const callProvider = <A>(method: string, call: () => Promise<A>): Effect.Effect<A, RpcError> =>
  Effect.withSpan(
    Effect.tryPromise({
      try: call,
      catch: (thrown) => (thrown instanceof AnswerInvalid ? thrown : readFailure(thrown)),
    }),
    `wallet ${method}`,
    { kind: "client", captureStackTrace: false },
  )
