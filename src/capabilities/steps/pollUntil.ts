import * as Effect from "effect/Effect"

/** Repeats a request every `every` ms until its result is settled. Smaller than a `Schedule`. */
export const pollUntil = <A, E, R>(
  ask: Effect.Effect<A, E, R>,
  every: number,
  isSettled: (answer: A) => boolean,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(ask, (answer) =>
    isSettled(answer) ? Effect.succeed(answer) : Effect.delay(pollUntil(ask, every, isSettled), every),
  )
