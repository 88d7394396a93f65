import * as Effect from "effect/Effect"
import { Browser } from "../../services/Browser.ts"
import type { Popup } from "../../services/Frame.ts"
import { AssetNotSupported, InvalidChainNamespace, InvalidPaymentConfig, PopupBlocked } from "../errors/index.ts"
import { supports } from "../namespaces/model/namespaceTable.ts"
import { isRecord } from "../options/guards.ts"
import { CurrentModal } from "../runtime/currentModal.ts"
import { sendPreparedOrRetry } from "../send/operations.ts"
import { deposit as limits } from "./limits.ts"
import { assetsOn, checkAsset, type PaymentAsset, type PaymentInput } from "./model.ts"
import { createExchangePayment, type ExchangesInput, exchangesFor, pollExchange } from "./steps/exchange.ts"
import { depositOf, requirePayments, validatePayment } from "./steps/payment.ts"
import { preparePayment, switchToNetworkOf, toPaymentError, waitForReceipt } from "./steps/wallet.ts"

/**
 * Operation: lists the exchanges that can pay out an asset. Fails with InvalidPaymentConfig if the project enables neither deposits nor
 * payments, with AssetNotSupported, InvalidAsset, InvalidAmount or InvalidChainNamespace for invalid input, and with ExchangesFailed if the
 * service fails.
 */
export const exchanges = Effect.fn("exchanges")(function* (input: ExchangesInput = {}) {
  const { core } = yield* CurrentModal
  const { payWithExchange, payments } = core.remoteFeatures.peek()
  if (!(payWithExchange || payments)) return yield* Effect.fail(new InvalidPaymentConfig())
  return yield* exchangesFor(yield* assetOf(input.paymentAsset), payWithExchange ? "fund-from-exchange" : "pay", input)
})

/**
 * Input of `payWithExchange`: the exchange's ID, the asset and amount that it pays out, and the recipient, which defaults to the active
 * account.
 */
export interface PayWithExchange {
  readonly exchange: string
  /** Defaults to the first asset that exchanges pay out on the active network. Required with `recipient`. */
  readonly paymentAsset?: PaymentAsset
  /** Amount in whole tokens. */
  readonly amount: string | number
  readonly recipient?: string
}

/**
 * Operation: requests a payment from an exchange, on its page in a new window. Returns the page's URL, the session ID and, if known, the
 * transaction ID, once the exchange has paid. Fails with InvalidPaymentConfig unless the project enables deposits or, with `recipient`,
 * payments; with PayUrlFailed or PopupBlocked if the page cannot be opened; with PaymentFailed if the payment fails; with PaymentTimedOut
 * or BuyStatusFailed if it is not confirmed after 100 s, or with `recipient` 5 minutes; with NoActiveCaipAddress if no account can receive
 * the deposit; and with InvalidAsset, AssetNotSupported, InvalidChainNamespace, InvalidAmount or InvalidRecipient for invalid input.
 */
export const payWithExchange = Effect.fn("payWithExchange")(
  function* (input: PayWithExchange, popup?: Popup | undefined) {
    const { core } = yield* CurrentModal
    const source = isRecord(input) && input.recipient !== undefined ? "pay" : "fund-from-exchange"
    const { payWithExchange: deposits, payments } = core.remoteFeatures.peek()
    if (!(source === "pay" ? payments : deposits)) return yield* Effect.fail(new InvalidPaymentConfig())
    if (!isRecord(input) || typeof input.exchange !== "string" || input.exchange === "")
      return yield* Effect.fail(new InvalidPaymentConfig())
    const of = yield* source === "pay"
      ? validatePayment(input)
      : depositOf(yield* assetOf(input.paymentAsset), input.amount)
    const session = yield* createExchangePayment(input.exchange, of, source)
    if (popup?.blocked) return yield* Effect.fail(new PopupBlocked())
    if (popup) popup.go(session.url)
    else if (!(yield* (yield* Browser).open(session.url, "blank"))) return yield* Effect.fail(new PopupBlocked())
    const times = source === "pay" ? Math.floor(limits.payTimeout / limits.payPoll) : limits.polls
    const { result } = yield* pollExchange({ source, exchangeId: input.exchange, sessionId: session.sessionId }, times)
    return { ...session, ...(result !== undefined && { result }) }
  },
  (run, _, popup) => Effect.onError(run, () => Effect.sync(() => popup?.close())),
)

/**
 * Operation: pays from the active wallet of the payment's namespace. Switches the wallet to the payment's network and requests exactly this
 * payment. If the site pays the network fee (`paymasters`), the payment is sponsored as in `send`. Returns the transaction ID once the
 * network has confirmed it. Fails with InvalidPaymentConfig unless the project enables payments, with NoActiveCaipAddress if no wallet of
 * the namespace is connected, with ConnectionRejected or PaymentNotInitiated if the wallet does not switch, like `send` if it does not pay,
 * with PaymentFailed if the transaction fails, with PaymentTimedOut if it is replaced or not confirmed within 5 minutes, and with
 * InvalidAsset, AssetNotSupported, InvalidChainNamespace, InvalidAmount or InvalidRecipient for invalid input.
 */
export const pay = Effect.fn("pay")(function* (input: PaymentInput) {
  yield* requirePayments
  const payment = yield* validatePayment(input)
  const prepared = yield* preparePayment(payment)
  yield* switchToNetworkOf(prepared)
  const sent = sendPreparedOrRetry(prepared, preparePayment(payment), { silent: true })
  return { result: yield* waitForReceipt(yield* Effect.mapError(sent, toPaymentError)) }
})

/**
 * Returns the given asset, or else the first that exchanges pay out on the active network. Fails with a `PaymentProblem` if the given asset
 * is invalid or there is none.
 */
const assetOf = Effect.fnUntraced(function* (given: PaymentAsset | undefined) {
  const { core } = yield* CurrentModal
  const network = core.network.peek()
  if (given === undefined && network && !supports(network.chainNamespace, "exchange"))
    return yield* Effect.fail(new InvalidChainNamespace())
  const [first] = assetsOn(network)
  const asset = given === undefined ? (first ?? new AssetNotSupported()) : checkAsset(given, core.networks.peek())
  return asset instanceof Error ? yield* Effect.fail(asset) : asset
})
