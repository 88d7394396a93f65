import * as Effect from "effect/Effect"

/** Repeats a request every `every` ms until its result is settled. Smaller than a `Schedule`. */
export const polled = <A, E, R>(
  ask: Effect.Effect<A, E, R>,
  every: number,
  isSettled: (answer: A) => boolean,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(ask, (answer) =>
    isSettled(answer) ? Effect.succeed(answer) : Effect.delay(polled(ask, every, isSettled), every),
  )
