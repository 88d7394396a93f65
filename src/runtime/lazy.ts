import * as Effect from "effect/Effect"

/** Loads a topic on first use and runs a flow of it. Succeeds with `undefined` if the topic cannot be loaded. */
export const loadThen = <Topic, A, R>(
  load: () => Promise<Topic>,
  flow: (topic: Topic) => Effect.Effect<A, never, R>,
): Effect.Effect<A | undefined, never, R> =>
  Effect.flatMap(
    Effect.promise(() => load().catch(() => undefined)),
    (topic) => (topic === undefined ? Effect.succeed(undefined) : flow(topic)),
  )

/** Runs an effect and ignores its result and failure. Adds less code than `Effect.ignore`, which can also log. */
export const ignoreFailure = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  Effect.catch(Effect.asVoid(effect), () => Effect.void)
