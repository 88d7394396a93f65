import * as Effect from "effect/Effect"
import type { Popup } from "../../../services/Frame.ts"
import { Telemetry } from "../../../services/Telemetry.ts"
import { endConnections } from "../../connections/operations/connections.ts"
import { idle, latest } from "../../core/first-paint/loadable.ts"
import { NotSponsored, SendUnclear } from "../../errors/index.ts"
import { continueAt } from "../../navigation/opening/state.ts"
import type { Words } from "../../notifications/first-paint/model/snack.ts"
import { showSnack } from "../../notifications/steps/snack.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { runInBackground } from "../../runtime/prompt.ts"
import * as Router from "../../runtime/router.ts"
import { track } from "../../runtime/track.ts"
import { untilSignal } from "../../runtime/untilSignal.ts"
import type { Prepared } from "../../send/model/transfer.ts"
import { recordAbandoned } from "../../send/steps/outcomes.ts"
import { deposit as limits } from "../limits.ts"
import { canCheck, type Exchange, isSamePayment, namespaceOf, type PaymentInput, type PaymentState } from "../model.ts"
import { isGoing, pay } from "../state.ts"
import { exchangesFor } from "../steps/exchange.ts"
import { followPayment, openAtExchange, reportPayment, settle, startPayment } from "../steps/followPayment.ts"
import { confirmPayment, resumePayment, showOutcome } from "../steps/followReceipt.ts"
import { requirePayments, validatePayment, withTokenSymbol } from "../steps/payment.ts"
import { forgetPayment } from "../steps/pendingPayments.ts"
import { payPrepared, preparePayment } from "../steps/wallet.ts"

/** Flow: prepares the Pay view. Validates the payment, resumes it if it was pending when the page closed, and loads its exchanges. */
export const preparePay = Effect.fn("preparePay")(function* (given: PaymentInput | undefined) {
  const { core } = yield* CurrentModal
  const { payment, current, cost, error } = yield* slicesOf(pay)
  const { route } = yield* slicesOf(continueAt)
  route.value = undefined
  // The features of the last visit or the site are known once the modal is initialized.
  yield* untilSignal(() => core.initialized.value || undefined)
  const before = latest(payment.peek())
  const read = Effect.andThen(requirePayments, validatePayment(given ?? before))
  // The token's symbol has already been read from its contract.
  const isNamed = given === undefined && before !== undefined && !before.siteNamed
  const now = yield* track(payment, isNamed ? read : Effect.flatMap(read, withTokenSymbol))
  if (!now) return
  const isOther = !before || !isSamePayment(before, now)
  if (isOther) cost.value = idle
  const shown = current.peek()
  if (shown && (!isSamePayment(shown.of, now) || !(isGoing(shown) || shown.status === "late"))) {
    current.value = undefined
    error.value = undefined
  }
  yield* resumePayment(now)
  yield* findPayExchanges(isOther)
})

/** Flow: loads the exchanges to offer for the payment, two at most. `reports`: whether to track that the view was opened. */
export const findPayExchanges = Effect.fn("findPayExchanges")(function* (reports = false) {
  const { payment, exchanges } = yield* slicesOf(pay)
  const of = latest(payment.peek())
  if (!of) return
  const { paymentAsset, amount, recipient } = of
  const request = exchangesFor(paymentAsset, "pay", { amount })
  const found = yield* track(
    exchanges,
    Effect.map(request, (page) => page.exchanges.slice(0, limits.exchanges)),
  )
  if (!reports) return
  yield* (yield* Telemetry).track({
    event: "PAY_MODAL_OPEN",
    properties: {
      exchanges: (found ?? []).map(({ id }) => id),
      configuration: {
        network: paymentAsset.network,
        asset: paymentAsset.asset,
        amount: Number(amount),
        recipient,
      },
    },
  })
})

/** Flow: estimates the cost of paying from the active wallet, if there is one and no payment is in progress. */
export const pricePayment = Effect.fn("pricePayment")(function* () {
  const { core } = yield* CurrentModal
  const { payment, cost, current } = yield* slicesOf(pay)
  const of = latest(payment.peek())
  const namespace = of && namespaceOf(of.paymentAsset)
  if (!of || !namespace || core.accounts[namespace].peek().active === undefined) {
    cost.value = idle
    return
  }
  if (!isGoing(current.peek())) yield* track(cost, preparePayment(of))
})

/** Flow: opens Connect for the payment's namespace. Once a wallet is connected, the modal returns to the payment. */
export const connectToPay = Effect.fn("connectToPay")(function* () {
  const { core } = yield* CurrentModal
  const { payment } = yield* slicesOf(pay)
  const { route } = yield* slicesOf(continueAt)
  const of = latest(payment.peek())
  const namespace = of && namespaceOf(of.paymentAsset)
  if (!namespace) return
  route.value = core.route.peek()
  yield* Router.push({ name: "Connect", namespace })
})

/** Flow: disconnects all wallets of the payment's namespace, to pay from another one. Shows a failure in a snack. */
export const leaveWallet = Effect.fn("leaveWallet")(function* (messages: { readonly failed: Words }) {
  const { payment, cost } = yield* slicesOf(pay)
  const of = latest(payment.peek())
  const namespace = of && namespaceOf(of.paymentAsset)
  if (!namespace) return
  yield* Effect.catch(endConnections({ namespace }), () => showSnack(messages.failed, "error"))
  cost.value = idle
})

/**
 * Flow: has the wallet pay exactly what the view shows. Continues if the visitor leaves the view. Ignores further presses while a payment
 * is in progress, so nothing is paid twice.
 */
export const payFromWallet = Effect.fn("payFromWallet")(function* (shown: Prepared) {
  const { payment, current, error } = yield* slicesOf(pay)
  const of = latest(payment.peek())
  if (!of || isGoing(current.peek())) return
  const state = yield* startPayment({ source: "pay", type: "wallet", of })
  current.value = state
  error.value = undefined
  yield* Router.push({ name: "PayLoading" })
  yield* runInBackground(sendPayment(shown, state))
})

/**
 * Flow: requests the payment from an exchange, on its page in the window that the click opened. Does nothing while a payment is in
 * progress.
 */
export const payByExchange = Effect.fn("payByExchange")(function* (exchange: Exchange, popup: Popup) {
  const { payment, current, error } = yield* slicesOf(pay)
  const of = latest(payment.peek())
  if (!of || isGoing(current.peek())) return
  const state = yield* startPayment({ source: "pay", type: "exchange", of, exchange })
  current.value = state
  error.value = undefined
  yield* Router.push({ name: "PayLoading" })
  yield* runInBackground(
    Effect.matchEffect(openAtExchange(state, exchange), {
      onSuccess: (opened) => {
        popup.go(opened.url ?? "")
        current.value = { ...opened, blocked: popup.blocked }
        return followPayment(current, opened, showOutcome)
      },
      onFailure: (failure) => {
        popup.close()
        return settle(current, { ...state, status: "failed" }, failure, showOutcome)
      },
    }),
  )
})

/** Flow: checks a payment again if its outcome was not known in time and can still be checked. */
export const checkPayment = Effect.fn("checkPayment")(function* () {
  const { current, error } = yield* slicesOf(pay)
  const now = current.peek()
  if (now?.status !== "late" || !canCheck(now)) return
  const again: PaymentState = { ...now, status: "waiting" }
  current.value = again
  error.value = undefined
  if (again.type === "exchange") return yield* followPayment(current, again, showOutcome)
  yield* runInBackground(confirmPayment(again))
})

/** Flow: gives up the current payment, and goes back to the payment options. */
export const payAgain = Effect.fn("payAgain")(function* () {
  const { payment, current, error } = yield* slicesOf(pay)
  const before = current.peek()
  const of = before?.of ?? latest(payment.peek())
  // Later visits do not resume a payment that the visitor gave up.
  if (before) yield* Effect.all([forgetPayment(before.paymentId), recordAbandoned(before.paymentId)])
  current.value = undefined
  error.value = undefined
  yield* Router.change((stack) => {
    const rest = stack.filter(({ name }) => name !== "PayLoading")
    return rest.some(({ name }) => name === "Pay") ? rest : [{ name: "Pay", ...(of && { payment: of }) }]
  })
})

const sendPayment = Effect.fnUntraced(function* (shown: Prepared, state: PaymentState) {
  const { current } = yield* slicesOf(pay)
  yield* reportPayment("PAY_INITIATED", state)
  yield* Effect.matchEffect(payPrepared(shown, state.paymentId), {
    onSuccess: (result) => {
      const sent: PaymentState = { ...state, status: "waiting", result }
      if (current.peek()?.paymentId === state.paymentId) current.value = sent
      return confirmPayment(sent)
    },
    // After SendUnclear, the payment may have been sent. If it were shown as failed, visitors would pay again.
    onFailure: (failure) => {
      const status = failure instanceof SendUnclear ? "late" : "failed"
      return settle(current, { ...state, status }, failure, failure instanceof NotSponsored ? showPrice : showOutcome)
    },
  })
})

/**
 * Shows the error of a payment that the site no longer sponsors. If the visitor is still viewing the payment, also returns to the payment
 * options, where the fee can be reviewed.
 */
const showPrice = Effect.fnUntraced(function* (now: PaymentState, failure: Error | undefined) {
  const { core } = yield* CurrentModal
  yield* showOutcome(now, failure)
  if (core.route.peek()?.name !== "PayLoading") return
  yield* payAgain()
  yield* showSnack(failure?.message ?? "", "error")
})
