import * as v from "valibot"
import { foreignText } from "./display.ts"
import { type Endpoint, endpoint } from "./endpoint.ts"
import { type ApiError, BuyStatusFailed, ExchangesFailed, PayUrlFailed } from "./errors.ts"
import { pageUrl } from "./pageUrl.ts"
import type { BuyStatus, Exchange, ExchangePage } from "./pay.ts"
import { safeText } from "./safe.ts"
import { filled, finite, lenient, object, read, type Schema, shownName, tolerantArray } from "./schema.ts"
import { shownImage } from "./tokenSchema.ts"

/** Who asks, and for what: a deposit goes to the visitor's own account. */
export interface AskedBy {
  readonly projectId: string
  readonly sdkType: string
  readonly sdkVersion: string
  readonly source: "fund-from-exchange" | "pay"
}

/** Which exchanges pay out an asset (CAIP-19); `amount` is a decimal text in whole tokens. */
export interface ExchangesQuery extends AskedBy {
  /** From 0. */
  readonly page: number
  readonly asset?: string
  readonly amount?: string
  readonly includeOnly?: readonly string[]
  readonly exclude?: readonly string[]
}

/** What an exchange is to pay whom; `recipient` is a CAIP-10 id. */
export interface PayUrlQuery extends AskedBy {
  readonly exchangeId: string
  readonly asset: string
  readonly amount: string
  readonly recipient: string
}

/** Which payment is asked about. */
export interface BuyStatusQuery extends AskedBy {
  readonly exchangeId: string
  readonly sessionId: string
}

/** What the service says: a result, or in its own words why there is none. */
export type Said<A> = { readonly result: A } | { readonly refused: string }

/** A method of the service of exchanges, which speaks JSON-RPC. */
const method = <Input extends AskedBy, Answer, Failure extends Error>(row: {
  readonly name: string
  readonly method: string
  readonly result: Schema<Answer>
  readonly failure: (cause: ApiError) => Failure
}): Endpoint<Input, Said<Answer>, Failure> =>
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
    answer: v.lazy((said) => (v.is(refusal, said) ? refusal : object({ result: row.result }))),
    failure: row.failure,
  })

const refusal = read(object({ error: object({ message: v.string() }) }), ({ error }) => ({
  refused: safeText(error.message, foreignText.sentence),
}))

const exchange = read(
  object({ id: filled, name: shownName, imageUrl: lenient(shownImage) }),
  ({ id, name, imageUrl = "" }): Exchange => ({ id, name, imageUrl }),
)

/** The exchanges that pay out an asset. One that cannot be read is left out. */
export const exchangesRow = method<ExchangesQuery, ExchangePage, ExchangesFailed>({
  name: "exchanges",
  method: "reown_getExchanges",
  result: read(
    object({ exchanges: tolerantArray(exchange), total: lenient(finite) }),
    ({ exchanges, total = exchanges.length }): ExchangePage => ({ exchanges, total }),
  ),
  failure: (cause) => new ExchangesFailed(undefined, { cause }),
})

/** The page of an exchange for a payment. */
export const payUrlRow = method<PayUrlQuery, { readonly url: string; readonly sessionId: string }, PayUrlFailed>({
  name: "payUrl",
  method: "reown_getExchangePayUrl",
  result: object({ url: pageUrl, sessionId: filled }),
  failure: (cause) => new PayUrlFailed(undefined, { cause }),
})

/** What has become of a payment. A state that nobody knows counts as unknown. */
export const buyStatusRow = method<
  BuyStatusQuery,
  { readonly status: BuyStatus; readonly txHash?: string },
  BuyStatusFailed
>({
  name: "buyStatus",
  method: "reown_getExchangeBuyStatus",
  result: read(object({ status: v.string(), txHash: lenient(v.string()) }), ({ status, txHash = "" }) => ({
    status: statuses.find((one) => one === status) ?? "UNKNOWN",
    ...(/^\w{1,128}$/.test(txHash) && { txHash }),
  })),
  failure: (cause) => new BuyStatusFailed(undefined, { cause }),
})

const statuses: readonly BuyStatus[] = ["UNKNOWN", "IN_PROGRESS", "SUCCESS", "FAILED"]
