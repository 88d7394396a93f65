import * as Effect from "effect/Effect"
import type { Namespace } from "../domain/namespaces.ts"
import { authConnector } from "../domain/wallets.ts"
import { lazily } from "../lazily.ts"

/** Returns the account type to request from a connector. Only the embedded wallet has several. */
export const wantedType = Effect.fnUntraced(function* (connectorId: string, namespace: Namespace) {
  if (connectorId !== authConnector) return {}
  const accountType = yield* lazily(
    () => import("./embedded.ts"),
    ({ accountTypeIn }) => accountTypeIn(namespace),
  )
  return accountType ? { accountType } : {}
})
