import * as Effect from "effect/Effect"
import type { Namespace } from "../../options/namespaces.ts"
import { lazily } from "../../runtime/lazy.ts"
import { authConnector } from "../../wallets/first-paint/model/wallet.ts"

/** Returns the account type to request from a connector. Only the embedded wallet has several. */
export const wantedType = Effect.fnUntraced(function* (connectorId: string, namespace: Namespace) {
  if (connectorId !== authConnector) return {}
  const accountType = yield* lazily(
    () => import("../../embedded/steps/login.ts"),
    ({ accountTypeIn }) => accountTypeIn(namespace),
  )
  return accountType ? { accountType } : {}
})
