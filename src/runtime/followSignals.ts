import { effect } from "@preact/signals-core"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** Runs `run` now, and again whenever a signal that it read changes, until the scope closes. */
export const followSignals = (run: () => void): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.sync(() => effect(run)),
      (stop) => Effect.sync(stop),
    ),
  )
