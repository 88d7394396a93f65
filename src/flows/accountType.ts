import * as Effect from "effect/Effect"
import { Telemetry } from "../../services/Telemetry.ts"
import { type EmbeddedType, isEmbeddedType, otherType, typeOf } from "../domain/embedded.ts"
import { ChainNotSupported, InvalidInput, NotConnectedToEmailOrSocial } from "../domain/errors.ts"
import type { Namespace } from "../domain/namespaces.ts"
import { authConnector } from "../domain/wallets.ts"
import { Modal, use } from "../modal.ts"
import { accountType } from "../state/accountType.ts"
import { activeConnection } from "../state/core.ts"
import type { Words } from "../state/snack.ts"
import { say } from "./snack.ts"
import { takeType } from "./switchConnection.ts"

/**
 * Operation: use the other kind of account of the embedded wallet: the plain one, or on a network that has them the smart account. The
 * connection reconnects with it. Only an embedded wallet has the choice.
 */
export const setPreferredAccountType = Effect.fn("setPreferredAccountType")(function* (input: {
  readonly type: EmbeddedType
  readonly namespace?: Namespace
}) {
  const { core } = yield* Modal
  const telemetry = yield* Telemetry
  const { type, namespace = core.namespace.peek() } = input
  const connection = activeConnection(core.accounts[namespace].peek())
  if (!isEmbeddedType(type)) return yield* Effect.fail(new InvalidInput("Expected 'eoa' | 'smartAccount'", "type"))
  if (connection?.connectorId !== authConnector) return yield* Effect.fail(new NotConnectedToEmailOrSocial())
  if (typeOf(connection.accounts[0]) === type) return connection
  if (otherType(connection) !== type) return yield* Effect.fail(new ChainNotSupported())

  const now = yield* takeType(namespace, type)
  const network = core.accounts[namespace].peek().caipNetworkId ?? ""
  yield* telemetry.track({ event: "SET_PREFERRED_ACCOUNT_TYPE", properties: { accountType: type, network } })
  return now
})

/** Flow: the visitor goes over to the other kind of account. */
export const switchAccountType = Effect.fn("switchAccountType")(function* (
  type: EmbeddedType,
  told: { readonly done: Words; readonly failed: Words },
) {
  const { busy } = yield* use(accountType)
  if (busy.peek()) return
  busy.value = true
  yield* Effect.matchEffect(setPreferredAccountType({ type }), {
    onSuccess: () => say(told.done),
    onFailure: () => say(told.failed, "error"),
  }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        busy.value = false
      }),
    ),
  )
})
