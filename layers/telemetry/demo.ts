import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Browser } from "../../services/Browser.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import type { World } from "../demo/world.ts"
import { createQueue } from "./queue.ts"

/** Telemetry backed by the demo world, which stores events instead of posting them. */
export const layer = (world: World): Layer.Layer<Telemetry, never, Browser> =>
  Layer.effect(
    Telemetry,
    createQueue({
      who: () => ({ address: undefined, caipNetworkId: undefined }),
      post: (body) =>
        Effect.andThen(
          world.faults.pass("api", "events"),
          Effect.sync(() => world.note(body)),
        ),
    }),
  )
