import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { answerBytes, rpc } from "../../src/core/first-paint/limits.ts"
import { AnswerTooLarge, HttpStatus, UnknownFailure } from "../../src/errors/index.ts"

/** A request to a server. The body is JSON unless the header `content-type` says otherwise. `timeout` covers the whole exchange, in ms. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
  readonly timeout?: number | undefined
}

/** A response of any status. `retryAfter`: ms for which the server wants no further request, up to a limit. */
export interface HttpResponse {
  readonly status: number
  readonly text: string
  readonly retryAfter: number | undefined
}

/** Why there is no response to decode. The cause of an `HttpStatus` is its `HttpResponse`. */
export type HttpFailure = HttpStatus | AnswerTooLarge | UnknownFailure

/**
 * Sends a request. A status outside 200 to 299 is a failure. Interrupting it aborts the request.
 *
 * Effect's HttpClient would add 13 kB to the first open, 3 kB to `portico/effect` and 1 kB to `portico/trace`. It limits no response's size
 * in browsers, and its span ends before the response is read.
 */
export const send = (request: HttpRequest): Effect.Effect<HttpResponse, HttpFailure> =>
  Effect.withSpan(
    Effect.flatMap(answerTo(request), (answer) =>
      answer.status >= 200 && answer.status < 300 ? Effect.succeed(answer) : Effect.fail(refused(answer)),
    ),
    request.method,
    { kind: "client", attributes: { url: request.url }, captureStackTrace: false },
  )

/** Sends a request and succeeds with a response of any status. */
export const exchange = (request: HttpRequest): Effect.Effect<HttpResponse, AnswerTooLarge | UnknownFailure> =>
  Effect.catchTag(send(request), "HttpStatus", ({ cause }) => Effect.succeed(cause as HttpResponse))

const answerTo = Effect.fnUntraced(
  function* ({ method, url, headers = {}, body }: HttpRequest) {
    const fetch = yield* Fetch
    const address = yield* Effect.try({
      try: () => new URL(url, globalThis.location?.href),
      catch: (cause) => new UnknownFailure({ cause: new NoAddress(url, { cause }) }),
    })
    const { answer, text } = yield* Effect.tryPromise({
      try: async (signal) => {
        const answer = await fetch(address, {
          method,
          signal,
          ...(body === undefined ? { headers } : { headers: { "content-type": "application/json", ...headers }, body }),
        })
        return { answer, text: await textOf(answer) }
      },
      catch: (cause) => (cause instanceof AnswerTooLarge ? cause : new UnknownFailure({ cause })),
    })
    const now = yield* Clock.currentTimeMillis
    return { status: answer.status, text, retryAfter: pause(answer.headers.get("retry-after") ?? "", now) }
  },
  // A timeout aborts the request, as an interruption does.
  (exchange, { timeout = rpc.timeout }) =>
    Effect.timeoutOrElse(exchange, {
      duration: timeout,
      orElse: () => Effect.fail(new UnknownFailure({ cause: new Error(`no answer within ${timeout} ms`) })),
    }),
)

/** The `fetch` to use: the page's, unless it is replaced. */
export const Fetch = Context.Reference<typeof globalThis.fetch>("portico/Fetch", {
  defaultValue: () => globalThis.fetch,
})

/** The URL is invalid, so a retry cannot help. */
class NoAddress extends Error {}

export const refused = (answer: HttpResponse): HttpStatus => new HttpStatus(answer.status, { cause: answer })

/** Returns for how many ms the server of a failed exchange wants no further request. */
export const retryAfter = (error: HttpFailure): number =>
  error._tag === "HttpStatus" ? ((error.cause as HttpResponse | undefined)?.retryAfter ?? 0) : 0

/** Whether a retry may succeed: after a status of the list, without a connection, or after a timeout. */
export const transient = (error: HttpFailure): boolean => {
  if (error._tag === "HttpStatus") return retryStatuses.has(error.status)
  return error._tag === "UnknownFailure" && !(error.cause instanceof NoAddress)
}

const retryStatuses: ReadonlySet<number> = new Set(rpc.retryStatuses)

/** Counts while it reads, so it never holds more than the limit. */
const textOf = async ({ headers, body }: Response): Promise<string> => {
  if (Number(headers.get("content-length")) > answerBytes) return hangUp(body)
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let size = 0
  let text = ""
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    size += piece.value.length
    if (size > answerBytes) return hangUp(reader)
    text += decoder.decode(piece.value, { stream: true })
  }
  return text + decoder.decode()
}

/** Cancels a response without waiting for that. */
const hangUp = (answer: Pick<ReadableStream, "cancel"> | null | undefined): never => {
  answer?.cancel().catch(() => {})
  throw new AnswerTooLarge()
}

/**
 * Reads whole seconds, or a date (RFC 9110, section 10.2.3). Anything else is ignored. (Effect's own reader would add its calendar code.)
 */
const pause = (header: string, now: number) => {
  const text = header.trim()
  const date = httpDate.test(text) ? Date.parse(text.endsWith("GMT") ? text : `${text} GMT`) : Number.NaN
  const wait = /^\d+$/.test(text) ? Number(text) * second : date - now
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(0, wait), rpc.longestRetryAfter)
}

const second = 1_000
const httpDate = /^[a-z]{3,9},? .*\d{2}:\d{2}:\d{2}/i
