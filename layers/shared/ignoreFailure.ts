import * as Effect from "effect/Effect"

/** Runs an effect and ignores its failure. Smaller than `Effect.ignore`, which would add the loggers. */
export const ignoreFailure = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  Effect.catch(Effect.asVoid(effect), () => Effect.void)
