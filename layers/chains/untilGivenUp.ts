import * as Effect from "effect/Effect"
import { openPrompt } from "../../src/domain/limits.ts"

/** Waits for the answer to a prompt that was open before we asked. A no to it is told to nobody, so that in the end this fails. */
export const untilGivenUp = <A, E, E2>(answer: Effect.Effect<A, E>, failure: E2): Effect.Effect<A, E | E2> =>
  Effect.timeoutOrElse(answer, { duration: openPrompt.wait, orElse: () => Effect.fail(failure) })
