import * as Effect from "effect/Effect"
import { Browser } from "../../services/Browser.ts"
import { leave } from "../connections/opening/flows.ts"
import { hasWayBack } from "../navigation/first-paint/model/routes.ts"
import { goBack } from "../navigation/opening/flows.ts"
import { CurrentModal } from "../runtime/currentModal.ts"
import { processEvents } from "../runtime/eventQueue.ts"
import { untilSignal } from "../runtime/untilSignal.ts"

/** Makes the browser's Back button go back through the views while the modal is open, and close the modal from the first view. */
export const backButton = Effect.gen(function* () {
  const { core, options } = yield* CurrentModal
  const browser = yield* Browser
  const pressed = Effect.suspend(() => (hasWayBack(core.stack.peek(), options.enableEmbedded) ? goBack() : leave()))
  yield* Effect.raceFirst(
    Effect.andThen(
      browser.painted,
      processEvents(
        (emit: (press: true) => void) => browser.onBackButton(() => emit(true)),
        () => pressed,
      ),
    ),
    untilSignal(() => (core.open.value ? undefined : true)),
  )
})
