import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { retrying, send, transient, withFetch } from "../../layers/http.ts"
import { HttpStatus, UnknownFailure } from "../../src/domain/errors.ts"
import { answerBytes } from "../../src/domain/openingLimits.ts"
import { fails } from "../fixtures/fails.ts"
import { assert, describe, it } from "../fixtures/it.ts"
import { never } from "./nodes.ts"
import { eventually, loopback, reply } from "./server.ts"
import { clockOf, within } from "./time.ts"

const get = (url = "http://127.0.0.1/") => send({ method: "GET", url })

/** Retries over a `fetch` that is played by a function of the attempt; gives the time of each attempt too. */
const scripted = (answer: (at: number) => Response | Promise<Response>) =>
  Effect.map(clockOf, (now) => {
    const at: number[] = []
    const through = withFetch(async () => answer(at.push(now()) - 1))
    return { at, tried: get().pipe(retrying(), through) }
  })

describe("send", () => {
  it.effect("gives status and text", function* () {
    const server = yield* loopback((_, response) => reply(response, "grüße", 201))
    const answer = yield* get(`${server.url}/a?b=%20c`)

    assert.deepInclude(answer, { status: 201, text: "grüße" })
    assert.strictEqual(server.received[0]?.url, "/a?b=%20c")
  })

  it.effect("posts JSON unless told otherwise, with the site's headers", function* () {
    const server = yield* loopback((_, response) => reply(response, "{}"))
    yield* send({ method: "POST", url: server.url, body: "{}" })
    const headers = { "content-type": "text/plain", "x-key": "1" }
    yield* send({ method: "POST", url: server.url, body: "{}", headers })

    const [first, second] = server.received
    assert.nestedInclude(first, { "headers.content-type": "application/json", body: "{}" })
    assert.deepInclude(second?.headers, headers)
  })

  it.effect("sends neither b3 nor traceparent, inside a span too", function* () {
    const server = yield* loopback((_, response) => reply(response, "{}"))
    yield* Effect.withSpan(get(server.url), "a flow")

    const names = Object.keys(server.received[0]?.headers ?? {})
    assert.include(names, "host")
    assert.notInclude(names, "b3")
    assert.notInclude(names, "traceparent")
  })

  it.effect("HTTP failures throw 'HTTP status code: {status}', with the answer as the cause", function* () {
    const server = yield* loopback((_, response) => reply(response, { reasons: [] }, 418))
    const error = yield* Effect.flip(get(server.url))

    assert.instanceOf(error, HttpStatus)
    assert.strictEqual(error.message, "HTTP status code: 418")
    assert.deepInclude(error.cause, { status: 418, text: '{"reasons":[]}' })
  })

  it.effect("An unknown error reads 'Unknown error': no connection, and an address that is none", function* () {
    const gone = yield* Effect.scoped(loopback((_, response) => reply(response, "{}")))
    for (const url of [gone.url, "http://", "http://user:password@127.0.0.1/"])
      yield* fails(get(url), { _tag: "UnknownFailure", message: "Unknown error" })
  })

  it.effect("gives empty text for an answer without a body", function* () {
    const server = yield* loopback((_, response) => response.writeHead(204).end())

    assert.deepInclude(yield* get(server.url), { status: 204, text: "" })
  })

  it.effect("puts letters together that were cut between two pieces", function* () {
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

  it.effect("fails when the connection ends in the middle of an answer", function* () {
    const server = yield* loopback((_, response) => {
      response.writeHead(200, { "content-length": "100" })
      response.write("half", () => response.destroy())
    })
    const error = yield* Effect.flip(get(server.url))

    assert.instanceOf(error, UnknownFailure)
    assert.isTrue(transient(error))
  })

  it.effect("reads an answer of exactly the limit", function* () {
    const server = yield* loopback((_, response) => reply(response, "a".repeat(answerBytes)))

    assert.strictEqual((yield* get(server.url)).text.length, answerBytes)
  })

  it.effect("refuses an answer that says it is too long before reading it", function* () {
    const server = yield* loopback((_, response) => {
      response.writeHead(200, { "content-length": String(10 * 1024 * 1024) })
      response.write("the first piece, and no other")
    })
    yield* fails(get(server.url), { _tag: "AnswerTooLarge" })
    yield* eventually(() => server.received[0]?.aborted === true)
  })

  it.effect("stops reading an endless answer at the limit and hangs up", function* () {
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

  it.effect("gives up after the time it was given, and aborts the request", function* () {
    const server = yield* loopback(() => undefined)
    const fiber = yield* Effect.forkChild(Effect.flip(send({ method: "GET", url: server.url, timeout: 3_000 })))
    yield* eventually(() => server.received.length === 1)
    yield* TestClock.adjust(2_999)
    assert.isUndefined(fiber.pollUnsafe())
    yield* TestClock.adjust(1)

    assert.instanceOf(yield* Fiber.join(fiber), UnknownFailure)
    yield* eventually(() => server.received[0]?.aborted === true)
  })
})

describe("retrying", () => {
  it.effect("ends with the first error that another attempt would not mend", function* () {
    const { at, tried } = yield* scripted((count) => new Response("", { status: 500 + count }))

    assert.propertyVal(yield* within(2_000, Effect.flip(tried)), "status", 501)
    assert.deepStrictEqual(at, [0, 150])
  })

  const usual = [0, 150, 450, 1_050]
  const statuses = [
    ...[403, 408, 413, 429, 500, 502, 503, 504].map((status) => ["tries again on", status, usual] as const),
    ...[400, 401, 404, 405, 410, 422, 501, 505].map((status) => ["does not try again on", status, [0]] as const),
  ]
  it.effect.each(statuses)("%s %i", function* ([, status, times]) {
    const { at, tried } = yield* scripted(() => new Response("", { status }))

    assert.propertyVal(yield* within(2_000, Effect.flip(tried)), "status", status)
    assert.deepStrictEqual(at, [...times])
  })

  it.effect("tries again when there is no connection, and gives the answer that comes then", function* () {
    const { at, tried } = yield* scripted((count) =>
      count < 2 ? Promise.reject(new TypeError("fetch failed")) : new Response("here"),
    )

    assert.propertyVal(yield* within(500, tried), "text", "here")
    assert.deepStrictEqual(at, [0, 150, 450])
  })

  it.effect("gives an attempt 10 s, and tries again 150 ms later", function* () {
    const { at, tried } = yield* scripted((count) => (count === 0 ? never : new Response("here")))

    assert.propertyVal(yield* within(10_200, tried), "text", "here")
    assert.deepStrictEqual(at, [0, 10_150])
  })

  const endings: readonly (readonly [title: string, cancel: () => Promise<void>])[] = [
    ["done", async () => {}],
    ["broken", () => Promise.reject(new Error("broken"))],
    ["not confirmed", () => never],
  ]
  it.effect.each(endings)(
    "does not try an answer again that is too large, its cancellation %s",
    function* ([, cancel]) {
      const headers = { "content-length": String(answerBytes + 1) }
      const { at, tried } = yield* scripted(() => new Response(new ReadableStream({ cancel }), { headers }))

      yield* fails(within(10_000, tried), { _tag: "AnswerTooLarge" })
      assert.lengthOf(at, 1)
    },
  )

  it.effect("does not try an invalid address again", function* () {
    yield* fails(retrying()(get("http://")), { _tag: "UnknownFailure" })
  })

  const dated = [0, 2_000, 2_300, 2_900]
  it.effect.each([
    ["seconds", "2", [0, 2_000, 4_000, 6_000]],
    ["an HTTP date", "Thu, 01 Jan 1970 00:00:02 GMT", dated],
    ["an HTTP date of RFC 850", "Thursday, 01-Jan-70 00:00:02 GMT", dated],
    ["an HTTP date of asctime", "Thu Jan  1 00:00:02 1970", dated],
    ["a date of another kind", "1970-01-01T00:00:02Z", usual],
    ["a past date", "Wed, 31 Dec 1969 23:59:59 GMT", usual],
    ["no time at all", "0", usual],
    ["nonsense", "soon", usual],
    ["a negative time", "-5", usual],
    ["longer than the limit", "86400", [0, 30_000, 60_000, 90_000]],
  ] as const)("honours Retry-After: %s", function* ([, after, times]) {
    const { at, tried } = yield* scripted(() => new Response("", { status: 503, headers: { "retry-after": after } }))

    assert.propertyVal(yield* within(times.at(-1) ?? 0, Effect.flip(tried)), "status", 503)
    assert.deepStrictEqual(at, [...times])
  })
})
