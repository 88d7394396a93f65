import * as Effect from "effect/Effect"
import { UnknownFailure } from "../../src/errors/index.ts"

/**
 * Returns an effect that loads code on first use and then returns the same code. Fails with UnknownFailure if the code does not load; the
 * next use tries again.
 */
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
