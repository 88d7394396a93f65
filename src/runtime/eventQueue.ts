import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/**
 * Handles the events of a source in order, without losing any, until interrupted. (Effect's `Queue` would wake the handler later, so a
 * wallet's quick changes would appear with a delay.)
 */
export const processEvents = <A, R, R2>(
  source: (emit: (event: A) => void) => Effect.Effect<void, never, R | Scope.Scope>,
  handle: (event: A) => Effect.Effect<unknown, never, R2>,
): Effect.Effect<never, never, Exclude<R, Scope.Scope> | R2> =>
  Effect.scoped(
    Effect.gen(function* () {
      const waiting: A[] = []
      let wake = () => {}
      yield* source((event) => {
        waiting.push(event)
        wake()
      })
      while (true) {
        while (waiting.length > 0) yield* handle(waiting.shift() as A)
        yield* Effect.callback<void>((resume) => {
          wake = () => resume(Effect.void)
          if (waiting.length > 0) wake()
        })
      }
    }),
  ) as Effect.Effect<never, never, Exclude<R, Scope.Scope> | R2>
