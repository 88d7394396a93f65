import * as Effect from "effect/Effect"
import { Api } from "../../../services/Api.ts"
import type { Popup } from "../../../services/Frame.ts"
import { renewAccount } from "../../account/flows.ts"
import { actions } from "../../account/state/actions.ts"
import { refreshBalances } from "../../balances/flows/tokens.ts"
import { PriceFailed, UnknownFailure } from "../../errors/index.ts"
import { namespaceTable } from "../../namespaces/model/namespaceTable.ts"
import type { Words } from "../../notifications/first-paint/model/snack.ts"
import { hideSnack, showSnack } from "../../notifications/steps/snack.ts"
import { isServed } from "../../options/providerNetworks.ts"
import { project } from "../../project/first-paint/state.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { runInBackground } from "../../runtime/prompt.ts"
import * as Router from "../../runtime/router.ts"
import { track } from "../../runtime/track.ts"
import { type Exchange, namespaceOf, type PaymentAsset, type PaymentState } from "../model.ts"
import { deposit } from "../state.ts"
import { exchangesFor } from "../steps/exchange.ts"
import { followPayment, openAtExchange, settle, startPayment } from "../steps/followPayment.ts"
import { depositOf } from "../steps/payment.ts"
import { forgetPayment, pendingPayments } from "../steps/pendingPayments.ts"

/** Messages shown while a deposit is in progress (`going`), and for each outcome. */
export interface DepositMessages {
  readonly going: Words
  readonly completed: Words
  readonly failed: Words
  readonly late: Words
}

/**
 * Flow: prepares the deposit view. Resumes a deposit that was pending when the page closed, clears one that has ended, and loads the
 * exchanges and the price of the asset.
 */
export const prepareDeposit = Effect.fn("prepareDeposit")(function* (messages: DepositMessages) {
  const { current } = yield* slicesOf(deposit)
  yield* resumeDeposit(messages)
  const status = current.peek()?.status
  if (status === "success" || status === "failed") current.value = undefined
  yield* findExchanges()
})

/** Flow: loads the exchanges and the price of the selected asset, if deposits are available. */
export const findExchanges = Effect.fn("findExchanges")(function* () {
  const { possible } = yield* slicesOf(actions)
  const { asset, exchanges, price } = yield* slicesOf(deposit)
  const of = asset.peek()
  if (!of || !possible("exchange")) return
  const found = Effect.map(exchangesFor(of, "fund-from-exchange"), ({ exchanges: list }) => ({ of, exchanges: list }))
  const priced = Effect.map(priceOf(of), (known) => ({ of, price: known }))
  yield* Effect.all([track(exchanges, found), track(price, priced)], { concurrency: "unbounded" })
})

/** Flow: selects another asset, and goes back one view, or to PayWithExchange if there is none. */
export const chooseAsset = Effect.fn("chooseAsset")(function* (asset: PaymentAsset) {
  const { chosen } = yield* slicesOf(deposit)
  chosen.value = asset
  yield* Router.change((stack) => (stack.length > 1 ? stack.slice(0, -1) : [{ name: "PayWithExchange" }]))
})

/**
 * Flow: opens an exchange's page for the deposit in the window that the click opened, and tracks the deposit in the background. Closes the
 * window if the amount in tokens is unknown or the deposit cannot be started. Does nothing while another page is being requested.
 */
export const depositFrom = Effect.fn("depositFrom")(function* (
  exchange: Exchange,
  popup: Popup,
  messages: DepositMessages,
) {
  const { asset, tokenAmount, current, error } = yield* slicesOf(deposit)
  const [of, amount] = [asset.peek(), tokenAmount.peek()]
  if (current.peek()?.status === "opening") return
  if (!of || amount === undefined) return popup.close()
  error.value = undefined
  yield* runInBackground(
    Effect.matchEffect(opening(of, amount, exchange, popup), {
      onSuccess: (opened) =>
        Effect.andThen(lead(opened, messages), followPayment(current, opened, reportOutcome(messages))),
      onFailure: (failure) =>
        Effect.sync(() => {
          popup.close()
          current.value = undefined
          error.value = failure
        }),
    }),
  )
})

/** Flow: checks a deposit again if its outcome was not known in time. */
export const checkDeposit = Effect.fn("checkDeposit")(function* (messages: DepositMessages) {
  const { current } = yield* slicesOf(deposit)
  const now = current.peek()
  if (now?.status !== "late") return
  const again: PaymentState = { ...now, status: "waiting" }
  current.value = again
  yield* followPayment(current, again, reportOutcome(messages))
})

/** Flow: clears the current deposit and its error, removes it from storage, and hides the snack. */
export const startOver = Effect.fn("startOver")(function* () {
  const { current, error } = yield* slicesOf(deposit)
  const now = current.peek()
  error.value = undefined
  current.value = undefined
  if (now) yield* forgetPayment(now.paymentId)
  yield* hideSnack()
})

/** Flow: tracks a deposit that was pending when the page closed, unless there is a newer one. */
export const resumeDeposit = Effect.fn("resumeDeposit")(function* (messages: DepositMessages) {
  const { current } = yield* slicesOf(deposit)
  if (current.peek() !== undefined) return
  const left = (yield* pendingPayments).find(({ source }) => source === "fund-from-exchange")
  if (!left || current.peek() !== undefined) return
  current.value = left
  yield* followPayment(current, left, reportOutcome(messages))
})

const opening = Effect.fnUntraced(function* (asset: PaymentAsset, amount: string, exchange: Exchange, popup: Popup) {
  const { current } = yield* slicesOf(deposit)
  const of = yield* depositOf(asset, amount)
  const state = yield* startPayment({ source: "fund-from-exchange", type: "exchange", of, exchange })
  current.value = state
  const opened = yield* Effect.tapError(openAtExchange(state, exchange), (error) =>
    settle(current, { ...state, status: "failed" }, error, () => Effect.void),
  )
  popup.go(opened.url ?? "")
  const now = { ...opened, blocked: popup.blocked }
  current.value = now
  return now
})

/**
 * Shows a snack, and the Account view instead of PayWithExchange. Does nothing if the window was blocked, because the view then offers to
 * open it.
 */
const lead = Effect.fnUntraced(function* ({ blocked }: PaymentState, messages: DepositMessages) {
  const { core } = yield* CurrentModal
  if (blocked) return
  yield* showSnack(messages.going, "loading")
  if (core.route.peek()?.name === "PayWithExchange") yield* Router.reset({ name: "Account" })
})

const reportOutcome = (messages: DepositMessages) => (now: PaymentState) =>
  Effect.gen(function* () {
    if (now.status === "success") yield* Effect.all([renewAccount(), refreshBalances()], { concurrency: "unbounded" })
    if (now.status === "success") return yield* showSnack(messages.completed)
    yield* showSnack(now.status === "late" ? messages.late : messages.failed, "error")
  })

/** Returns the US dollar price of one token of an asset. Fails with PriceFailed if it is not known. */
const priceOf = Effect.fnUntraced(function* ({ network, asset, metadata }: PaymentAsset) {
  const { options } = yield* CurrentModal
  const { served } = yield* slicesOf(project)
  if (!isServed(network, served.peek())) return yield* Effect.fail(new PriceFailed())
  const { pricesEndpoint } = yield* Effect.tryPromise({
    try: () => import("../../swap/endpoints.ts"),
    catch: (cause) => new PriceFailed({ cause: new UnknownFailure({ cause }) }),
  })
  const namespace = namespaceOf({ network }) ?? "eip155"
  const address = `${network}:${asset === "native" ? namespaceTable[namespace].nativeToken : asset}`
  const { fungibles } = yield* (yield* Api).call(pricesEndpoint, { projectId: options.projectId, addresses: [address] })
  const found =
    fungibles.find((one) => one.address?.toLowerCase() === address.toLowerCase()) ??
    fungibles.find(({ symbol }) => symbol === metadata.symbol)
  return found && found.price > 0 ? found.price : yield* Effect.fail(new PriceFailed())
})
