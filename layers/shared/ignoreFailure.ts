import * as Effect from "effect/Effect"

/** Runs an effect and ignores its failure. Used instead of `Effect.ignore`, which would add the loggers to the bundle. */
export const ignoreFailure = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  Effect.catch(Effect.asVoid(effect), () => Effect.void)
