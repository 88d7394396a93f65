import * as Effect from "effect/Effect"
import { embeddedConnectorId } from "../../embedded/first-paint/model/embeddedConnector.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { loadThen } from "../../runtime/lazy.ts"

/**
 * Returns the account type to request from the embedded wallet. Returns an empty object for other connectors, which offer no choice of
 * types, or if the code cannot be loaded.
 */
export const requestedAccountType = Effect.fnUntraced(function* (connectorId: string, namespace: Namespace) {
  if (connectorId !== embeddedConnectorId) return {}
  const accountType = yield* loadThen(
    () => import("../../embedded/steps/login.ts"),
    ({ accountTypeIn }) => accountTypeIn(namespace),
  )
  return accountType ? { accountType } : {}
})
