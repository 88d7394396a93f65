import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Telemetry } from "../../services/Telemetry.ts"

/** Telemetry that sends nothing, whatever the project's settings. Bugs are still printed to the console. */
export const layer: Layer.Layer<Telemetry> = Layer.succeed(Telemetry, {
  track: () => Effect.void,
  report: (error) =>
    Effect.promise(() =>
      import("./printError.ts").then(
        ({ printError }) => void printError(error),
        () => {},
      ),
    ),
  allow: () => Effect.void,
  refused: Effect.never,
})
