import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Siwx } from "../../services/Siwx.ts"
import { SiwxNotEnabled } from "../../src/domain/errors.ts"

/** A site without sign-in. */
export const layer: Layer.Layer<Siwx> = Layer.succeed(Siwx, {
  required: Effect.succeed(false),
  sessions: () => Effect.suspend(() => Effect.fail(new SiwxNotEnabled())),
})
