import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { retryAfter, send, transient } from "../../../layers/shared/http.ts"
import { http } from "../../../layers/shared/limits.ts"
import { HttpStatus, UnknownFailure } from "../../../src/errors/index.ts"
import { fails } from "../../fixtures/fails.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { eventually, loopback, reply } from "../../fixtures/server.ts"
import { ended } from "../../fixtures/time.ts"
import { never, withFetch } from "../chains/nodes.ts"

const get = (url = "http://127.0.0.1/") => send({ method: "GET", url })

describe("send", () => {
  it.effect("returns status and text", function* () {
    const server = yield* loopback((_, response) => reply(response, "grüße", 201))
    const answer = yield* get(`${server.url}/a?b=%20c`)

    assert.deepInclude(answer, { status: 201, text: "grüße" })
    assert.strictEqual(server.received[0]?.url, "/a?b=%20c")
  })

  it.effect("posts JSON by default, with the site's headers", function* () {
    const server = yield* loopback((_, response) => reply(response, "{}"))
    yield* send({ method: "POST", url: server.url, body: "{}" })
    const headers = { "content-type": "text/plain", "x-key": "1" }
    yield* send({ method: "POST", url: server.url, body: "{}", headers })

    const [first, second] = server.received
    assert.nestedInclude(first, { "headers.content-type": "application/json", body: "{}" })
    assert.deepInclude(second?.headers, headers)
  })

  it.effect("sends neither b3 nor traceparent, even inside a span", function* () {
    const server = yield* loopback((_, response) => reply(response, "{}"))
    yield* Effect.withSpan(get(server.url), "a flow")

    const names = Object.keys(server.received[0]?.headers ?? {})
    assert.include(names, "host")
    assert.notInclude(names, "b3")
    assert.notInclude(names, "traceparent")
  })

  it.effect("HTTP failures throw 'HTTP status code: {status}', with the response as the cause", function* () {
    const server = yield* loopback((_, response) => reply(response, { reasons: [] }, 418))
    const error = yield* Effect.flip(get(server.url))

    assert.instanceOf(error, HttpStatus)
    assert.strictEqual(error.message, "HTTP status code: 418")
    assert.deepInclude(error.cause, { status: 418, text: '{"reasons":[]}' })
    for (const status of [300, 304, 400, 599]) {
      const other = yield* loopback((_, response) => response.writeHead(status).end())
      yield* fails(get(other.url), { _tag: "HttpStatus", message: `HTTP status code: ${status}` })
    }
  })

  it.effect("An unknown error reads 'Unknown error': no connection, and an invalid URL", function* () {
    const gone = yield* Effect.scoped(loopback((_, response) => reply(response, "{}")))
    for (const url of [gone.url, "http://", "http://user:password@127.0.0.1/"])
      yield* fails(get(url), { _tag: "UnknownFailure", message: "Unknown error" })
  })

  it.effect("returns an empty text for a response without a body", function* () {
    const server = yield* loopback((_, response) => response.writeHead(204).end())

    assert.deepInclude(yield* get(server.url), { status: 204, text: "" })
  })

  it.effect("joins characters that were split between two chunks", function* () {
    const bytes = new TextEncoder().encode("€")
    const pieces = new ReadableStream({
      start: (controller) => {
        controller.enqueue(bytes.subarray(0, 1))
        controller.enqueue(bytes.subarray(1))
        controller.close()
      },
    })

    assert.propertyVal(yield* withFetch(async () => new Response(pieces))(get()), "text", "€")
  })

  it.effect("fails if the connection ends in the middle of a response", function* () {
    const server = yield* loopback((_, response) => {
      response.writeHead(200, { "content-length": "100" })
      response.write("half", () => response.destroy())
    })
    const error = yield* Effect.flip(get(server.url))

    assert.instanceOf(error, UnknownFailure)
    assert.isTrue(transient(error))
  })

  it.effect("reads a response of exactly the size limit", function* () {
    const server = yield* loopback((_, response) => reply(response, "a".repeat(http.responseBytes)))

    assert.strictEqual((yield* get(server.url)).text.length, http.responseBytes)
  })

  it.effect("rejects a response whose declared length is too large before reading it", function* () {
    const server = yield* loopback((_, response) => {
      response.writeHead(200, { "content-length": String(10 * 1024 * 1024) })
      response.write("the first piece, and no other")
    })
    yield* fails(get(server.url), { _tag: "AnswerTooLarge" })
    yield* eventually(() => server.received[0]?.aborted === true)
  })

  it.effect("stops reading an endless response at the limit and closes the connection", function* () {
    const piece = Buffer.alloc(64 * 1024, "a")
    const server = yield* loopback((request, response) => {
      const more = () => {
        while (!request.aborted && response.write(piece));
      }
      response.on("drain", more)
      more()
    })
    yield* fails(get(server.url), { _tag: "AnswerTooLarge" })
    yield* eventually(() => server.received[0]?.aborted === true)
  })

  it.effect("aborts the request when it is interrupted", function* () {
    const server = yield* loopback(() => undefined)
    const fiber = yield* Effect.forkChild(get(server.url))
    yield* eventually(() => server.received.length === 1)
    yield* Fiber.interrupt(fiber)

    yield* eventually(() => server.received[0]?.aborted === true)
  })

  it.effect("times out after the given time, and aborts the request", function* () {
    const server = yield* loopback(() => undefined)
    const fiber = yield* Effect.forkChild(Effect.flip(send({ method: "GET", url: server.url, timeout: 3_000 })))
    yield* eventually(() => server.received.length === 1)
    yield* TestClock.adjust(2_999)
    assert.isUndefined(fiber.pollUnsafe())
    yield* TestClock.adjust(1)

    assert.instanceOf(yield* ended(fiber), UnknownFailure)
    yield* eventually(() => server.received[0]?.aborted === true)
  })
})

describe("A failed request", () => {
  const failed = (reply: () => Response | Promise<Response>, url?: string) =>
    Effect.flip(withFetch(async () => reply())(get(url)))

  it.effect.each([
    ...[403, 408, 413, 429, 500, 502, 503, 504].map((status) => [status, true] as const),
    ...[400, 401, 404, 405, 410, 422, 501, 505].map((status) => [status, false] as const),
  ])("with status %i is transient: %s", function* ([status, is]) {
    assert.strictEqual(transient(yield* failed(() => new Response("", { status }))), is)
  })

  it.effect("is transient without a connection, but not for an invalid URL", function* () {
    assert.isTrue(transient(yield* failed(() => Promise.reject(new TypeError("fetch failed")))))
    assert.isFalse(transient(yield* failed(() => new Response("here"), "http://")))
  })

  it.effect.each([
    ["done", async () => {}],
    ["broken", () => Promise.reject(new Error("broken"))],
    ["not confirmed", () => never],
  ] as const)("is too large and not transient, with its cancellation %s", function* ([, cancel]) {
    const headers = { "content-length": String(http.responseBytes + 1) }
    const error = yield* failed(() => new Response(new ReadableStream({ cancel }), { headers }))

    assert.propertyVal(error, "_tag", "AnswerTooLarge")
    assert.isFalse(transient(error))
  })

  it.effect.each([
    ["seconds", "2", 2_000],
    ["an HTTP date", "Thu, 01 Jan 1970 00:00:02 GMT", 2_000],
    ["an HTTP date of RFC 850", "Thursday, 01-Jan-70 00:00:02 GMT", 2_000],
    ["an HTTP date of asctime", "Thu Jan  1 00:00:02 1970", 2_000],
    ["a date in another format", "1970-01-01T00:00:02Z", 0],
    ["a past date", "Wed, 31 Dec 1969 23:59:59 GMT", 0],
    ["zero", "0", 0],
    ["nonsense", "soon", 0],
    ["a negative time", "-5", 0],
    ["longer than the limit", "86400", 30_000],
  ] as const)("honors Retry-After: %s", function* ([, after, wait]) {
    const error = yield* failed(() => new Response("", { status: 503, headers: { "retry-after": after } }))

    assert.strictEqual(retryAfter(error), wait)
  })
})
