import * as Effect from "effect/Effect"

/** Runs an effect for what it does; a failure is nobody's business. Smaller than `Effect.ignore`, which brings the loggers along. */
export const quietly = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  Effect.catch(Effect.asVoid(effect), () => Effect.void)
