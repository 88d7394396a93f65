import { effect } from "@preact/signals-core"
import * as Effect from "effect/Effect"

/** Waits until `read` returns a value other than `undefined`, and returns it. Stops reading then, or when interrupted. */
export const untilSignal = <A>(read: () => A | undefined): Effect.Effect<A> =>
  Effect.callback<A>((resume) => {
    let found = false
    let stop: (() => void) | undefined
    stop = effect(() => {
      if (found) return
      const value = read()
      if (value === undefined) return
      found = true
      // `callback` runs its cleanup only on interruption, so the effect is stopped here.
      stop?.()
      resume(Effect.succeed(value))
    })
    if (found) stop()
    return Effect.sync(stop)
  })
