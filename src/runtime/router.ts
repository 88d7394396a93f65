import * as Effect from "effect/Effect"
import type { Route } from "../navigation/first-paint/model/routes.ts"
import { push as pushed } from "../navigation/opening/model/history.ts"
import { CurrentModal } from "./currentModal.ts"

/** Navigates to a view. Does nothing if the current view has its name, even with other arguments. */
export const push = (route: Route) => change((stack) => pushed(stack, route))

/** Clears the history and shows a view. */
export const reset = (route: Route) => change(() => [route])

/** Replaces the stack of views with the one that `next` returns. */
export const change = Effect.fnUntraced(function* (next: (stack: readonly Route[]) => readonly Route[]) {
  const { core } = yield* CurrentModal
  core.stack.value = next(core.stack.peek())
})
