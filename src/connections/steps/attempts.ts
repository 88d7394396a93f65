import * as Effect from "effect/Effect"
import { slice } from "../../core/first-paint/slice.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { disconnectedState } from "../../stub/state.ts"
import { withoutConnection } from "../state/connections.ts"

/** Number of running connection attempts per namespace. */
const attempts = slice(() => new Map<Namespace, number>())

/** Shows a namespace as connecting during `attempt`. With several attempts, the last one to end resets the status. */
export const whileConnecting = <A, E, R>(namespace: Namespace, attempt: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { core } = yield* CurrentModal
    const under = yield* slicesOf(attempts)
    const state = core.accounts[namespace]
    under.set(namespace, (under.get(namespace) ?? 0) + 1)
    if (state.peek().status === "disconnected") state.value = { ...state.peek(), status: "connecting" }
    return yield* Effect.ensuring(
      attempt,
      Effect.sync(() => {
        const left = (under.get(namespace) ?? 0) - 1
        under.set(namespace, left)
        if (left === 0 && state.peek().status === "connecting")
          state.value = { ...state.peek(), status: disconnectedState.status }
      }),
    )
  })

/** Removes an ended connection from its namespace, which stays connecting while another attempt runs. */
export const withoutOver = Effect.fnUntraced(function* (namespace: Namespace, connectorId: string) {
  const { core } = yield* CurrentModal
  const under = yield* slicesOf(attempts)
  const state = core.accounts[namespace]
  const next = withoutConnection(connectorId)(state.peek())
  const connecting = next.status === "disconnected" && (under.get(namespace) ?? 0) > 0
  state.value = connecting ? { ...next, status: "connecting" } : next
})
