import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AnalyticsEvent } from "../src/telemetry/opening/model.ts"

/** Analytics events and error reports. No method fails. Nothing is sent before `allow(true)`. */
export class Telemetry extends Context.Service<
  Telemetry,
  {
    /**
     * Queues an event. Events are sent in order once sending is allowed; until then, the latest 100 are kept. Drops `unsentEvents`, and
     * every event after `allow(false)` or a refusal.
     */
    track(event: AnalyticsEvent): Effect.Effect<void>
    /** Logs a bug to the console, and queues a report of it, unless events are dropped or 5 reports were queued in the last 60 s. */
    report(error: unknown): Effect.Effect<void>
    /** Sets whether events may be sent from now on. `false` drops all waiting events, and new ones until it is called with `true`. */
    allow(allowed: boolean): Effect.Effect<void>
    /** Succeeds when the service reports that this origin is not on the project's allowlist. Nothing is sent from then on. */
    readonly refused: Effect.Effect<void>
  }
>()("portico/Telemetry") {}
