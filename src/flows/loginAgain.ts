import * as Effect from "effect/Effect"
import { ModalClosed } from "../domain/errors.ts"
import type { Namespace } from "../domain/namespaces.ts"
import type { Route } from "../domain/route.ts"
import type { LoginStep } from "../domain/switching.ts"
import { authConnector } from "../domain/wallets.ts"
import { Modal } from "../modal.ts"
import { until } from "../until.ts"
import { openAt } from "./openAt.ts"
import { socialAgain } from "./social.ts"

/** Step: logs in to the embedded wallet as before. The modal asks for anything to type or choose. */
export const logInAgain = Effect.fn("logInAgain")(function* (step: LoginStep, namespace: Namespace) {
  if (step.by === "social") return yield* socialAgain(step.provider, namespace)
  return yield* inModal({ name: step.by === "email" ? "EmailLogin" : "Connect", namespace }, namespace)
})

/** The views log the visitor in; this waits for the connection. */
const inModal = Effect.fnUntraced(function* (route: Route, namespace: Namespace) {
  const { core } = yield* Modal
  yield* openAt(route)
  const connection = yield* until(() => {
    const { connections } = core.accounts[namespace].value
    const mine = connections.find(({ connectorId }) => connectorId === authConnector)
    return mine ?? (core.stack.value.includes(route) ? undefined : "left")
  })
  return connection === "left" ? yield* Effect.fail(new ModalClosed()) : connection
})
