import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
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
  return HttpClient.withScope(client)
    .execute(posted)
    .pipe(
      Effect.flatMap((answer) => read(posted, pageAnswer(answer))),
      // The scope ends the request, whatever the reason to stop reading.
      Effect.scoped,
      Effect.timeout(timeout),
      Effect.mapError((error) => (error instanceof AnswerTooLarge ? error : new UnknownFailure({ cause: error }))),
      // Its headers would make every cross-origin request ask for permission first; its spans hold every header.
      Effect.provideService(HttpClient.TracerDisabledWhen, always),
    )
}

const always = () => true

/** What sends: the page's `fetch`, unless something stands in for it. */
const Fetch = Context.Reference<typeof globalThis.fetch>("portico/Fetch", { defaultValue: () => globalThis.fetch })

/** Sends a text or nothing and hands on what the page was answered. Effect's own client for `fetch` brings its streams along, 6 kB of them. */
const client = HttpClient.make((request, url, signal, fiber) => {
  const { "content-length": _, ...headers } = request.headers
  const body = request.body._tag === "Uint8Array" ? (request.body.body as BodyInit) : null
  return Effect.tryPromise({
    try: async () =>
      (await fiber.getRef(Fetch)(url, {
        method: request.method,
        headers,
        body,
        signal,
      })) as unknown as HttpClientResponse.HttpClientResponse,
    catch: (cause) => broken(request, cause),
  })
})

const pageAnswer = (answer: HttpClientResponse.HttpClientResponse) => answer as unknown as Response

const broken = (request: HttpClientRequest.HttpClientRequest, cause: unknown) =>
  new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })

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
  return HttpClientError.isHttpClientError(cause) ? cause.reason._tag === "TransportError" : Cause.isTimeoutError(cause)
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
export const withFetch = (fetch: typeof globalThis.fetch) => Effect.provideService(Fetch, fetch)

const retryStatuses: ReadonlySet<number> = new Set(rpc.retryStatuses)

const read = Effect.fnUntraced(function* (request: HttpClientRequest.HttpClientRequest, answer: Response) {
  const text = yield* Effect.tryPromise({
    try: () => textOf(answer),
    catch: (cause) => (cause instanceof AnswerTooLarge ? cause : broken(request, cause)),
  })
  const now = yield* Clock.currentTimeMillis
  return { status: answer.status, text, retryAfter: pause(answer.headers.get("retry-after") ?? "", now) }
})

/** Counts while it reads, so that no more than the limit is ever held. */
const textOf = async ({ headers, body }: Response): Promise<string> => {
  if (Number(headers.get("content-length")) > answerBytes) throw new AnswerTooLarge()
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let size = 0
  let text = ""
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    size += piece.value.length
    if (size > answerBytes) throw new AnswerTooLarge()
    text += decoder.decode(piece.value, { stream: true })
  }
  return text + decoder.decode()
}

/** RFC 9110, section 10.2.3: whole seconds, or a date. Anything else counts as not sent. (Effect's own reading brings its calendar along.) */
const pause = (header: string, now: number) => {
  const text = header.trim()
  const date = httpDate.test(text) ? Date.parse(text.endsWith("GMT") ? text : `${text} GMT`) : Number.NaN
  const wait = /^\d+$/.test(text) ? Number(text) * second : date - now
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(0, wait), rpc.longestRetryAfter)
}

const second = 1_000
const httpDate = /^[a-z]{3,9},? .*\d{2}:\d{2}:\d{2}/i
