import * as Effect from "effect/Effect"
import { Browser } from "../../services/Browser.ts"
import { hasWayBack } from "../domain/route.ts"
import { inbox } from "../inbox.ts"
import { Modal } from "../modal.ts"
import { until } from "../until.ts"
import { goBack, leave } from "./open.ts"

/** While the modal is open, the browser's Back button goes back through its views, and closes it from the first one. */
export const backward = Effect.gen(function* () {
  const { core, options } = yield* Modal
  const browser = yield* Browser
  const pressed = Effect.suspend(() => (hasWayBack(core.stack.peek(), options.enableEmbedded) ? goBack() : leave()))
  yield* Effect.raceFirst(
    Effect.andThen(
      browser.painted,
      inbox(
        (tell: (press: true) => void) => browser.backward(() => tell(true)),
        () => pressed,
      ),
    ),
    until(() => (core.open.value ? undefined : true)),
  )
})
