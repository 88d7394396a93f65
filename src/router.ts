import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { ModalClosed } from "./domain/errors.ts"
import { push as pushed, type Route } from "./domain/route.ts"
import { Modal, use } from "./modal.ts"
import { slice } from "./state/slice.ts"

/** Goes to a view. Pushing the view that is shown already is ignored. */
export const push = (route: Route) => change((stack) => pushed(stack, route))

/** Forgets the history and shows a view. */
export const reset = (route: Route) => change(() => [route])

/** Every change of the stack passes here: questions whose view is gone end with it. */
export const change = Effect.fnUntraced(function* (next: (stack: readonly Route[]) => readonly Route[]) {
  const { core } = yield* Modal
  const { waiting } = yield* use(questions)
  const stack = next(core.stack.peek())
  if (stack === core.stack.peek()) return
  core.stack.value = stack
  for (const [route, decision] of waiting) {
    if (stack.includes(route)) continue
    waiting.delete(route)
    yield* Deferred.fail(decision, new ModalClosed())
  }
})

/** Goes to a view and waits for what the visitor decides there. Leaving it fails with `ModalClosed`. */
export const ask = Effect.fn("ask")(function* (route: Route) {
  const { waiting } = yield* use(questions)
  const decision = yield* Deferred.make<boolean, ModalClosed>()
  waiting.set(route, decision)
  yield* push(route)
  return yield* Deferred.await(decision)
})

/** Answers the question that a view was opened for. */
export const answer = Effect.fnUntraced(function* (route: Route, decision: boolean) {
  const { waiting } = yield* use(questions)
  const asked = waiting.get(route)
  waiting.delete(route)
  if (asked) yield* Deferred.succeed(asked, decision)
})

const questions = slice(() => ({ waiting: new Map<Route, Deferred.Deferred<boolean, ModalClosed>>() }))
