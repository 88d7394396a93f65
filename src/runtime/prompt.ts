import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

/** Wallet requests that are still pending. They live as long as the modal. */
export class Prompts extends Context.Service<
  Prompts,
  { readonly pending: Map<string, Pending>; readonly scope: Scope.Scope }
>()("portico/Prompts") {}

/** Layer that provides `Prompts`, initially without requests. Interrupts those that are still pending when the modal ends. */
export const layer: Layer.Layer<Prompts> = Layer.effect(
  Prompts,
  Effect.map(Effect.scope, (scope) => ({ pending: new Map<string, Pending>(), scope })),
)

/**
 * Sends a request to a wallet once, in the modal's scope. Callers with the same key wait for the same response. A caller that leaves does
 * not cancel the request: if no caller is waiting when the response arrives, `onLateApproval` receives it instead of `onApproved`.
 */
export const prompt = <A, E, R, R2>(
  key: string,
  steps: {
    readonly request: Effect.Effect<A, E, R>
    readonly onApproved: (result: A) => Effect.Effect<void, never, R2>
    readonly onLateApproval: (result: A) => Effect.Effect<void, never, R2>
  },
): Effect.Effect<A, E, R | R2 | Prompts> =>
  Effect.gen(function* () {
    const { pending, scope } = yield* Prompts
    const known = pending.get(key) as Pending<A, E> | undefined
    const current: Pending<A, E> = known ?? { result: yield* Deferred.make<A, E>(), waiting: 0 }
    if (!known) {
      pending.set(key, current as Pending)
      const request = Effect.gen(function* () {
        const exit = yield* Effect.exit(steps.request)
        pending.delete(key)
        if (Exit.isSuccess(exit))
          yield* current.waiting > 0 ? steps.onApproved(exit.value) : steps.onLateApproval(exit.value)
        yield* Deferred.done(current.result, exit)
      })
      yield* Effect.forkIn(request, scope)
    }
    current.waiting += 1
    return yield* Effect.ensuring(
      Deferred.await(current.result),
      Effect.sync(() => {
        current.waiting -= 1
      }),
    )
  })

/** Runs an effect in the modal's scope. Leaving a view does not interrupt it; destroying the modal does. */
export const runInBackground = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Prompts, ({ scope }) => Effect.forkIn(effect, scope, { startImmediately: true }))

interface Pending<A = unknown, E = unknown> {
  readonly result: Deferred.Deferred<A, E>
  waiting: number
}
