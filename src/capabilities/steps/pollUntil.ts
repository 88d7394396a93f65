import * as Effect from "effect/Effect"

/**
 * Repeats a request every `every` ms until its result is settled. (`Effect.repeat` and `Effect.retry` bring `Schedule`, which adds 1 kB to
 * every site that imports `portico/effect`, and to the first open.)
 */
export const pollUntil = <A, E, R>(
  ask: Effect.Effect<A, E, R>,
  every: number,
  isSettled: (answer: A) => boolean,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(ask, (answer) =>
    isSettled(answer) ? Effect.succeed(answer) : Effect.delay(pollUntil(ask, every, isSettled), every),
  )
