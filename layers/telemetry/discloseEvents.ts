import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Telemetry } from "../../services/Telemetry.ts"
import { disclosedError, disclosedEvent, textOf } from "../../src/telemetry/model/disclosure.ts"
import type { AnalyticsEvent } from "../../src/telemetry/opening/model.ts"

/** Wraps a site's own telemetry, so it receives only the parts of an event or a bug that may leave the page. */
export const discloseEvents = <R>(own: Layer.Layer<Telemetry, never, R>): Layer.Layer<Telemetry, never, R> =>
  Layer.effect(
    Telemetry,
    Effect.map(Telemetry, (telemetry) => ({
      track: (event) => telemetry.track(disclosedEvent(event) as AnalyticsEvent),
      report: (error) => telemetry.report(cleaned(error)),
      allow: (allowed) => telemetry.allow(allowed),
      refused: telemetry.refused,
    })),
  ).pipe(Layer.provide(own))

const cleaned = (error: unknown): Error => {
  const bug = disclosedError(error)
  return Object.assign(new Error(bug.errorMessage), { name: bug.errorType, stack: textOf(bug) })
}
