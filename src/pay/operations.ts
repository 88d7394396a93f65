import * as Effect from "effect/Effect"
import { Api } from "../../services/Api.ts"
import { Browser } from "../../services/Browser.ts"
import { Chains } from "../../services/Chains.ts"
import type { Popup } from "../../services/Frame.ts"
import { paymasterFor } from "../capabilities/steps/walletCapabilities.ts"
import { isRejected } from "../connections/model/rejections.ts"
import { isSameAddress } from "../connections/model/switching.ts"
import { deposit as limits } from "../core/limits.ts"
import type { Endpoint } from "../core/opening/endpoint.ts"
import {
  AssetNotSupported,
  BuyStatusFailed,
  ExchangesFailed,
  type InvalidAmount,
  InvalidAsset,
  InvalidChainNamespace,
  InvalidPaymentConfig,
  InvalidRecipient,
  NoActiveCaipAddress,
  PaymentFailed,
  PaymentNotInitiated,
  PaymentTimedOut,
  PaymentUnknownError,
  PayUrlFailed,
  PopupBlocked,
  UnknownFailure,
} from "../errors/index.ts"
import { supports } from "../namespaces/model/namespaces.ts"
import { switchNetwork } from "../network/operations.ts"
import { isRecord } from "../options/guards.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { untilSignal } from "../runtime/untilSignal.ts"
import type { Prepared } from "../send/model/transfer.ts"
import { sendPrepared, sendPreparedOrRetry } from "../send/operations.ts"
import { transfers } from "../send/state/transfers.ts"
import { markOutcomeShown } from "../send/steps/outcomes.ts"
import { activeConnection } from "../stub/state.ts"
import type { Requester, ServiceResult } from "./endpoints.ts"
import {
  assetName,
  assetsOn,
  checkAmount,
  checkAsset,
  checkPayment,
  type ExchangePage,
  namespaceOf,
  type Payment,
  type PaymentAsset,
  type PaymentInput,
  units,
  wellKnown,
} from "./model.ts"

/** Input of `exchanges`. The asset defaults to the first that exchanges pay out on the active network. */
export interface ExchangesInput {
  readonly paymentAsset?: PaymentAsset
  /** Amount in whole tokens. */
  readonly amount?: string | number
  /** Page number, from 0. */
  readonly page?: number
  readonly includeOnly?: readonly string[]
  readonly exclude?: readonly string[]
}

/**
 * Operation: lists the exchanges that can pay out an asset. Fails with InvalidPaymentConfig if the project has neither deposits nor
 * payments.
 */
export const exchanges = Effect.fn("exchanges")(function* (input: ExchangesInput = {}) {
  const { core } = yield* CurrentModal
  const { payWithExchange, payments } = core.remoteFeatures.peek()
  if (!(payWithExchange || payments)) return yield* Effect.fail(new InvalidPaymentConfig())
  return yield* exchangesFor(yield* assetOf(input.paymentAsset), payWithExchange ? "fund-from-exchange" : "pay", input)
})

/**
 * Input of `payWithExchange`: an exchange by its ID, what it pays out, and to which address. The recipient defaults to the active
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
 * Operation: requests a payment from an exchange, on the exchange's page in a new window. Returns once the exchange has paid, which
 * takes minutes.
 */
export const payWithExchange = Effect.fn("payWithExchange")(
  function* (input: PayWithExchange, popup?: Popup | undefined) {
    const { core } = yield* CurrentModal
    const source = isRecord(input) && input.recipient !== undefined ? "pay" : "fund-from-exchange"
    const { payWithExchange: deposits, payments } = core.remoteFeatures.peek()
    if (!(source === "pay" ? payments : deposits)) return yield* Effect.fail(new InvalidPaymentConfig())
    if (!isRecord(input) || typeof input.exchange !== "string" || input.exchange === "")
      return yield* Effect.fail(new InvalidPaymentConfig())
    const of = yield* source === "pay" ? checked(input) : depositOf(yield* assetOf(input.paymentAsset), input.amount)
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
 * Operation: pays from the active wallet of the payment's namespace. Switches the wallet to the payment's network and requests
 * exactly this payment. Returns the transaction ID once the network has confirmed it. If the site pays the network fee
 * (`paymasters`), the payment is sponsored as in `send`.
 */
export const pay = Effect.fn("pay")(function* (input: PaymentInput) {
  yield* takesPayments
  const payment = yield* checked(input)
  const prepared = yield* preparePayment(payment)
  yield* atNetworkOf(prepared)
  const sent = sendPreparedOrRetry(prepared, preparePayment(payment), { silent: true })
  return { result: yield* waitForReceipt(yield* Effect.mapError(sent, unknown)) }
})

/** Step: validates the payment that a site requests. */
export const checked = Effect.fnUntraced(function* (input: unknown) {
  const { core } = yield* CurrentModal
  const payment = checkPayment(input, core.networks.peek())
  return payment instanceof Error ? yield* Effect.fail(payment) : payment
})

/**
 * Step: returns a payment with the token symbol of the token's own contract. If that has none, keeps the site's symbol and marks it
 * as such.
 */
export const withTokenName = Effect.fnUntraced(function* (payment: Payment) {
  const { core } = yield* CurrentModal
  const { paymentAsset } = payment
  const { network: id, asset, metadata } = paymentAsset
  const network = core.networks.peek().find(({ caipNetworkId }) => caipNetworkId === id)
  if (!network || wellKnown(paymentAsset, network)) return payment
  const { symbol } = yield* (yield* Chains).get(network.chainNamespace).pipe(
    Effect.flatMap(({ transfers }) => transfers?.token({ network, address: asset }) ?? Effect.succeed({ symbol: "" })),
    Effect.timeoutOrElse({ duration: limits.naming, orElse: () => Effect.succeed({ symbol: "" }) }),
    Effect.orElseSucceed(() => ({ symbol: "" })),
  )
  const named: Payment = symbol
    ? { ...payment, paymentAsset: { ...paymentAsset, metadata: { ...metadata, symbol } } }
    : { ...payment, siteNamed: true }
  return named
})

/** Step: fails unless the project enables payments. */
export const takesPayments = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  if (!core.remoteFeatures.peek().payments) return yield* Effect.fail(new InvalidPaymentConfig())
})

/** Step: builds a payment of an amount of an asset to the active account on its network. */
export const depositOf = Effect.fnUntraced(function* (paymentAsset: PaymentAsset, amount: unknown) {
  const { core } = yield* CurrentModal
  const sound = checkAmount(amount, paymentAsset)
  if (sound instanceof Error) return yield* Effect.fail(sound)
  const namespace = namespaceOf(paymentAsset)
  const recipient = namespace && activeConnection(core.accounts[namespace].peek())?.accounts[0]?.address
  if (recipient === undefined) return yield* Effect.fail(new NoActiveCaipAddress())
  const payment: Payment = { paymentAsset, recipient, amount: sound }
  return payment
})

/** Step: lists the exchanges that can pay out an asset. */
export const exchangesFor = Effect.fnUntraced(function* (
  paymentAsset: PaymentAsset,
  source: Requester["source"],
  { amount, page = 0, includeOnly, exclude }: Omit<ExchangesInput, "paymentAsset"> = {},
): Effect.fn.Return<ExchangePage, ExchangesFailed | InvalidAmount, CurrentModal | Api> {
  const problem = amountProblem(amount, paymentAsset)
  if (problem) return yield* Effect.fail(problem)
  const { exchangesEndpoint } = yield* Effect.mapError(rows, (cause) => new ExchangesFailed(undefined, { cause }))
  return yield* said(
    exchangesEndpoint,
    {
      ...(yield* askedBy(source)),
      page,
      asset: assetName(paymentAsset),
      ...(amount !== undefined && { amount: String(amount) }),
      ...(includeOnly && { includeOnly }),
      ...(exclude && { exclude }),
    },
    (reason) => new ExchangesFailed(reason),
  )
})

/** Step: requests the page on which an exchange makes a payment. */
export const createExchangePayment = Effect.fnUntraced(function* (
  exchangeId: string,
  of: Payment,
  source: Requester["source"],
) {
  const { payUrlEndpoint } = yield* Effect.mapError(rows, (cause) => new PayUrlFailed(undefined, { cause }))
  return yield* said(
    payUrlEndpoint,
    {
      ...(yield* askedBy(source)),
      exchangeId,
      asset: assetName(of.paymentAsset),
      amount: of.amount,
      recipient: `${of.paymentAsset.network}:${of.recipient}`,
    },
    (reason) => new PayUrlFailed(reason),
  )
})

/** Step: polls an exchange up to `times` times until it has paid. Fails if it has not. A poll without a response is skipped. */
export const pollExchange = Effect.fnUntraced(function* (
  { source, exchangeId, sessionId }: Pick<Requester, "source"> & Readonly<Record<"exchangeId" | "sessionId", string>>,
  times: number,
) {
  const every = source === "pay" ? limits.payPoll : limits.poll
  let unheard: BuyStatusFailed | undefined
  for (let asked = 0; asked < times; asked++) {
    yield* Effect.sleep(every)
    const now = yield* Effect.result(statusOf({ ...(yield* askedBy(source)), exchangeId, sessionId }))
    unheard = now._tag === "Failure" ? now.failure : undefined
    if (now._tag === "Failure") continue
    const { status, txHash } = now.success
    if (status === "SUCCESS") return { result: txHash }
    if (status === "FAILED") return yield* Effect.fail(new PaymentFailed())
  }
  return yield* Effect.fail(unheard ?? new PaymentTimedOut(sessionId))
})

/**
 * Step: prepares a payment from the active wallet of its namespace, with its costs. Checks what the site says about the token
 * against the chain.
 */
export const preparePayment = Effect.fnUntraced(function* (payment: Payment) {
  const { core } = yield* CurrentModal
  const { paymentAsset, recipient } = payment
  const network = core.networks.peek().find(({ caipNetworkId }) => caipNetworkId === paymentAsset.network)
  if (!network) return yield* Effect.fail(new AssetNotSupported())
  if (!supports(network.chainNamespace, "send")) return yield* Effect.fail(new InvalidChainNamespace())
  const connection = activeConnection(core.accounts[network.chainNamespace].peek())
  const from = connection?.accounts[0]?.address
  if (!connection || from === undefined) return yield* Effect.fail(new NoActiveCaipAddress())
  if (isSameAddress(network.chainNamespace, from, recipient)) return yield* Effect.fail(new InvalidRecipient())
  const { transfers } = yield* (yield* Chains).get(network.chainNamespace)
  if (!transfers) return yield* Effect.fail(new InvalidChainNamespace())

  const { asset, metadata } = paymentAsset
  const token =
    asset === "native"
      ? { symbol: network.nativeCurrency.symbol, decimals: network.nativeCurrency.decimals }
      : yield* Effect.map(transfers.token({ network, address: asset }), (found) => ({
          ...found,
          symbol: found.symbol || metadata.symbol,
        }))
  // Other decimals would sign another amount than the one shown.
  if (token.decimals !== metadata.decimals) return yield* Effect.fail(new InvalidAsset())
  const { connectorId } = connection
  const paymaster = yield* paymasterFor({ connectorId, from, network })
  return yield* transfers.prepare({
    connectorId,
    network,
    from,
    to: recipient,
    amount: units(payment),
    token,
    ...(paymaster && { paymaster }),
  })
})

/**
 * Step: switches the wallet to the payment's network and sends what was prepared. Returns the transaction ID. `payment` identifies
 * the payment after a reload.
 */
export const payPrepared = Effect.fnUntraced(function* (prepared: Prepared, payment: string) {
  yield* atNetworkOf(prepared)
  return yield* Effect.mapError(sendPrepared(prepared, { silent: true, payment }), unknown)
})

const atNetworkOf = Effect.fnUntraced(function* ({ network: { caipNetworkId } }: Prepared) {
  const { core } = yield* CurrentModal
  if (core.network.peek()?.caipNetworkId === caipNetworkId) return
  yield* Effect.mapError(switchNetwork({ network: caipNetworkId }), (cause) =>
    isRejected(cause) ? cause : new PaymentNotInitiated({ cause }),
  )
})

const unknown = <E extends { readonly _tag: string }>(error: E) =>
  error._tag === "UnknownFailure" ? new PaymentUnknownError({ cause: error }) : error

/**
 * Step: waits until a payment is confirmed. Fails if it is not. Returns its transaction ID, which differs from `id` if the wallet
 * resent it with a higher fee. The outcome is reported by the caller only.
 */
export const waitForReceipt = Effect.fnUntraced(function* (id: string, wait: number = limits.payTimeout) {
  const { sent } = yield* slicesOf(transfers)
  const settled = untilSignal(() => {
    const transfer = sent.value.find((one) => one.id === id)
    return transfer?.status === "pending" ? undefined : transfer
  })
  const {
    status,
    bundle,
    hash = bundle ? undefined : id,
  } = yield* Effect.timeoutOrElse(settled, {
    duration: wait,
    orElse: () => Effect.fail(new PaymentTimedOut(id)),
  })
  yield* markOutcomeShown(id)
  if (status === "failed") return yield* Effect.fail(new PaymentFailed(hash))
  // A higher fee replaces the transaction with the same payment. Only the wallet knows whether it was paid.
  if (status !== "confirmed") return yield* Effect.fail(new PaymentTimedOut(id))
  return hash ?? id
})

/** The given asset, or else the first that exchanges pay out on the active network. */
const assetOf = Effect.fnUntraced(function* (given: PaymentAsset | undefined) {
  const { core } = yield* CurrentModal
  const network = core.network.peek()
  if (given === undefined && network && !supports(network.chainNamespace, "exchange"))
    return yield* Effect.fail(new InvalidChainNamespace())
  const [first] = assetsOn(network)
  const asset = given === undefined ? (first ?? new AssetNotSupported()) : checkAsset(given, core.networks.peek())
  return asset instanceof Error ? yield* Effect.fail(asset) : asset
})

const amountProblem = (amount: unknown, asset: PaymentAsset) => {
  const sound = amount === undefined ? "" : checkAmount(amount, asset)
  return sound instanceof Error ? sound : undefined
}

const statusOf = Effect.fnUntraced(function* (query: Requester & Readonly<Record<"exchangeId" | "sessionId", string>>) {
  const { buyStatusEndpoint } = yield* Effect.mapError(rows, (cause) => new BuyStatusFailed(undefined, { cause }))
  return yield* said(buyStatusEndpoint, query, (reason) => new BuyStatusFailed(reason))
})

/** Returns the service's result. Fails with its refusal. */
const said = Effect.fnUntraced(function* <Input, Answer, E extends Error>(
  row: Endpoint<Input, ServiceResult<Answer>, E>,
  input: Input,
  refusal: (reason: string) => E,
) {
  const answer = yield* (yield* Api).call(row, input)
  return "refused" in answer ? yield* Effect.fail(refusal(answer.refused)) : answer.result
})

const askedBy = Effect.fnUntraced(function* (source: Requester["source"]) {
  const { projectId, sdkType, sdkVersion } = (yield* CurrentModal).options
  const who: Requester = { projectId, sdkType, sdkVersion, source }
  return who
})

const rows = Effect.tryPromise({
  try: () => import("./endpoints.ts"),
  catch: (cause) => new UnknownFailure({ cause }),
})
