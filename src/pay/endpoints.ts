import * as Schema from "effect/Schema"
import { shownImage } from "../core/assetSchema.ts"
import { textLimits } from "../core/first-paint/display.ts"
import { safeText } from "../core/first-paint/safeText.ts"
import { type Endpoint, endpoint } from "../core/opening/endpoint.ts"
import { arrayWithValid, optionalOr, read, shownName } from "../core/opening/schema.ts"
import { pageUrl } from "../core/pageUrl.ts"
import { type ApiError, BuyStatusFailed, ExchangesFailed, PayUrlFailed } from "../errors/index.ts"
import type { BuyStatus, Exchange, ExchangePage } from "./model.ts"

/** Client and source of a request. `fund-from-exchange`: a deposit to the visitor's own account. `pay`: a payment to a recipient. */
export interface Requester {
  readonly projectId: string
  readonly sdkType: string
  readonly sdkVersion: string
  readonly source: "fund-from-exchange" | "pay"
}

/** Query for the exchanges that pay out an asset (CAIP-19). `amount` is a decimal string in whole tokens. */
export interface ExchangesQuery extends Requester {
  /** Page number, from 0. */
  readonly page: number
  readonly asset?: string
  readonly amount?: string
  readonly includeOnly?: readonly string[]
  readonly exclude?: readonly string[]
}

/** Payment to prepare at an exchange. `recipient` is a CAIP-10 ID. */
export interface PayUrlQuery extends Requester {
  readonly exchangeId: string
  readonly asset: string
  readonly amount: string
  readonly recipient: string
}

/** Payment whose status is requested. */
export interface BuyStatusQuery extends Requester {
  readonly exchangeId: string
  readonly sessionId: string
}

/** Response of the service: a result, or its reason for a refusal. */
export type ServiceResult<A> = { readonly result: A } | { readonly refused: string }

/** Defines a method of the exchange service, which uses JSON-RPC. */
const method = <Input extends Requester, Output, Failure extends Error>(row: {
  readonly name: string
  readonly method: string
  readonly result: Schema.Decoder<Output>
  readonly failure: (cause: ApiError) => Failure
}): Endpoint<Input, ServiceResult<Output>, Failure> =>
  endpoint({
    name: row.name,
    method: "POST",
    host: "blockchain",
    path: () => "/v1/json-rpc",
    query: ({ source }) => ({ source: source === "pay" ? undefined : "fund-wallet" }),
    body: ({ sdkType, sdkVersion, source, ...params }: Input) => ({
      jsonrpc: "2.0",
      id: 1,
      method: row.method,
      params: { ...params, ...(source === "pay" && { st: sdkType, sv: sdkVersion }) },
    }),
    response: Schema.Union([refusal, Schema.Struct({ result: row.result })]),
    failure: row.failure,
  })

const refusal = read(Schema.Struct({ error: Schema.Struct({ message: Schema.String }) }), ({ error }) => ({
  refused: safeText(error.message, textLimits.sentence),
}))

const exchange = read(
  Schema.Struct({ id: Schema.NonEmptyString, name: shownName, imageUrl: optionalOr(shownImage) }),
  ({ id, name, imageUrl = "" }): Exchange => ({ id, name, imageUrl }),
)

/** Lists the exchanges that pay out an asset. Malformed ones are dropped, but a list in which none has an ID is invalid. */
export const exchangesEndpoint = method<ExchangesQuery, ExchangePage, ExchangesFailed>({
  name: "exchanges",
  method: "reown_getExchanges",
  result: read(
    Schema.Struct({ exchanges: arrayWithValid(exchange, "id"), total: optionalOr(Schema.Finite) }),
    ({ exchanges, total = exchanges.length }): ExchangePage => ({ exchanges, total }),
  ),
  failure: (cause) => new ExchangesFailed(undefined, { cause }),
})

/** Returns an exchange's page for a payment. */
export const payUrlEndpoint = method<PayUrlQuery, { readonly url: string; readonly sessionId: string }, PayUrlFailed>({
  name: "payUrl",
  method: "reown_getExchangePayUrl",
  result: Schema.Struct({ url: pageUrl, sessionId: Schema.NonEmptyString }),
  failure: (cause) => new PayUrlFailed(undefined, { cause }),
})

/** Returns the status of a payment. Unknown values count as `UNKNOWN`. */
export const buyStatusEndpoint = method<
  BuyStatusQuery,
  { readonly status: BuyStatus; readonly txHash?: string },
  BuyStatusFailed
>({
  name: "buyStatus",
  method: "reown_getExchangeBuyStatus",
  result: read(
    Schema.Struct({ status: Schema.String, txHash: optionalOr(Schema.String) }),
    ({ status, txHash = "" }) => ({
      status: statuses.find((one) => one === status) ?? "UNKNOWN",
      ...(/^\w{1,128}$/.test(txHash) && { txHash }),
    }),
  ),
  failure: (cause) => new BuyStatusFailed(undefined, { cause }),
})

const statuses: readonly BuyStatus[] = ["UNKNOWN", "IN_PROGRESS", "SUCCESS", "FAILED"]
