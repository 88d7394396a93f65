import * as Effect from "effect/Effect"

/** Asks until the answer is settled, again `every` so many milliseconds. Smaller than a `Schedule`. */
export const polled = <A, E, R>(
  ask: Effect.Effect<A, E, R>,
  every: number,
  isSettled: (answer: A) => boolean,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(ask, (answer) =>
    isSettled(answer) ? Effect.succeed(answer) : Effect.delay(polled(ask, every, isSettled), every),
  )
