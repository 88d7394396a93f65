import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Frame } from "../../services/Frame.ts"
import { NoAuthConnector, SocialConnectFailed } from "../../src/errors/index.ts"

/**
 * Frame for modals without an embedded wallet. No user is ever logged in. Every request fails with NoAuthConnector, and every social login
 * with SocialConnectFailed.
 */
export const layer: Layer.Layer<Frame> = Layer.succeed(Frame, {
  enabled: false,
  request: () => Effect.suspend(() => Effect.fail(new NoAuthConnector())),
  watch: () => Effect.void,
  abort: Effect.void,
  abortApprovals: Effect.void,
  persistedLogin: Effect.succeed(undefined),
  persistUsername: () => Effect.void,
  show: () => Effect.void,
  login: () => Effect.suspend(() => Effect.fail(new SocialConnectFailed({ cause: new NoAuthConnector() }))),
  loadingPage: "",
})
