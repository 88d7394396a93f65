import * as Effect from "effect/Effect"
import type { LoginStep } from "../../connections/model/switching.ts"
import { ModalClosed } from "../../errors/index.ts"
import type { Route } from "../../navigation/first-paint/model/routes.ts"
import { openAt } from "../../navigation/opening/steps.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { CurrentModal } from "../../runtime/currentModal.ts"
import { untilSignal } from "../../runtime/untilSignal.ts"
import { embeddedConnectorId } from "../first-paint/model/embeddedConnector.ts"
import { socialAgain } from "../operations/social.ts"

/** Step: repeats the previous login to the embedded wallet. The modal asks for anything that the visitor has to type or choose. */
export const logInAgain = Effect.fn("logInAgain")(function* (step: LoginStep, namespace: Namespace) {
  if (step.by === "social") return yield* socialAgain(step.provider, namespace)
  return yield* inModal({ name: step.by === "email" ? "EmailLogin" : "Connect", namespace }, namespace)
})

/** Opens a view that logs the visitor in, and waits for the connection. Fails with ModalClosed if the visitor leaves the view. */
const inModal = Effect.fnUntraced(function* (route: Route, namespace: Namespace) {
  const { core } = yield* CurrentModal
  yield* openAt(route)
  const connection = yield* untilSignal(() => {
    const { connections } = core.accounts[namespace].value
    const mine = connections.find(({ connectorId }) => connectorId === embeddedConnectorId)
    return mine ?? (core.stack.value.includes(route) ? undefined : "left")
  })
  return connection === "left" ? yield* Effect.fail(new ModalClosed()) : connection
})
