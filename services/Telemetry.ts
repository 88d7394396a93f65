import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AnalyticsEvent } from "../src/domain/events.ts"

/** Events and error reports. Nothing here ever fails or waits; with analytics off nothing leaves the page. */
export class Telemetry extends Context.Service<
  Telemetry,
  {
    /** Notes an event. Events are sent in their order, once they may be. */
    track(event: AnalyticsEvent): Effect.Effect<void>
    /** Reports a bug: at most 5 in 60 s. It shows in the console whether or not it may be sent. */
    report(error: unknown): Effect.Effect<void>
    /** Says whether events may leave the page from now on. Until it is said they wait; what waits is dropped with `false`, and so is what comes after it. */
    allow(allowed: boolean): Effect.Effect<void>
    /** Ends when the service says that this origin is not on the project's allow list. Nothing is sent from then on. */
    readonly refused: Effect.Effect<void>
  }
>()("portico/Telemetry") {}
