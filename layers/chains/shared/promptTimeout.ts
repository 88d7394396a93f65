import * as Effect from "effect/Effect"
import { openPrompt } from "../../../src/connections/limits.ts"

/**
 * Waits for the approval of a prompt that was already open. Fails with `failure` after a timeout, because the wallet does not report a
 * rejection of that prompt to later requests.
 */
export const withPromptTimeout = <A, E, E2>(approval: Effect.Effect<A, E>, failure: E2): Effect.Effect<A, E | E2> =>
  Effect.timeoutOrElse(approval, { duration: openPrompt.wait, orElse: () => Effect.fail(failure) })
