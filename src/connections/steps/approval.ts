import * as Effect from "effect/Effect"
import { Relay } from "../../../services/Relay.ts"
import { use } from "../../runtime/currentModal.ts"
import { lazily } from "../../runtime/lazy.ts"
import { authConnector } from "../../wallets/first-paint/model/wallet.ts"
import { relayConnector } from "../../wallets/first-paint/state/walletConnectConnector.ts"
import { wallets } from "../../wallets/first-paint/state/wallets.ts"
import { limitedTo, overSession } from "../model/approval.ts"
import type { Connection } from "../opening/model.ts"

/**
 * Adds the networks that its wallet has approved to a connection: those of its relay session, or else those that its connector
 * names. The embedded wallet supports any network; its connection gets the details of the login.
 */
export const approved = Effect.fn("approved")(function* (connection: Connection) {
  const { connectorId, namespace } = connection
  if (connectorId === relayConnector) {
    const session = yield* Effect.orElseSucceed((yield* Relay).restore, () => undefined)
    return session ? overSession(connection, session) : connection
  }
  if (connectorId === authConnector)
    return (yield* lazily(embedded, ({ withLogin }) => withLogin(connection))) ?? connection
  const { installed } = yield* use(wallets)
  const all = installed.peek().flatMap((one) => [one, ...(one.connectors ?? [])])
  const own = all.find(({ id, chain, chains }) => id === connectorId && chain === namespace && chains)
  return own?.chains ? limitedTo(connection, own.chains) : connection
})

const embedded = () => import("../../embedded/steps/login.ts")
