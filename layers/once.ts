import * as Effect from "effect/Effect"
import { UnknownFailure } from "../src/domain/errors.ts"

/** Fetches code when it is first needed and keeps it. A fetch that failed is forgotten, so that the next who asks tries anew. */
export const once = <A>(load: () => Promise<A>): Effect.Effect<A, UnknownFailure> => {
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
