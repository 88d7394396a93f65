import * as Effect from "effect/Effect"
import { Telemetry } from "../../../services/Telemetry.ts"
import { switchToAccountType } from "../../connections/steps/accountType.ts"
import { ChainNotSupported, InvalidInput, NotConnectedToEmailOrSocial } from "../../errors/index.ts"
import type { Words } from "../../notifications/first-paint/model/snack.ts"
import { showSnack } from "../../notifications/steps/snack.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { activeConnection } from "../../stub/state.ts"
import { embeddedConnectorId } from "../first-paint/model/embeddedConnector.ts"
import { type EmbeddedType, isEmbeddedType, otherType, typeOf } from "../model/accountType.ts"
import { accountType } from "../state.ts"

/**
 * Operation: switches the embedded wallet to an account type and reconnects with it, unless that type is active. Returns the connection.
 * `namespace` defaults to the active one. Fails with InvalidInput if there is no such type, with NotConnectedToEmailOrSocial unless the
 * embedded wallet is active, with ChainNotSupported if the network has no accounts of the type, and with the errors of the frame and of
 * `reconnect`.
 */
export const setPreferredAccountType = Effect.fn("setPreferredAccountType")(function* (input: {
  readonly type: EmbeddedType
  readonly namespace?: Namespace
}) {
  const { core } = yield* CurrentModal
  const telemetry = yield* Telemetry
  const { type, namespace = core.namespace.peek() } = input
  const connection = activeConnection(core.accounts[namespace].peek())
  if (!isEmbeddedType(type)) return yield* Effect.fail(new InvalidInput("Expected 'eoa' | 'smartAccount'", "type"))
  if (connection?.connectorId !== embeddedConnectorId) return yield* Effect.fail(new NotConnectedToEmailOrSocial())
  if (typeOf(connection.accounts[0]) === type) return connection
  if (otherType(connection) !== type) return yield* Effect.fail(new ChainNotSupported())

  const now = yield* switchToAccountType(namespace, type)
  const network = core.accounts[namespace].peek().caipNetworkId ?? ""
  yield* telemetry.track({ event: "SET_PREFERRED_ACCOUNT_TYPE", properties: { accountType: type, network } })
  return now
})

/** Flow: switches the embedded wallet to another account type, unless a switch is running. A snack shows the outcome. */
export const switchAccountType = Effect.fn("switchAccountType")(function* (
  type: EmbeddedType,
  messages: { readonly done: Words; readonly failed: Words },
) {
  const { busy } = yield* slicesOf(accountType)
  if (busy.peek()) return
  busy.value = true
  yield* Effect.matchEffect(setPreferredAccountType({ type }), {
    onSuccess: () => showSnack(messages.done),
    onFailure: () => showSnack(messages.failed, "error"),
  }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        busy.value = false
      }),
    ),
  )
})
