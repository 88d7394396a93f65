import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Browser } from "../../services/Browser.ts"
import { Dialog } from "../../services/Dialog.ts"
import { Frame } from "../../services/Frame.ts"
import type { Storage } from "../../services/Storage.ts"
import { lazyFrame } from "./lazyFrame.ts"
import type { FrameOptions } from "./options.ts"

/**
 * Frame backed by the provider's page in an iframe, which loads with the first request. Disabled if `on` is false or there is no dialog to
 * render it in.
 */
export const layer = (options: FrameOptions): Layer.Layer<Frame, never, Browser | Dialog | Storage> =>
  Layer.effect(
    Frame,
    Effect.gen(function* () {
      const run = Effect.runPromiseWith(yield* Effect.context<Browser | Dialog | Storage | Scope.Scope>())
      const enabled = options.on && (yield* Dialog).slots !== undefined
      return lazyFrame({ enabled, loadingPage: `${options.secureSite}/loading` }, async (emit) =>
        run((await import("./client/client.ts")).createClient(options, emit)),
      )
    }),
  )
