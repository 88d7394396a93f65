import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { Api } from "../../../services/Api.ts"
import type { Endpoint } from "../../core/opening/endpoint.ts"
import {
  BuyStatusFailed,
  ExchangesFailed,
  type InvalidAmount,
  PaymentFailed,
  PaymentTimedOut,
  PayUrlFailed,
  UnknownFailure,
} from "../../errors/index.ts"
import { CurrentModal } from "../../runtime/currentModal.ts"
import type { Requester, ServiceResult } from "../endpoints.ts"
import { deposit as limits } from "../limits.ts"
import { assetName, checkAmount, type ExchangePage, type Payment, type PaymentAsset } from "../model.ts"

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
 * Step: lists the exchanges that can pay out an asset. Fails with InvalidAmount, or with ExchangesFailed if the service fails or refuses.
 */
export const exchangesFor = Effect.fnUntraced(function* (
  paymentAsset: PaymentAsset,
  source: Requester["source"],
  { amount, page = 0, includeOnly, exclude }: Omit<ExchangesInput, "paymentAsset"> = {},
): Effect.fn.Return<ExchangePage, ExchangesFailed | InvalidAmount, CurrentModal | Api> {
  const problem = amountProblem(amount, paymentAsset)
  if (problem) return yield* Effect.fail(problem)
  const { exchangesEndpoint } = yield* Effect.mapError(endpoints, (cause) => new ExchangesFailed(undefined, { cause }))
  return yield* resultOf(
    exchangesEndpoint,
    {
      ...(yield* requester(source)),
      page,
      asset: assetName(paymentAsset),
      ...(amount !== undefined && { amount: String(amount) }),
      ...(includeOnly && { includeOnly }),
      ...(exclude && { exclude }),
    },
    (reason) => new ExchangesFailed(reason),
  )
})

/** Step: requests an exchange's page for a payment. Returns its URL and the session ID. Fails with PayUrlFailed. */
export const createExchangePayment = Effect.fnUntraced(function* (
  exchangeId: string,
  of: Payment,
  source: Requester["source"],
) {
  const { payUrlEndpoint } = yield* Effect.mapError(endpoints, (cause) => new PayUrlFailed(undefined, { cause }))
  return yield* resultOf(
    payUrlEndpoint,
    {
      ...(yield* requester(source)),
      exchangeId,
      asset: assetName(of.paymentAsset),
      amount: of.amount,
      recipient: `${of.paymentAsset.network}:${of.recipient}`,
    },
    (reason) => new PayUrlFailed(reason),
  )
})

/**
 * Step: polls an exchange up to `times` times, until it has paid. Returns the transaction ID, if known. Fails with PaymentFailed if the
 * payment fails, and after the last poll with PaymentTimedOut, or with BuyStatusFailed if that poll fails. Earlier failed polls are
 * skipped.
 */
export const pollExchange = Effect.fnUntraced(function* (
  { source, exchangeId, sessionId }: Pick<Requester, "source"> & Readonly<Record<"exchangeId" | "sessionId", string>>,
  times: number,
) {
  const every = source === "pay" ? limits.payPoll : limits.poll
  const poll = Effect.gen(function* () {
    const { status, txHash } = yield* statusOf({ ...(yield* requester(source)), exchangeId, sessionId })
    if (status === "SUCCESS") return { result: txHash }
    return yield* Effect.fail(status === "FAILED" ? new PaymentFailed() : new PaymentTimedOut(sessionId))
  })
  return yield* poll.pipe(
    Effect.retry({
      schedule: Schedule.spaced(every),
      times: times - 1,
      while: ({ _tag }) => _tag !== "PaymentFailed",
    }),
    Effect.delay(every),
  )
})

const amountProblem = (amount: unknown, asset: PaymentAsset) => {
  const sound = amount === undefined ? "" : checkAmount(amount, asset)
  return sound instanceof Error ? sound : undefined
}

const statusOf = Effect.fnUntraced(function* (query: Requester & Readonly<Record<"exchangeId" | "sessionId", string>>) {
  const { buyStatusEndpoint } = yield* Effect.mapError(endpoints, (cause) => new BuyStatusFailed(undefined, { cause }))
  return yield* resultOf(buyStatusEndpoint, query, (reason) => new BuyStatusFailed(reason))
})

/**
 * Returns the service's result. Fails with the error of `refusal` if the service refuses, and with the endpoint's own error if the request
 * fails.
 */
const resultOf = Effect.fnUntraced(function* <Input, Output, E extends Error>(
  row: Endpoint<Input, ServiceResult<Output>, E>,
  input: Input,
  refusal: (reason: string) => E,
) {
  const response = yield* (yield* Api).call(row, input)
  return "refused" in response ? yield* Effect.fail(refusal(response.refused)) : response.result
})

const requester = Effect.fnUntraced(function* (source: Requester["source"]) {
  const { projectId, sdkType, sdkVersion } = (yield* CurrentModal).options
  const who: Requester = { projectId, sdkType, sdkVersion, source }
  return who
})

const endpoints = Effect.tryPromise({
  try: () => import("../endpoints.ts"),
  catch: (cause) => new UnknownFailure({ cause }),
})
