import type { Signal } from "@preact/signals-core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { Telemetry } from "../../../services/Telemetry.ts"
import { slice } from "../../core/first-paint/slice.ts"
import { slicesOf } from "../../runtime/currentModal.ts"
import { runInBackground } from "../../runtime/prompt.ts"
import type { AnalyticsEvent } from "../../telemetry/opening/model.ts"
import { deposit as limits } from "../limits.ts"
import type { Exchange, PaymentState } from "../model.ts"
import { createExchangePayment, pollExchange } from "./exchange.ts"
import { forgetPayment, keepPayment } from "./pendingPayments.ts"

/** Step: creates the state of a new payment. */
export const startPayment = Effect.fnUntraced(function* (
  given: Pick<PaymentState, "source" | "type" | "of"> & Partial<Pick<PaymentState, "exchange">>,
) {
  const id = yield* Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER)
  const at = yield* Clock.currentTimeMillis
  const state: PaymentState = { ...given, paymentId: `${at.toString(36)}-${id.toString(36)}`, at, status: "opening" }
  return state
})

/**
 * Step: requests an exchange's page for a payment, and persists the payment, so a reload does not lose it. Returns its new state. Fails
 * with PayUrlFailed.
 */
export const openAtExchange = Effect.fnUntraced(function* (state: PaymentState, exchange: Exchange) {
  yield* reportPayment("PAY_EXCHANGE_SELECTED", state)
  const session = yield* createExchangePayment(exchange.id, state.of, state.source)
  const opened: PaymentState = { ...state, ...session, status: "waiting" }
  yield* keepPayment(opened)
  yield* reportPayment("PAY_INITIATED", opened)
  return opened
})

/** Function that `settle` calls with the outcome of the current payment. `error`: the reason why the payment did not succeed. */
export type Ended<R> = (now: PaymentState, error: Error | undefined) => Effect.Effect<unknown, never, R>

/**
 * Step: polls an exchange in the background until a payment's outcome is known or the time limit is over, then runs `settle`. Does nothing
 * if the payment is already tracked or has no session at an exchange.
 */
export const followPayment = Effect.fnUntraced(function* <R>(
  current: Signal<PaymentState | undefined>,
  state: PaymentState,
  ended: Ended<R>,
) {
  const { ids } = yield* slicesOf(followed)
  const { paymentId, source, exchange, sessionId } = state
  if (ids.has(paymentId) || !exchange || sessionId === undefined) return
  ids.add(paymentId)
  const now = yield* Clock.currentTimeMillis
  const [every, most] =
    source === "pay" ? [limits.payPoll, Math.floor(limits.payTimeout / limits.payPoll)] : [limits.poll, limits.polls]
  const left = Math.max(1, most - Math.floor((now - state.at) / every))
  const polling = Effect.matchEffect(pollExchange({ source, exchangeId: exchange.id, sessionId }, left), {
    onSuccess: ({ result }) =>
      settle(current, { ...state, status: "success", ...(result !== undefined && { result }) }, undefined, ended),
    onFailure: (error) =>
      settle(current, { ...state, status: error._tag === "PaymentFailed" ? "failed" : "late" }, error, ended),
  })
  yield* runInBackground(
    Effect.ensuring(
      polling,
      Effect.sync(() => ids.delete(paymentId)),
    ),
  )
})

/**
 * Step: tracks the event of a payment's outcome. If it is the current payment, updates its state and runs `then`. Only a late payment stays
 * persisted, because it may still arrive.
 */
export const settle = Effect.fnUntraced(function* <R>(
  current: Signal<PaymentState | undefined>,
  ended: PaymentState,
  error: Error | undefined,
  then: Ended<R>,
) {
  const shown = current.peek()
  // Only the state shown records whether the exchange's window was blocked.
  const now = shown?.paymentId === ended.paymentId ? { ...shown, ...ended } : ended
  if (now.status !== "late") yield* forgetPayment(now.paymentId)
  yield* reportPayment(now.status === "success" ? "PAY_SUCCESS" : "PAY_ERROR", now)
  if (shown?.paymentId !== now.paymentId) return
  current.value = now
  yield* then(now, error)
})

/** Step: reports a payment event. */
export const reportPayment = Effect.fnUntraced(function* (
  event: "PAY_INITIATED" | "PAY_SUCCESS" | "PAY_ERROR" | "PAY_EXCHANGE_SELECTED",
  { source, paymentId, type, of, exchange, status, result }: PaymentState,
) {
  const configuration = {
    network: of.paymentAsset.network,
    asset: of.paymentAsset.asset,
    amount: Number(of.amount),
    recipient: of.recipient,
  }
  const currentPayment = {
    type,
    ...(exchange && { exchangeId: exchange.id }),
    status,
    ...(result !== undefined && { result }),
  }
  const report: AnalyticsEvent =
    event === "PAY_EXCHANGE_SELECTED"
      ? {
          event,
          properties: {
            exchange: { id: exchange?.id ?? "" },
            configuration,
            currentPayment,
            headless: false,
            source,
          },
        }
      : { event, properties: { source, paymentId, configuration, currentPayment } }
  yield* (yield* Telemetry).track(report)
})

const followed = slice(() => ({ ids: new Set<string>() }))
