import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Frame, type FrameChange } from "../../services/Frame.ts"
import { RequestNotAllowed } from "../domain/errors.ts"
import { frame as limits } from "../domain/limits.ts"
import { redactMethod } from "../domain/redact.ts"
import { lazily } from "../lazily.ts"
import { isShown, Modal, use } from "../modal.ts"
import { detach } from "../prompt.ts"
import * as Router from "../router.ts"
import { type Approval, requests } from "../state/requests.ts"
import { until } from "../until.ts"
import { raise } from "./alerts.ts"
import { closeModal, openModal } from "./open.ts"
import { openAt } from "./openAt.ts"
import { say } from "./snack.ts"

/**
 * The embedded wallet was asked something, or has answered. `stacked`: it was of an entry of the transaction stack. What needs no
 * approval passes in silence.
 */
export const requestChanged = Effect.fn("requestChanged")(function* (change: FrameChange, stacked: boolean) {
  if (change.is === "refused") return yield* refused(change.method)
  if (change.is === "unreachable") return yield* raise(change.error.code)
  const { approvals } = yield* use(requests)
  const { id, method } = change
  if (change.is === "asked") {
    approvals.value = [...approvals.peek(), { id, method, stacked }]
    return yield* approve
  }
  const own = approvals.peek().find((one) => one.id === id)
  if (!own) return
  const leaving = Effect.gen(function* () {
    // First, since what follows the approval begins once it waits no more.
    yield* left(own)
    approvals.value = approvals.peek().filter((one) => one !== own)
  })
  yield* change.is === "answered" ? detach(Effect.andThen(refreshed, leaving)) : leaving
})

/** The balance is read again. A node that does not respond keeps no visitor in the approval. */
const refreshed = Effect.gen(function* () {
  const refreshing = yield* detach(
    lazily(
      () => import("./account.ts"),
      ({ renewAccount }) => renewAccount(),
    ),
  )
  yield* Effect.timeoutOrElse(Fiber.await(refreshing), {
    duration: limits.refreshWait,
    orElse: () => Effect.void,
  })
})

/**
 * Flow: show the frame in a place for as long as the view is there.
 */
export const showFrame = Effect.fn("showFrame")(function* (place: HTMLElement) {
  const frame = yield* Frame
  yield* Effect.ensuring(Effect.andThen(frame.show(place), Effect.never), frame.show(undefined))
})

/**
 * The approval shows, in a modal that opens by itself. Leaving it withdraws what waits. Closing the modal does so only if nothing that
 * waits is of the transaction stack: else the next opening shows the approval again.
 */
const approve = Effect.gen(function* () {
  const { core, options } = yield* Modal
  const { approvals } = yield* use(requests)
  const shown = yield* isShown
  if (shown && core.stack.peek().some(isApproval)) return
  if (shown) yield* Router.push({ name: "ApproveTransaction" })
  else if (!(yield* openAt({ name: "ApproveTransaction" }))) return yield* withdraw
  yield* detach(
    Effect.gen(function* () {
      yield* until(() => {
        const open = core.open.value || options.enableEmbedded
        const there = open ? core.stack.value.some(isApproval) : approvals.value.some(({ stacked }) => stacked)
        return there ? undefined : true
      })
      yield* withdraw
    }),
  )
})

/** Says no to everything that waits for approval. */
const withdraw = Effect.gen(function* () {
  const { waiting } = yield* use(requests)
  if (waiting.peek()) yield* (yield* Frame).withdraw
})

/** A request that was approved or not leaves its view, unless another waits there: for the view before, or out. */
const left = Effect.fn("approvalLeft")(function* (own: Approval) {
  const { core, options } = yield* Modal
  const { approvals } = yield* use(requests)
  const stack = core.stack.peek()
  if (approvals.peek().some((one) => one !== own) || !stack.some(isApproval)) return
  const rest = stack.filter((route) => !isApproval(route))
  if (own.stacked && rest.length > 0) return yield* Router.change(() => rest)
  if (options.enableEmbedded) return yield* Router.reset({ name: core.connection.peek() ? "Account" : "Connect" })
  yield* closeModal()
})

/**
 * A method that the frame does not know was not sent. The modal opens, says so a moment later, and what waits for approval is
 * rejected.
 */
const refused = Effect.fn("requestRefused")(function* (method: string) {
  const { core } = yield* Modal
  const { waiting } = yield* use(requests)
  const { message, told } = new RequestNotAllowed()
  yield* Effect.sync(() => console.error(message, redactMethod(method)))
  yield* withdraw
  yield* detach(
    Effect.gen(function* () {
      // What was rejected leaves its view first.
      yield* until(() => (waiting.value || core.stack.value.some(isApproval) ? undefined : true))
      if (!core.open.peek()) yield* openModal()
      yield* Effect.sleep(limits.alertDelay)
      yield* say(told, "error")
    }),
  )
})

const isApproval = ({ name }: { readonly name: string }) => name === "ApproveTransaction"
