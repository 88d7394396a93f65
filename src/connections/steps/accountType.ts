import * as Effect from "effect/Effect"
import { embeddedConnectorId } from "../../embedded/first-paint/model/embeddedConnector.ts"
import { type EmbeddedType, otherType, typeOf } from "../../embedded/model/accountType.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { CurrentModal } from "../../runtime/currentModal.ts"
import type { Connection } from "../opening/model.ts"
import { reconnect } from "../operations/connections.ts"
import { withConnection } from "../state/connections.ts"

/**
 * Switches the embedded wallet to the account type of `address`, unless that type is active or unavailable. Returns the connection to use.
 */
export const withAccountType = Effect.fnUntraced(function* (known: Connection, address: string | undefined) {
  const wanted = known.accounts.find((one) => one.address === address) ?? known.accounts[0]
  if (otherType(known) !== typeOf(wanted)) return known
  const { namespace } = known
  const { core } = yield* CurrentModal
  core.accounts[namespace].value = withConnection(known)(core.accounts[namespace].peek())
  return yield* switchToAccountType(namespace, typeOf(wanted))
})

/**
 * Switches the embedded wallet to an account type, then fetches its account again. Fails with the frame's error if the frame rejects the
 * type, and with the errors of `reconnect`.
 */
export const switchToAccountType = Effect.fn("switchToAccountType")(function* (
  namespace: Namespace,
  type: EmbeddedType,
) {
  const { preferType } = yield* Effect.promise(() => import("../../embedded/steps/login.ts"))
  yield* preferType(namespace, type)
  return yield* reconnect({ namespace, connectorId: embeddedConnectorId })
})
