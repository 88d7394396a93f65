import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"
import { AnswerTooLarge, HttpStatus, UnknownFailure } from "../src/domain/errors.ts"
import { answerBytes, rpc } from "../src/domain/limits.ts"

/** What is asked of a server. A body is JSON unless the header `content-type` says otherwise; `timeout` is the whole exchange's, in ms. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
  readonly timeout?: number | undefined
}

/** What a server said, whatever its status; `retryAfter` is the ms for which it wants to be left alone, held to a limit. */
export interface HttpAnswer {
  readonly status: number
  readonly text: string
  readonly retryAfter: number | undefined
}

/** Why nothing came that could be decoded. The cause of an `HttpStatus` is its `HttpAnswer`. */
export type HttpFailure = HttpStatus | AnswerTooLarge | UnknownFailure

/** One exchange; a status outside 200 to 299 is a failure. Interrupting it aborts the request. */
export const send = (request: HttpRequest): Effect.Effect<HttpAnswer, HttpFailure> =>
  Effect.withSpan(
    Effect.flatMap(answerTo(request), (answer) =>
      answer.status >= 200 && answer.status < 300 ? Effect.succeed(answer) : Effect.fail(refused(answer)),
    ),
    request.method,
    { kind: "client", attributes: { url: request.url }, captureStackTrace: false },
  )

/** One exchange with an answer of any status. */
export const exchange = (request: HttpRequest): Effect.Effect<HttpAnswer, AnswerTooLarge | UnknownFailure> =>
  Effect.catchTag(send(request), "HttpStatus", ({ cause }) => Effect.succeed(cause as HttpAnswer))

const answerTo = ({ method, url, headers = {}, body, timeout = rpc.timeout }: HttpRequest) => {
  const request = HttpClientRequest.make(method)(url, { headers })
  const posted =
    body === undefined
      ? request
      : HttpClientRequest.bodyText(request, body, headers["content-type"] ?? "application/json")
  return HttpClient.HttpClient.pipe(
    Effect.flatMap((client) => HttpClient.withScope(client).execute(posted)),
    Effect.flatMap(read),
    // The scope ends the request, whatever the reason to stop reading.
    Effect.scoped,
    Effect.timeout(timeout),
    Effect.mapError((error) => (error instanceof AnswerTooLarge ? error : new UnknownFailure({ cause: error }))),
    // Its headers would make every cross-origin request ask for permission first; its spans hold every header.
    Effect.provideService(HttpClient.TracerDisabledWhen, always),
    Effect.provide(FetchHttpClient.layer),
  )
}

const always = () => true

/** The failure that an answer outside 200 to 299 is. */
export const refused = (answer: HttpAnswer): HttpStatus => new HttpStatus(answer.status, { cause: answer })

/** How long the server of a failed exchange wants to be left alone, in ms. */
export const retryAfter = (error: HttpFailure): number =>
  error._tag === "HttpStatus" ? ((error.cause as HttpAnswer | undefined)?.retryAfter ?? 0) : 0

/** Whether the same request may fare better later: a status of the list, no connection, no answer in time. */
export const transient = (error: HttpFailure): boolean => {
  if (error._tag === "HttpStatus") return retryStatuses.has(error.status)
  if (error._tag === "AnswerTooLarge") return false
  const { cause } = error
  return HttpClientError.isHttpClientError(cause)
    ? cause.reason._tag === "TransportError" || cause.reason._tag === "DecodeError"
    : Cause.isTimeoutError(cause)
}

/** How often, and after how many ms at first, doubled each time. */
export interface RetryPolicy {
  readonly times?: number
  readonly delay?: number
}

/** Makes a transient failure of an exchange try again, not before the server wants it to. */
export const retrying =
  ({ times = rpc.retryCount, delay = rpc.retryDelay }: RetryPolicy = {}) =>
  <A, R>(attempt: Effect.Effect<A, HttpFailure, R>): Effect.Effect<A, HttpFailure, R> => {
    const from = (count: number): Effect.Effect<A, HttpFailure, R> =>
      Effect.catch(attempt, (error) =>
        count < times && transient(error)
          ? Effect.delay(from(count + 1), Math.max(delay * 2 ** count, retryAfter(error)))
          : Effect.fail(error),
      )
    return from(0)
  }

/** Makes the exchanges of an effect go through this function instead of the page's `fetch`. */
export const withFetch = (fetch: typeof globalThis.fetch) => Effect.provideService(FetchHttpClient.Fetch, fetch)

const retryStatuses: ReadonlySet<number> = new Set(rpc.retryStatuses)

const read = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse) {
  const text = yield* Effect.catchIf(textOf(response), isEmpty, () => Effect.succeed(""))
  const now = yield* Clock.currentTimeMillis
  return { status: response.status, text, retryAfter: pause(response.headers["retry-after"], now) }
})

/** Counts while it reads, so that no more than the limit is ever held. */
const textOf = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.suspend(() => {
    if (Number(response.headers["content-length"]) > answerBytes) return Effect.fail(new AnswerTooLarge())
    const decoder = new TextDecoder()
    let size = 0
    let text = ""
    return response.stream.pipe(
      Stream.runForEach((bytes) => {
        size += bytes.length
        if (size > answerBytes) return Effect.fail(new AnswerTooLarge())
        text += decoder.decode(bytes, { stream: true })
        return Effect.void
      }),
      Effect.map(() => text + decoder.decode()),
    )
  })

const isEmpty = (error: HttpClientError.HttpClientError | AnswerTooLarge) =>
  error._tag === "HttpClientError" && error.reason._tag === "EmptyBodyError"

/** RFC 9110, section 10.2.3: whole seconds, or a date. Anything else counts as not sent. (Effect's own reading brings its calendar along.) */
const pause = (header = "", now: number) => {
  const text = header.trim()
  const date = httpDate.test(text) ? Date.parse(text.endsWith("GMT") ? text : `${text} GMT`) : Number.NaN
  const wait = /^\d+$/.test(text) ? Number(text) * second : date - now
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(0, wait), rpc.longestRetryAfter)
}

const second = 1_000
const httpDate = /^[a-z]{3,9},? .*\d{2}:\d{2}:\d{2}/i
