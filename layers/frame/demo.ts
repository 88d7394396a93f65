import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Frame } from "../../services/Frame.ts"
import type { Storage } from "../../services/Storage.ts"
import type { World } from "../demo/world.ts"
import { lazyFrame } from "./lazyFrame.ts"

/**
 * Frame backed by the demo world. No page is loaded or rendered. Logins and requests have the latency and faults of the world's service
 * `frame`. The world's wallet `secure` responds for the visitor.
 */
export const layer = (world: World): Layer.Layer<Frame, never, Storage> =>
  Layer.effect(
    Frame,
    Effect.gen(function* () {
      const run = Effect.runPromiseWith(yield* Effect.context<Storage>())
      return lazyFrame({ enabled: true, loadingPage: "about:blank" }, async (emit) =>
        run((await import("./demoClient.ts")).createClient(world, emit)),
      )
    }),
  )
