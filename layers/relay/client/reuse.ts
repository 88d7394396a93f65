import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { ConnectFailed, type RelayError } from "../../../src/errors/index.ts"

/** An instance that can end by itself. `ended` then fails with the reason. */
export interface Expiring {
  readonly ended: Deferred.Deferred<never, RelayError>
}

/**
 * Shares one instance that is costly to start. `get` starts it unless it runs or is starting. It fails with the error of the start, and
 * with ConnectFailed if the instance is dropped or the scope closes first. `died` is called with the reason when an instance's `ended`
 * fails.
 */
export const reuse = <A extends Expiring>(
  start: Effect.Effect<A, RelayError, Scope.Scope>,
  died: (thing: A, error: RelayError) => void,
) =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    let kept: Kept<A> | undefined
    let closed = false
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        closed = true
      }),
    )

    const current = () => (kept?.thing && Deferred.isDoneUnsafe(kept.thing.ended) ? undefined : kept)

    const forget = (mine: Kept<A>) =>
      Effect.suspend(() => {
        if (kept === mine) kept = undefined
        Deferred.doneUnsafe(mine.ready, Effect.fail(new ConnectFailed()))
        return Scope.close(mine.own, Exit.void)
      })

    const live = (mine: Kept<A>) =>
      Effect.gen(function* () {
        const thing = yield* Scope.provide(start, mine.own)
        mine.thing = thing
        yield* Deferred.succeed(mine.ready, thing)
        const error = yield* Effect.flip(Deferred.await(thing.ended))
        died(thing, error)
      }).pipe(
        Effect.catchCause((cause) => Deferred.failCause(mine.ready, cause)),
        // This fiber ends with the instance's scope, so a detached one has to close that scope.
        Effect.ensuring(Effect.forkDetach(forget(mine))),
      )

    const get = Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        if (closed) return yield* Effect.fail(new ConnectFailed())
        const there = current()
        if (there) return yield* restore(Deferred.await(there.ready))
        const mine: Kept<A> = { own: Scope.forkUnsafe(scope), ready: Deferred.makeUnsafe() }
        kept = mine
        yield* Effect.forkIn(Effect.interruptible(live(mine)), mine.own)
        return yield* restore(Deferred.await(mine.ready))
      }),
    )

    return {
      get,
      /** Ends the current instance, if there is one. */
      drop: Effect.suspend(() => (kept ? forget(kept) : Effect.void)),
      /** Returns the current instance, if it has started. */
      now: (): A | undefined => current()?.thing,
    }
  })

interface Kept<A> {
  readonly own: Scope.Closeable
  readonly ready: Deferred.Deferred<A, RelayError>
  thing?: A
}
