import * as Effect from "effect/Effect"
import { PaymentTimedOut } from "../../errors/index.ts"
import { isSameAddress } from "../../namespaces/model/namespaceTable.ts"
import { closeModal } from "../../navigation/opening/flows.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { runInBackground } from "../../runtime/prompt.ts"
import type { SentTransfer } from "../../send/model/transfer.ts"
import { transfers } from "../../send/state/transfers.ts"
import { loadSentTransfers } from "../../send/steps/outcomes.ts"
import { deposit as limits } from "../limits.ts"
import { isSamePayment, namespaceOf, type Payment, type PaymentState, units } from "../model.ts"
import { pay } from "../state.ts"
import { followPayment, settle } from "./followPayment.ts"
import { pendingPayments } from "./pendingPayments.ts"
import { waitForReceipt } from "./wallet.ts"

/** Waits up to 5 minutes for the network to confirm a sent payment, then records the outcome. */
export const confirmPayment = Effect.fnUntraced(function* (sent: PaymentState) {
  const { current } = yield* slicesOf(pay)
  yield* Effect.matchEffect(waitForReceipt(sent.result ?? ""), {
    onSuccess: (result) => settle(current, { ...sent, status: "success", result }, undefined, showOutcome),
    onFailure: (failure) => {
      const { result = sent.result } = failure
      const status = failure instanceof PaymentTimedOut ? "late" : "failed"
      return settle(current, { ...sent, status, ...(result !== undefined && { result }) }, failure, showOutcome)
    },
  })
})

/** Shows the error of a payment, if there is one. 3 s after a success, closes the modal if the visitor is still viewing this payment. */
export const showOutcome = Effect.fnUntraced(function* (
  { status, paymentId }: PaymentState,
  failure: Error | undefined,
) {
  const { core } = yield* CurrentModal
  const { current, error } = yield* slicesOf(pay)
  error.value = failure
  if (status !== "success") return
  yield* Effect.sleep(limits.closeAfter)
  if (current.peek()?.paymentId === paymentId && core.route.peek()?.name === "PayLoading") yield* closeModal()
})

/** Tracks a payment that was pending when the page closed, so it is not paid twice. Does nothing if there is a current payment. */
export const resumePayment = Effect.fnUntraced(function* (payment: Payment) {
  const { current } = yield* slicesOf(pay)
  if (current.peek() !== undefined) return
  const left = (yield* pendingPayments).find(({ source, of }) => source === "pay" && isSamePayment(of, payment))
  const now: PaymentState | undefined = left ? { ...left, of: payment } : yield* unresolvedPayment(payment)
  // The visitor may have started another payment while storage was read.
  if (!now || current.peek() !== undefined) return
  current.value = now
  if (left) return yield* followPayment(current, now, showOutcome)
  yield* runInBackground(confirmPayment(now))
})

/** Returns the state of a payment that a wallet has sent, if its outcome is not known yet. */
const unresolvedPayment = Effect.fnUntraced(function* (payment: Payment) {
  yield* loadSentTransfers
  const { sent } = yield* slicesOf(transfers)
  const { network, asset } = payment.paymentAsset
  const namespace = namespaceOf({ network }) ?? "eip155"
  const isIt = (one: SentTransfer) =>
    one.status === "pending" &&
    one.network === network &&
    isSameAddress(namespace, one.to, payment.recipient) &&
    one.units === String(units(payment)) &&
    (one.token === undefined ? asset === "native" : isSameAddress(namespace, one.token, asset))
  const known = sent.peek().find((one) => one.payment !== undefined && isIt(one))
  if (known?.payment === undefined) return undefined
  const { payment: paymentId, at, id } = known
  const state: PaymentState = {
    paymentId,
    source: "pay",
    type: "wallet",
    of: payment,
    at,
    status: "waiting",
    result: id,
  }
  return state
})
