import * as Effect from "effect/Effect"
import { Chains } from "../../../services/Chains.ts"
import { Telemetry } from "../../../services/Telemetry.ts"
import { connecting } from "../../connections/first-paint/state.ts"
import { afterConnect, allConnections } from "../../connections/steps/connected.ts"
import type { AddWalletIntent } from "../../connections/steps/showAmongWallets.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { slicesOf } from "../../runtime/currentModal.ts"
import { trackFresh } from "../../runtime/track.ts"
import { connectChosen } from "../operations.ts"

/** Flow: connects the wallet of a connector, then runs `afterConnect`. A failure is stored in `progress` of `connecting`. */
export const connectExternal = Effect.fn("connectExternal")(function* (
  connectorId: string,
  namespace?: Namespace,
  joining: AddWalletIntent = {},
) {
  // On a retry, this runs inside the click, so the connector can open its window.
  ;(yield* Chains).onUserGesture?.(connectorId)
  const { progress } = yield* slicesOf(connecting)
  const telemetry = yield* Telemetry
  const before = yield* allConnections

  const connection = yield* trackFresh(
    progress,
    connectChosen({ wallet: connectorId, ...(namespace && { namespace }) }),
  )
  const now = progress.peek()
  if (now.status === "failed")
    yield* telemetry.track({ event: "CONNECT_ERROR", properties: { message: now.error.message } })
  if (connection) yield* afterConnect({ connection, before, joining })
})
