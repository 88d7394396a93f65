import * as Effect from "effect/Effect"
import { Relay } from "../../../services/Relay.ts"
import { embeddedConnectorId } from "../../embedded/first-paint/model/embeddedConnector.ts"
import { slicesOf } from "../../runtime/currentModal.ts"
import { loadThen } from "../../runtime/lazy.ts"
import { walletConnectId } from "../../wallets/first-paint/state/walletConnectConnector.ts"
import { wallets } from "../../wallets/first-paint/state/wallets.ts"
import { withFixedNetworks, withSessionApproval } from "../model/approval.ts"
import type { Connection } from "../opening/model.ts"

/**
 * Returns a connection with the networks that its wallet has approved: those of its relay session, or else those that its connector lists.
 * The embedded wallet supports any network; its connection gets the details of the login.
 */
export const withApprovedNetworks = Effect.fn("withApprovedNetworks")(function* (connection: Connection) {
  const { connectorId, namespace } = connection
  if (connectorId === walletConnectId) {
    const session = yield* Effect.orElseSucceed((yield* Relay).restore, () => undefined)
    return session ? withSessionApproval(connection, session) : connection
  }
  if (connectorId === embeddedConnectorId)
    return (yield* loadThen(embedded, ({ withLogin }) => withLogin(connection))) ?? connection
  const { installed } = yield* slicesOf(wallets)
  const all = installed.peek().flatMap((one) => [one, ...(one.connectors ?? [])])
  const own = all.find(({ id, chain, chains }) => id === connectorId && chain === namespace && chains)
  return own?.chains ? withFixedNetworks(connection, own.chains) : connection
})

const embedded = () => import("../../embedded/steps/login.ts")
