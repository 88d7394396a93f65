import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Browser } from "../../services/Browser.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { loadOnce } from "../shared/loadOnce.ts"
import type { PostOptions } from "./postEvent.ts"
import { createQueue, type Sending } from "./queue.ts"

/** Options of the HTTP telemetry layer. */
export interface TelemetryOptions extends PostOptions, Pick<Sending, "who"> {}

/** Telemetry backed by the provider's analytics. The HTTP client loads with the first event that may be posted. */
export const layer = (options: TelemetryOptions): Layer.Layer<Telemetry, never, Browser> =>
  Layer.effect(
    Telemetry,
    Effect.suspend(() => {
      const poster = loadOnce(() => import("./postEvent.ts").then(({ createPost }) => createPost(options)))
      return createQueue({ who: options.who, post: (body) => Effect.flatMap(poster, (post) => post(body)) })
    }),
  )
