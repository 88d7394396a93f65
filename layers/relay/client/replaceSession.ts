import * as Effect from "effect/Effect"
import type { ApprovedSession, Proposal } from "../../../services/Relay.ts"
import { ConnectorSupportsNoChain, InvalidInput } from "../../../src/errors/index.ts"
import type { Network } from "../../../src/options/networks.ts"
import { decodeSessionMessage } from "../../../src/walletConnect/schema.ts"
import type { activeSession } from "./activeSession.ts"
import type { SignedIn } from "./authenticate.ts"
import { readSession } from "./readSession.ts"
import { end, type Sign } from "./restrainLibrary.ts"

/** Dependencies of `replaceSession`. */
export interface SessionHolder {
  readonly sign: Sign
  readonly own: ReturnType<typeof activeSession>
  readonly networks: () => readonly Network[]
}

/**
 * Makes the session that a wallet has approved the active one, and ends the session before it. Fails with ConnectorSupportsNoChain if the
 * new session has no usable account. The new session is then ended, and the one before it stays active.
 */
export const replaceSession = (
  { sign, own, networks }: SessionHolder,
  { session, signed }: SignedIn,
  proposal: Proposal,
): Effect.Effect<ApprovedSession, ConnectorSupportsNoChain> =>
  Effect.suspend(() => {
    const next = readSession(session, networks())
    if (!next) {
      const ended = decodeSessionMessage(session)
      if (!(ended instanceof InvalidInput)) end(sign, ended.topic)
      return Effect.fail(new ConnectorSupportsNoChain())
    }
    const old = own.held()?.session.topic
    own.approved(next, proposal.networks)
    if (old !== undefined) end(sign, old)
    return Effect.succeed({ ...next.session, ...(signed && { signed }) })
  })
