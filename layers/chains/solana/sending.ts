import * as Effect from "effect/Effect"
import type { Sending } from "../../../services/Chains.ts"
import { type AdapterNotFound, UnknownFailure } from "../../../src/domain/errors.ts"
import type { SolanaProvider } from "../../../src/domain/solana.ts"
import type { Parts } from "../served.ts"

/** The sending of Solana, whose code is fetched when it is first asked for. */
export const sendingIn = (
  rpc: Parts["rpc"],
  here: (connectorId: string) => Effect.Effect<SolanaProvider, AdapterNotFound>,
): Sending => {
  const code = Effect.map(
    Effect.tryPromise({ try: () => import("./send.ts"), catch: (cause) => new UnknownFailure({ cause }) }),
    ({ sendingOf }) => sendingOf(rpc, here),
  )
  return {
    receiver: (input) => Effect.flatMap(code, ({ receiver }) => receiver(input)),
    resolve: () => Effect.succeed(undefined),
    token: (input) => Effect.flatMap(code, ({ token }) => token(input)),
    prepare: (transfer) => Effect.flatMap(code, ({ prepare }) => prepare(transfer)),
    send: (prepared, provider) => Effect.flatMap(code, ({ send }) => send(prepared, provider)),
    outcome: (sent) => Effect.flatMap(code, ({ outcome }) => outcome(sent)),
  }
}
