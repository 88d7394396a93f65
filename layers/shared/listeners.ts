import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { notifyAll } from "./notifyAll.ts"

/** Creates a set of listeners to changes. `emit` calls them all. `watch` adds one until its scope closes. */
export const listeners = <Change>() => {
  const all = new Set<(change: Change) => void>()
  return {
    emit: (change: Change) => notifyAll(all, change),
    watch: (changed: (change: Change) => void): Effect.Effect<void, never, Scope.Scope> =>
      Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => all.add(changed)),
          () => Effect.sync(() => all.delete(changed)),
        ),
      ),
  }
}
