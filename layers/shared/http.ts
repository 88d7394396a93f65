import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { AnswerTooLarge, HttpStatus, UnknownFailure } from "../../src/errors/index.ts"
import { http as limits } from "./limits.ts"

/**
 * An HTTP request. The content type of the body is JSON unless `headers` sets another. `timeout`: limit in ms for the whole exchange.
 * Default: 10 s.
 */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
  readonly timeout?: number | undefined
}

/**
 * A response of any status. `retryAfter`: pause in ms that the server requires before the next request, 30 s at most. `undefined` if it
 * requires none.
 */
export interface HttpResponse {
  readonly status: number
  readonly text: string
  readonly retryAfter: number | undefined
}

/** Failures of an HTTP request. The cause of an `HttpStatus` is its `HttpResponse`. */
export type HttpFailure = HttpStatus | AnswerTooLarge | UnknownFailure

/**
 * Sends a request over `fetch`. Fails with HttpStatus for a status outside 200 to 299, AnswerTooLarge above 8 MiB, and UnknownFailure
 * without a complete response. Interrupting it aborts the request. The span of Effect's HTTP client is not used, because it would end
 * before the response is read and send its ID to the server.
 */
export const send = (request: HttpRequest): Effect.Effect<HttpResponse, HttpFailure> =>
  Effect.withSpan(
    Effect.flatMap(fetchResponse(request), (response) =>
      response.status >= 200 && response.status < 300 ? Effect.succeed(response) : Effect.fail(refused(response)),
    ),
    request.method,
    { kind: "client", attributes: { url: request.url }, captureStackTrace: false },
  )

/** Sends a request like `send`, but succeeds with the response whatever its status. */
export const exchange = (request: HttpRequest): Effect.Effect<HttpResponse, AnswerTooLarge | UnknownFailure> =>
  Effect.catchTag(send(request), "HttpStatus", ({ cause }) => Effect.succeed(cause as HttpResponse))

const fetchResponse = Effect.fnUntraced(
  function* ({ method, url, headers = {}, body }: HttpRequest) {
    const client = HttpClient.withScope(yield* HttpClient.HttpClient)
    const content = body === undefined ? {} : { body: HttpBody.raw(body, { contentType: "application/json" }) }
    const request = HttpClientRequest.make(method)(url, content)
    const response = yield* client.execute(HttpClientRequest.setHeaders(request, headers))
    const text = yield* textOf(response)
    const now = yield* Clock.currentTimeMillis
    return { status: response.status, text, retryAfter: pause(response.headers["retry-after"], now) }
  },
  Effect.catchTag("HttpClientError", ({ reason }) =>
    Effect.fail(
      new UnknownFailure({ cause: reason._tag === "InvalidUrlError" ? new NoAddress(reason) : reason.cause }),
    ),
  ),
  // Closing the scope aborts an incomplete request.
  Effect.scoped,
  (exchange, { timeout = limits.timeout }) =>
    Effect.timeoutOrElse(exchange, {
      duration: timeout,
      orElse: () => Effect.fail(new UnknownFailure({ cause: new Error(`no response within ${timeout} ms`) })),
    }),
  Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
  Effect.provide(FetchHttpClient.layer),
)

/** Makes a request's effect send no cookies, and fail if the request is redirected. */
export const anonymously = Effect.provideService(FetchHttpClient.RequestInit, {
  credentials: "omit",
  redirect: "error",
})

/** Failure for an invalid URL, for which a retry cannot help. */
class NoAddress extends Error {
  constructor({ request, cause }: HttpClientError.InvalidUrlError) {
    super(request.url, { cause })
  }
}

export const refused = (response: HttpResponse): HttpStatus => new HttpStatus(response.status, { cause: response })

/** Returns the pause in ms that the server requires before the next request, or 0 if it requires none. */
export const retryAfter = (error: HttpFailure): number =>
  error._tag === "HttpStatus" ? ((error.cause as HttpResponse | undefined)?.retryAfter ?? 0) : 0

/** Whether a retry may succeed: after certain statuses, without a connection, or after a timeout. */
export const transient = (error: HttpFailure): boolean => {
  if (error._tag === "HttpStatus") return retryStatuses.has(error.status)
  return error._tag === "UnknownFailure" && !(error.cause instanceof NoAddress)
}

const retryStatuses: ReadonlySet<number> = new Set(limits.retryStatuses)

/** Reads a response's text. Fails with AnswerTooLarge as soon as it exceeds the limit, which the client does not enforce in browsers. */
const textOf = (response: HttpClientResponse.HttpClientResponse) => {
  if (Number(response.headers["content-length"]) > limits.responseBytes) return Effect.fail(new AnswerTooLarge())
  let size = 0
  return response.stream.pipe(
    Stream.tap(({ length }) => {
      size += length
      return size > limits.responseBytes ? Effect.fail(new AnswerTooLarge()) : Effect.void
    }),
    Stream.decodeText(),
    Stream.mkString,
    Effect.catchIf(
      (error) => error._tag === "HttpClientError" && error.reason._tag === "EmptyBodyError",
      () => Effect.succeed(""),
    ),
  )
}

/** Reads a `retry-after` header and returns it in ms, capped at a limit. Returns `undefined` unless it is whole seconds or an HTTP date. */
const pause = (header: string | undefined, now: number) => {
  const wait = Headers.parseRetryAfter(header ?? "")
  if (Result.isFailure(wait)) return undefined
  return Math.min(Duration.toMillis(Headers.retryAfterDelay(wait.success, now)), limits.longestRetryAfter)
}
