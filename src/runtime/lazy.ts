import * as Effect from "effect/Effect"

/** Runs a flow of a topic that is loaded on first use. If the topic cannot be loaded, the flow ends with `undefined`. */
export const loadThen = <Topic, A, R>(
  load: () => Promise<Topic>,
  flow: (topic: Topic) => Effect.Effect<A, never, R>,
): Effect.Effect<A | undefined, never, R> =>
  Effect.flatMap(
    Effect.promise(() => load().catch(() => undefined)),
    (topic) => (topic === undefined ? Effect.succeed(undefined) : flow(topic)),
  )

/** Runs an effect and ignores its result and failure. Smaller than `Effect.ignore`, which can log. */
export const ignoreFailure = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  Effect.catch(Effect.asVoid(effect), () => Effect.void)
