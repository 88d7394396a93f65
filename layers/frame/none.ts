import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Frame } from "../../services/Frame.ts"
import { NoAuthConnector } from "../../src/domain/errors.ts"

/** No embedded wallet: nobody is logged in, and every request says that there is no auth connector. */
export const layer: Layer.Layer<Frame> = Layer.succeed(Frame, {
  isConnected: Effect.succeed(false),
  request: () => Effect.suspend(() => Effect.fail(new NoAuthConnector())),
  signOut: Effect.suspend(() => Effect.fail(new NoAuthConnector())),
})
