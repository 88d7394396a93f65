import * as Effect from "effect/Effect"
import { embeddedConnectorId } from "../../embedded/first-paint/model/embeddedConnector.ts"
import type { Route } from "../../navigation/first-paint/model/routes.ts"
import type { Words } from "../../notifications/first-paint/model/snack.ts"
import { showSnack } from "../../notifications/steps/snack.ts"
import { CurrentModal } from "../../runtime/currentModal.ts"
import { ignoreFailure } from "../../runtime/lazy.ts"
import * as Router from "../../runtime/router.ts"
import { activeConnection } from "../../stub/state.ts"
import { choosing, holds } from "../model/switching.ts"
import type { Connection } from "../opening/model.ts"
import { withAccountType } from "./accountType.ts"
import { persistConnections } from "./persist.ts"

/** Options for a connection added to others. `account`: address to select. `messages`: texts of the snack that reports the outcome. */
export interface AddWalletIntent {
  readonly account?: string | undefined
  readonly messages?: { readonly added: Words; readonly linked: Words }
}

/** New connection, and the connections that existed before it. */
export interface AddedConnection {
  readonly connection: Connection
  readonly before: readonly Connection[]
  readonly joining: AddWalletIntent
}

/**
 * Selects the requested account of a connection that was added to others, or established again, and goes back to the visitor's wallets.
 * Returns false, without going back, if the visitor did not come from that view, unless multi-wallet is on and the namespace had a
 * connection before.
 */
export const showAmongWallets = Effect.fn("showAmongWallets")(function* ({
  connection,
  before,
  joining: { account, messages },
}: AddedConnection) {
  const { core } = yield* CurrentModal
  const { namespace, connectorId } = connection
  const state = core.accounts[namespace]
  if (account !== undefined && connectorId === embeddedConnectorId)
    yield* ignoreFailure(withAccountType(activeConnection(state.peek()) ?? connection, account))
  else if (account !== undefined) {
    const connections = state
      .peek()
      .connections.map((one) => (one.connectorId === connectorId ? choosing(one, account) : one))
    state.value = { ...state.peek(), connections }
    yield* persistConnections
  }
  const stack = core.stack.peek()
  const at = stack.findIndex(({ name }) => name === "ProfileWallets")
  const beside = before.some((one) => one.namespace === namespace)
  if (at < 0 && !(beside && core.remoteFeatures.peek().multiWallet)) return false
  const wallets: Route = { name: "ProfileWallets", namespace }
  const linked = connection.accounts.every(({ address }) =>
    before.some((one) => one.namespace === namespace && holds(one, address)),
  )
  if (messages) yield* showSnack(linked ? messages.linked : messages.added)
  yield* Router.change(() => (at < 0 ? [{ name: "Account" }, wallets] : [...stack.slice(0, at), wallets]))
  return true
})
