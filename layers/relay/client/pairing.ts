import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Proposal } from "../../../services/Relay.ts"
import type { ConnectError, RelayError } from "../../../src/errors/index.ts"
import type { PendingSignIns, SignedIn } from "./authenticate.ts"
import { awaitApproval, propose, withdraw } from "./proposal.ts"
import type { Sign } from "./restrainLibrary.ts"

/**
 * Proposes a session over a new pairing and waits for a wallet's response. Returns the session as the library stores it, and the signed
 * messages. A failed or interrupted attempt leaves no pairing, proposal or unused session behind. Fails with ConnectionRejected,
 * ConnectorSupportsNoChain, TopicExpired or ConnectFailed.
 */
export const pair = (
  sign: Sign,
  pendingSignIns: PendingSignIns,
  proposal: Proposal,
): Effect.Effect<SignedIn, ConnectError | RelayError> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const { onUri } = proposal
      const offer = yield* restore(propose(sign, pendingSignIns, proposal))
      const approval = Effect.suspend(() => {
        onUri(offer.uri)
        return awaitApproval(offer)
      })
      return yield* restore(approval).pipe(
        Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.promise(() => withdraw(sign, offer)))),
      )
    }),
  )
