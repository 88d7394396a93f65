import * as Effect from "effect/Effect"

/** A flow of a topic that is fetched when it is first run. A topic that cannot be fetched ends the flow, not the modal. */
export const lazily = <Topic, A, R>(
  load: () => Promise<Topic>,
  flow: (topic: Topic) => Effect.Effect<A, never, R>,
): Effect.Effect<A | undefined, never, R> =>
  Effect.flatMap(
    Effect.promise(() => load().catch(() => undefined)),
    (topic) => (topic === undefined ? Effect.succeed(undefined) : flow(topic)),
  )

/** Runs an effect for what it does; a failure is nobody's business. Smaller than `Effect.ignore`, which can log. */
export const quietly = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  Effect.catch(Effect.asVoid(effect), () => Effect.void)
