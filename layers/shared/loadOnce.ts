import * as Effect from "effect/Effect"
import { UnknownFailure } from "../../src/errors/index.ts"

/** Loads code on first use and keeps it. A failed load is forgotten, so the next call tries again. */
export const loadOnce = <A>(load: () => Promise<A>): Effect.Effect<A, UnknownFailure> => {
  let loading: Promise<A> | undefined
  const loaded = () => {
    loading ??= load().catch((cause) => {
      loading = undefined
      throw cause
    })
    return loading
  }
  return Effect.tryPromise({ try: loaded, catch: (cause) => new UnknownFailure({ cause }) })
}
