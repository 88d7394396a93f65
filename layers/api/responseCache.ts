import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { cacheSize } from "./limits.ts"

/**
 * Returns a function that runs `request` and keeps its success for `fresh` ms under `key`. Concurrent calls with the same key share one
 * run. Beyond `cacheSize` keys, the oldest is dropped.
 */
export const createResponseCache = () => {
  const known = new Map<string, Effect.Effect<unknown, Error>>()

  return <A, E extends Error>(key: string, fresh: number, request: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const there = known.get(key) as Effect.Effect<A, E> | undefined
      if (there) return there
      const uncached = Effect.onExit(request, (exit) =>
        Effect.sync(() => {
          if (fresh === 0 || Exit.isFailure(exit)) known.delete(key)
        }),
      )
      return Effect.flatMap(Effect.cachedWithTTL(uncached, fresh), (cached) => {
        known.set(key, cached)
        if (known.size > cacheSize) known.delete(known.keys().next().value as string)
        return cached
      })
    })
}
