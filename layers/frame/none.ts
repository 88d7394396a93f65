import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Frame } from "../../services/Frame.ts"
import { NoAuthConnector } from "../../src/domain/errors.ts"

/** No embedded wallet: nobody is logged in, and every request says that there is no auth connector. */
export const layer: Layer.Layer<Frame> = Layer.succeed(Frame, {
  enabled: false,
  ask: () => Effect.suspend(() => Effect.fail(new NoAuthConnector())),
  follow: () => Effect.void,
  abort: Effect.void,
  withdraw: Effect.void,
  kept: Effect.succeed(undefined),
  keepUsername: () => Effect.void,
  show: () => Effect.void,
  login: () => Effect.never,
  loadingPage: "",
})
