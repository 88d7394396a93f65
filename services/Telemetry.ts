import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AnalyticsEvent } from "../src/domain/events.ts"

/** Events and error reports. Nothing here ever fails or waits; with analytics off nothing leaves the page. */
export class Telemetry extends Context.Service<
  Telemetry,
  {
    /** Notes an event. Sent after the first open, or never. */
    track(event: AnalyticsEvent): Effect.Effect<void>
    /** Reports a bug: at most 5 in 60 s. */
    report(error: unknown): Effect.Effect<void>
    /** Says once whether events may leave the page. Until then they wait, with `false` they are dropped. */
    allow(allowed: boolean): Effect.Effect<void>
  }
>()("portico/Telemetry") {}
