import { effect } from "@preact/signals-core"
import * as Effect from "effect/Effect"

/** Waits until a reading of signals gives something, and gives it. Stops following them then, or when interrupted. */
export const until = <A>(read: () => A | undefined): Effect.Effect<A> =>
  Effect.callback<A>((resume) => {
    let found = false
    let stop: (() => void) | undefined
    stop = effect(() => {
      if (found) return
      const answer = read()
      if (answer === undefined) return
      found = true
      // What `callback` gets back runs on interruption only, so that a found answer ends the following itself.
      stop?.()
      resume(Effect.succeed(answer))
    })
    if (found) stop()
    return Effect.sync(stop)
  })
