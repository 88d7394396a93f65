import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Telemetry } from "../../services/Telemetry.ts"

/** Sends nothing, whatever the project says. A bug still shows in the console. */
export const layer: Layer.Layer<Telemetry> = Layer.succeed(Telemetry, {
  track: () => Effect.void,
  report: (error) =>
    Effect.promise(() =>
      import("./report.ts").then(
        ({ reported }) => void reported(error),
        () => {},
      ),
    ),
  allow: () => Effect.void,
  refused: Effect.never,
})
