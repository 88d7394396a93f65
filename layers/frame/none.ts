import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Frame } from "../../services/Frame.ts"
import { NoAuthConnector } from "../../src/errors/index.ts"

/** Used when the embedded wallet is off: never logged in; every request fails with NoAuthConnector. */
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
