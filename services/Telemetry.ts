import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AnalyticsEvent } from "../src/telemetry/opening/model.ts"

/** Analytics events and error reports. No method fails or delays its caller. With analytics off, nothing leaves the page. */
export class Telemetry extends Context.Service<
  Telemetry,
  {
    /** Records an event. Events are sent in order, once sending is allowed. */
    track(event: AnalyticsEvent): Effect.Effect<void>
    /** Reports a bug, at most 5 per 60 s. The bug is logged to the console even if the report may not be sent. */
    report(error: unknown): Effect.Effect<void>
    /**
     * Sets whether events may leave the page from now on. Until the first call, events wait. `false` drops the waiting events and
     * all later ones.
     */
    allow(allowed: boolean): Effect.Effect<void>
    /** Succeeds when the service reports that this origin is not on the project's allowlist. Nothing is sent from then on. */
    readonly refused: Effect.Effect<void>
  }
>()("portico/Telemetry") {}
