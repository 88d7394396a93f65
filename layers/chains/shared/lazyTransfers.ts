import * as Effect from "effect/Effect"
import type { Transfers } from "../../../services/Chains.ts"
import { UnknownFailure } from "../../../src/errors/index.ts"

/** Returns all transfer functions except `resolve`. Their code loads on first use. If it does not load, they fail with UnknownFailure. */
export const transfersOnceLoaded = (load: () => Promise<Common>): Common => {
  const code = Effect.tryPromise({ try: load, catch: (cause) => new UnknownFailure({ cause }) })
  return {
    receiver: (input) => Effect.flatMap(code, ({ receiver }) => receiver(input)),
    token: (input) => Effect.flatMap(code, ({ token }) => token(input)),
    prepare: (transfer) => Effect.flatMap(code, ({ prepare }) => prepare(transfer)),
    send: (prepared, provider) => Effect.flatMap(code, ({ send }) => send(prepared, provider)),
    outcome: (sent) => Effect.flatMap(code, ({ outcome }) => outcome(sent)),
  }
}

type Common = Omit<Transfers, "resolve">
