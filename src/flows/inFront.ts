import * as Effect from "effect/Effect"
import { Dialog } from "../../services/Dialog.ts"
import { use } from "../modal.ts"
import { connecting } from "../state/connecting.ts"

/**
 * While a wallet of this page asks, the dialog leaves the top layer: any of them may draw its window into the page, and nobody can
 * tell beforehand which will.
 */
export const inFront = <A, E, R>(connectorId: string, asking: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const dialog = yield* Dialog
    const { prompting } = yield* use(connecting)
    prompting.value = connectorId
    yield* dialog.demote(true)
    return yield* Effect.ensuring(
      asking,
      Effect.gen(function* () {
        prompting.value = undefined
        yield* dialog.demote(false)
      }),
    )
  })
