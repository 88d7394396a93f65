import * as Effect from "effect/Effect"
import { push as pushed, type Route } from "./domain/route.ts"
import { Modal } from "./modal.ts"

/** Goes to a view. Pushing the view that is shown already is ignored. */
export const push = (route: Route) => change((stack) => pushed(stack, route))

/** Forgets the history and shows a view. */
export const reset = (route: Route) => change(() => [route])

/** Changes the stack of views. */
export const change = Effect.fnUntraced(function* (next: (stack: readonly Route[]) => readonly Route[]) {
  const { core } = yield* Modal
  core.stack.value = next(core.stack.peek())
})
