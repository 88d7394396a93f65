import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Frame } from "../../services/Frame.ts"
import type { Storage } from "../../services/Storage.ts"
import type { World } from "../demo/world.ts"
import { fetchedFrame } from "./fetched.ts"

/**
 * The secure frame of the world: there is none to load, and nothing is drawn. Logins and requests take their time and go wrong as the
 * world's line `frame` does; the visitor's answers are those of the world's wallet `secure`.
 */
export const layer = (world: World): Layer.Layer<Frame, never, Storage> =>
  Layer.effect(
    Frame,
    Effect.gen(function* () {
      const run = Effect.runPromiseWith(yield* Effect.context<Storage>())
      return fetchedFrame({ enabled: true, loadingPage: "about:blank" }, async (tell) =>
        run((await import("./demoClient.ts")).createClient(world, tell)),
      )
    }),
  )
