import * as Effect from "effect/Effect"
import type { Sending } from "../../services/Chains.ts"
import { UnknownFailure } from "../../src/domain/errors.ts"

/** What every namespace sends alike, and the code behind it, which is fetched when it is first asked for. */
export const sendingOnceFetched = (load: () => Promise<Common>): Common => {
  const code = Effect.tryPromise({ try: load, catch: (cause) => new UnknownFailure({ cause }) })
  return {
    receiver: (input) => Effect.flatMap(code, ({ receiver }) => receiver(input)),
    token: (input) => Effect.flatMap(code, ({ token }) => token(input)),
    prepare: (transfer) => Effect.flatMap(code, ({ prepare }) => prepare(transfer)),
    send: (prepared, provider) => Effect.flatMap(code, ({ send }) => send(prepared, provider)),
    outcome: (sent) => Effect.flatMap(code, ({ outcome }) => outcome(sent)),
  }
}

type Common = Omit<Sending, "resolve">
