import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Route } from "../domain/route.ts"
import { Modal } from "../modal.ts"
import * as Router from "../router.ts"
import { reveal } from "./open.ts"

/**
 * Opens the modal at a view by itself, without the visitor's or the site's asking. One that is open already only goes there. The
 * answer is whether the view is there.
 */
export const openAt = Effect.fn("openAt")(function* (route: Route) {
  const { core, engine } = yield* Modal
  // Its views may still have to be fetched; without them there is nothing to show.
  const stage = Effect.tryPromise(async () => (await engine()).stage())
  if (Result.isFailure(yield* Effect.result(stage))) return false
  yield* Router.reset(route)
  if (!core.open.peek()) yield* reveal(core.connection.peek() !== undefined)
  return true
})
