import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Siwx } from "../../services/Siwx.ts"
import { SiwxNotEnabled } from "../../src/errors/index.ts"

const notEnabled = () => Effect.suspend(() => Effect.fail(new SiwxNotEnabled()))

/** Siwx for sites without sign-in. Every operation fails with SiwxNotEnabled. */
export const layer: Layer.Layer<Siwx> = Layer.succeed(Siwx, {
  enabled: false,
  signs: () => false,
  required: Effect.succeed(false),
  signOutOnDisconnect: false,
  verifies: false,
  message: notEnabled,
  request: notEnabled,
  sessions: notEnabled,
  add: notEnabled,
  set: notEnabled,
  revoke: notEnabled,
  email: undefined,
  metadata: undefined,
})
