import * as Effect from "effect/Effect"
import { snack as times } from "../../core/limits.ts"
import { use } from "../../runtime/currentModal.ts"
import { detach } from "../../runtime/prompt.ts"
import { until } from "../../runtime/untilSignal.ts"
import { type Said, type Snack, snack, type Words } from "../first-paint/state.ts"

/** Shows a message. An open one closes first, and the new one follows 150 ms later. */
export const say = Effect.fn("say")(function* (
  message: Words,
  variant: Snack["variant"] = "success",
  { svg, autoClose = variant !== "loading" }: { readonly svg?: string; readonly autoClose?: boolean } = {},
) {
  yield* detach(show({ message, variant, svg, open: true, autoClose }))
})

/** Hides the message. */
export const hush = Effect.fn("hush")(function* () {
  const { shown } = yield* use(snack)
  shown.value = { ...shown.peek(), open: false }
})

const show = Effect.fn("showSnack")(function* (next: Said) {
  const { shown, held, fetching } = yield* use(snack)
  if (shown.peek().open) {
    const closed = { ...shown.peek(), open: false }
    shown.value = closed
    yield* Effect.sleep(times.follows)
    if (shown.peek() !== closed) return
  }
  shown.value = next
  if (!next.autoClose) return
  const stays = Effect.sleep(times.stays)
  // On a slow connection the code to render it could arrive after the message is gone.
  const late = until(() => fetching.value || undefined)
  if (yield* Effect.race(Effect.as(stays, false), late)) {
    yield* until(() => !fetching.value || undefined)
    yield* stays
  }
  yield* until(() => !held.value || undefined)
  if (shown.peek() === next) shown.value = { ...next, open: false }
})
