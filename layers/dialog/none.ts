import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Dialog } from "../../services/Dialog.ts"

/** Dialog without a page, for tests and servers. All methods do nothing. */
export const layer: Layer.Layer<Dialog> = Layer.succeed(Dialog, {
  show: Effect.void,
  close: Effect.void,
  demote: () => Effect.void,
  shake: Effect.void,
  onCloseRequest: () => Effect.void,
  slots: undefined,
})
