import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Frame, type FrameChange } from "../../../services/Frame.ts"
import { RequestNotAllowed } from "../../errors/index.ts"
import { closeModal, openModal } from "../../navigation/opening/flows.ts"
import { openAt } from "../../navigation/opening/steps.ts"
import { raiseAlert } from "../../notifications/flows.ts"
import { showSnack } from "../../notifications/steps/snack.ts"
import { CurrentModal, isShown, slicesOf } from "../../runtime/currentModal.ts"
import { loadThen } from "../../runtime/lazy.ts"
import { runInBackground } from "../../runtime/prompt.ts"
import * as Router from "../../runtime/router.ts"
import { untilSignal } from "../../runtime/untilSignal.ts"
import { redactMethod } from "../../telemetry/model/redact.ts"
import { frame as limits } from "../limits.ts"
import { type Approval, requests } from "../opening/state.ts"

/**
 * Handles a request to the embedded wallet, or its response. `stacked`: it belongs to an entry of the transaction stack. Requests
 * that need no approval are ignored.
 */
export const requestChanged = Effect.fn("requestChanged")(function* (change: FrameChange, stacked: boolean) {
  if (change.type === "refused") return yield* refused(change.method)
  if (change.type === "unreachable") return yield* raiseAlert(change.error.code)
  const { approvals } = yield* slicesOf(requests)
  const { id, method } = change
  if (change.type === "asked") {
    approvals.value = [...approvals.peek(), { id, method, stacked }]
    return yield* approve
  }
  const own = approvals.peek().find((one) => one.id === id)
  if (!own) return
  const leaving = Effect.gen(function* () {
    // First, because what follows the approval begins once it no longer waits.
    yield* left(own)
    approvals.value = approvals.peek().filter((one) => one !== own)
  })
  yield* change.type === "answered" ? runInBackground(Effect.andThen(refreshed, leaving)) : leaving
})

/** Refreshes the balance. A node that does not respond must not keep the visitor in the approval. */
const refreshed = Effect.gen(function* () {
  const refreshing = yield* runInBackground(
    loadThen(
      () => import("../../account/flows.ts"),
      ({ renewAccount }) => renewAccount(),
    ),
  )
  yield* Effect.timeoutOrElse(Fiber.await(refreshing), {
    duration: limits.refreshWait,
    orElse: () => Effect.void,
  })
})

/** Flow: shows the frame in a place while the view is there. */
export const showFrame = Effect.fn("showFrame")(function* (place: HTMLElement) {
  const frame = yield* Frame
  yield* Effect.ensuring(Effect.andThen(frame.show(place), Effect.never), frame.show(undefined))
})

/**
 * Shows the approval, opening the modal if needed. Leaving the view aborts what waits. Closing the modal does so only if nothing of
 * the transaction stack waits; otherwise the next opening shows the approval again.
 */
const approve = Effect.gen(function* () {
  const { core, options } = yield* CurrentModal
  const { approvals } = yield* slicesOf(requests)
  const shown = yield* isShown
  if (shown && core.stack.peek().some(isApproval)) return
  if (shown) yield* Router.push({ name: "ApproveTransaction" })
  else if (!(yield* openAt({ name: "ApproveTransaction" }))) return yield* withdraw
  yield* runInBackground(
    Effect.gen(function* () {
      yield* untilSignal(() => {
        const open = core.open.value || options.enableEmbedded
        const there = open ? core.stack.value.some(isApproval) : approvals.value.some(({ stacked }) => stacked)
        return there ? undefined : true
      })
      yield* withdraw
    }),
  )
})

/** Aborts everything that waits for approval. */
const withdraw = Effect.gen(function* () {
  const { waiting } = yield* slicesOf(requests)
  if (waiting.peek()) yield* (yield* Frame).abortApprovals
})

/** Leaves the view of a completed request, unless another one waits there: for the previous view, or by closing. */
const left = Effect.fn("approvalLeft")(function* (own: Approval) {
  const { core, options } = yield* CurrentModal
  const { approvals } = yield* slicesOf(requests)
  const stack = core.stack.peek()
  if (approvals.peek().some((one) => one !== own) || !stack.some(isApproval)) return
  const rest = stack.filter((route) => !isApproval(route))
  if (own.stacked && rest.length > 0) return yield* Router.change(() => rest)
  if (options.enableEmbedded) return yield* Router.reset({ name: core.connection.peek() ? "Account" : "Connect" })
  yield* closeModal()
})

/**
 * Handles a method that the frame does not know, which was not sent. Rejects what waits for approval, opens the modal, and shows a
 * message a moment later.
 */
const refused = Effect.fn("requestRefused")(function* (method: string) {
  const { core } = yield* CurrentModal
  const { waiting } = yield* slicesOf(requests)
  const { message, told } = new RequestNotAllowed()
  yield* Effect.sync(() => console.error(message, redactMethod(method)))
  yield* withdraw
  yield* runInBackground(
    Effect.gen(function* () {
      // The rejected requests leave their view first.
      yield* untilSignal(() => (waiting.value || core.stack.value.some(isApproval) ? undefined : true))
      if (!core.open.peek()) yield* openModal()
      yield* Effect.sleep(limits.alertDelay)
      yield* showSnack(told, "error")
    }),
  )
})

const isApproval = ({ name }: { readonly name: string }) => name === "ApproveTransaction"
