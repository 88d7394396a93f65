import * as Effect from "effect/Effect"
import { Telemetry } from "../../services/Telemetry.ts"

/** Flow: reports an error of a view. */
export const report = Effect.fn("report")(function* (bug: unknown) {
  yield* (yield* Telemetry).report(bug)
})
