import * as Effect from "effect/Effect"
import type { Sending } from "../../services/Chains.ts"
import { UnknownFailure } from "../../src/domain/errors.ts"

/** What every namespace sends alike, and the code behind it, which is fetched when it is first asked for. */
export const sendingOnceFetched = <A extends Common>(load: () => Promise<A>) => {
  const code = Effect.tryPromise({ try: load, catch: (cause) => new UnknownFailure({ cause }) })
  const common: Common = {
    receiver: (input) => Effect.flatMap(code, ({ receiver }) => receiver(input)),
    token: (input) => Effect.flatMap(code, ({ token }) => token(input)),
    prepare: (transfer) => Effect.flatMap(code, ({ prepare }) => prepare(transfer)),
    send: (prepared, provider) => Effect.flatMap(code, ({ send }) => send(prepared, provider)),
    outcome: (sent) => Effect.flatMap(code, ({ outcome }) => outcome(sent)),
  }
  return { code, common }
}

type Common = Omit<Sending, "resolve" | "capabilities">
