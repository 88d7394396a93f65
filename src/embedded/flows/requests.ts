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

/** Applies a change that the frame reports. `stacked`: whether the request belongs to an entry of the transaction stack. */
export const requestChanged = Effect.fn("requestChanged")(function* (change: FrameChange, stacked: boolean) {
  if (change.type === "refused") return yield* refused(change.method)
  if (change.type === "unreachable") return yield* raiseAlert(change.error.code)
  const { approvals } = yield* slicesOf(requests)
  const { id, method } = change
  if (change.type === "requested") {
    approvals.value = [...approvals.peek(), { id, method, stacked }]
    return yield* approve
  }
  const own = approvals.peek().find((one) => one.id === id)
  if (!own) return
  const leaving = Effect.gen(function* () {
    // The view is left first, because the next step begins once the approval is removed from the list.
    yield* left(own)
    approvals.value = approvals.peek().filter((one) => one !== own)
  })
  yield* change.type === "responded" ? runInBackground(Effect.andThen(refreshed, leaving)) : leaving
})

/** Refreshes the account. Waits for at most 3 s, so a node that does not respond does not keep the visitor in the approval. */
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

/** Flow: shows the frame over `element` until the flow is interrupted. */
export const showFrame = Effect.fn("showFrame")(function* (element: HTMLElement) {
  const frame = yield* Frame
  yield* Effect.ensuring(Effect.andThen(frame.show(element), Effect.never), frame.show(undefined))
})

/**
 * Shows the approval, opening the modal if needed. Aborts the waiting requests if the modal cannot be opened, or once the visitor leaves
 * the view. Closing the modal aborts them only if none belongs to the transaction stack. Otherwise, the next opening shows the approval
 * again.
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

/** Aborts all requests that wait for approval. */
const withdraw = Effect.gen(function* () {
  const { waiting } = yield* slicesOf(requests)
  if (waiting.peek()) yield* (yield* Frame).abortApprovals
})

/**
 * Leaves the approval view after a request has completed, unless another request waits there. Goes back to the previous view, if there is
 * one and the request belongs to the transaction stack. Otherwise closes the modal, or in embedded mode shows Account or Connect.
 */
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
 * Reports a request that was not sent because the frame does not support its method. Prints the method to the console, aborts the requests
 * that wait for approval, opens the modal, and shows a snack 300 ms later.
 */
const refused = Effect.fn("requestRefused")(function* (method: string) {
  const { core } = yield* CurrentModal
  const { waiting } = yield* slicesOf(requests)
  const { message, visitorMessage } = new RequestNotAllowed()
  yield* Effect.sync(() => console.error(message, redactMethod(method)))
  yield* withdraw
  yield* runInBackground(
    Effect.gen(function* () {
      // The rejected requests leave their view first.
      yield* untilSignal(() => (waiting.value || core.stack.value.some(isApproval) ? undefined : true))
      if (!core.open.peek()) yield* openModal()
      yield* Effect.sleep(limits.alertDelay)
      yield* showSnack(visitorMessage, "error")
    }),
  )
})

const isApproval = ({ name }: { readonly name: string }) => name === "ApproveTransaction"
