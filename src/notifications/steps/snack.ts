import * as Effect from "effect/Effect"
import { slicesOf } from "../../runtime/currentModal.ts"
import { runInBackground } from "../../runtime/prompt.ts"
import { untilSignal } from "../../runtime/untilSignal.ts"
import type { ShownSnack, Snack, Words } from "../first-paint/model/snack.ts"
import { snack } from "../first-paint/state.ts"
import { snackTimes as times } from "../limits.ts"

/** Shows a message in a snack. An open snack closes first, and the new one follows 150 ms later. Does not wait for either. */
export const showSnack = Effect.fn("showSnack")(function* (
  message: Words,
  variant: Snack["variant"] = "success",
  { svg, autoClose = variant !== "loading" }: { readonly svg?: string; readonly autoClose?: boolean } = {},
) {
  yield* runInBackground(show({ message, variant, svg, open: true, autoClose }))
})

/** Hides the snack. */
export const hideSnack = Effect.fn("hideSnack")(function* () {
  const { shown } = yield* slicesOf(snack)
  shown.value = { ...shown.peek(), open: false }
})

const show = Effect.fn("showSnack")(function* (next: ShownSnack) {
  const { shown, held, fetching } = yield* slicesOf(snack)
  if (shown.peek().open) {
    const closed = { ...shown.peek(), open: false }
    shown.value = closed
    yield* Effect.sleep(times.follows)
    if (shown.peek() !== closed) return
  }
  shown.value = next
  if (!next.autoClose) return
  const stays = Effect.sleep(times.stays)
  // On a slow connection, the code that renders the message could arrive after the message is gone.
  const late = untilSignal(() => fetching.value || undefined)
  if (yield* Effect.race(Effect.as(stays, false), late)) {
    yield* untilSignal(() => !fetching.value || undefined)
    yield* stays
  }
  yield* untilSignal(() => !held.value || undefined)
  if (shown.peek() === next) shown.value = { ...next, open: false }
})
