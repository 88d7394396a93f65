import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { CurrentModal } from "../../runtime/currentModal.ts"
import * as Router from "../../runtime/router.ts"
import type { Route } from "../first-paint/model/routes.ts"
import { showDialog } from "./flows.ts"

/**
 * Opens the modal at a view that a running flow needs, and clears the history. If the modal is open, only changes the view. Returns false,
 * and changes nothing, if the code of the views cannot be loaded.
 */
export const openAt = Effect.fn("openAt")(function* (route: Route) {
  const { core, engine } = yield* CurrentModal
  // The code of the views may still have to be loaded. No view can be shown without it.
  const stage = Effect.tryPromise(async () => (await engine()).stage())
  if (Result.isFailure(yield* Effect.result(stage))) return false
  yield* Router.reset(route)
  if (!core.open.peek()) yield* showDialog(core.connection.peek() !== undefined)
  return true
})
