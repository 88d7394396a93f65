import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { retrying, send, transient, withFetch } from "../../layers/http.ts"
import { AnswerTooLarge, HttpStatus, UnknownFailure } from "../../src/domain/errors.ts"
import { answerBytes } from "../../src/domain/openingLimits.ts"
import { assert, describe, it } from "../fixtures/it.ts"
import { eventually, loopback, reply } from "./server.ts"
import { clockOf, pass } from "./time.ts"

/** A `fetch` that answers by what `answer` gives for each attempt, and when the attempts were made. */
const scripted = (answer: (at: number) => Response | Promise<Response>) =>
  Effect.map(clockOf, (now) => {
    const at: number[] = []
    const fetch = async () => answer(at.push(now()) - 1)
    return { at, through: withFetch(fetch) }
  })

const never = new Promise<never>(() => undefined)
const get = send({ method: "GET", url: "http://127.0.0.1/" })
const refusing = (headers: Record<string, string>) => () => new Response("", { status: 503, headers })

describe("send", () => {
  it.effect("gives status and text", function* () {
    const server = yield* loopback((_, response) => reply(response, "grüße", 201))
    const answer = yield* send({ method: "GET", url: `${server.url}/a?b=%20c` })

    assert.deepInclude(answer, { status: 201, text: "grüße" })
    assert.strictEqual(server.received[0]?.url, "/a?b=%20c")
  })

  it.effect("posts JSON unless told otherwise, with the site's headers", function* () {
    const server = yield* loopback((_, response) => reply(response, "{}"))
    yield* send({ method: "POST", url: server.url, body: "{}" })
    yield* send({
      method: "POST",
      url: server.url,
      body: "{}",
      headers: { "content-type": "text/plain", "x-key": "1" },
    })

    const [first, second] = server.received
    assert.strictEqual(first?.headers["content-type"], "application/json")
    assert.strictEqual(first?.body, "{}")
    assert.strictEqual(second?.headers["content-type"], "text/plain")
    assert.strictEqual(second?.headers["x-key"], "1")
  })

  it.effect("sends neither b3 nor traceparent, inside a span too", function* () {
    const server = yield* loopback((_, response) => reply(response, "{}"))
    yield* Effect.withSpan(send({ method: "GET", url: server.url }), "a flow")

    const names = Object.keys(server.received[0]?.headers ?? {})
    assert.include(names, "host")
    assert.notInclude(names, "b3")
    assert.notInclude(names, "traceparent")
  })

  it.effect("HTTP failures throw 'HTTP status code: {status}', with the answer as the cause", function* () {
    const server = yield* loopback((_, response) => reply(response, { reasons: [] }, 418))
    const error = yield* Effect.flip(send({ method: "GET", url: server.url }))

    assert.instanceOf(error, HttpStatus)
    assert.strictEqual(error.message, "HTTP status code: 418")
    assert.deepInclude(error.cause, { status: 418, text: '{"reasons":[]}' })
  })

  it.effect("An unknown error reads 'Unknown error': no connection, and an address that is none", function* () {
    const gone = yield* Effect.scoped(loopback((_, response) => reply(response, "{}")))
    for (const url of [gone.url, "http://", "http://user:password@127.0.0.1/"]) {
      const error = yield* Effect.flip(send({ method: "GET", url }))
      assert.instanceOf(error, UnknownFailure)
      assert.strictEqual(error.message, "Unknown error")
    }
  })

  it.effect("gives empty text for an answer without a body", function* () {
    const server = yield* loopback((_, response) => response.writeHead(204).end())

    assert.deepInclude(yield* send({ method: "GET", url: server.url }), { status: 204, text: "" })
  })

  it.effect("puts letters together that were cut between two pieces", function* () {
    const [first, second] = [Buffer.from("€").subarray(0, 1), Buffer.from("€").subarray(1)]
    const server = yield* loopback((_, response) => {
      response.write(first)
      setTimeout(() => response.end(second), 5)
    })

    assert.strictEqual((yield* send({ method: "GET", url: server.url })).text, "€")
  })

  it.effect("fails when the connection ends in the middle of an answer", function* () {
    const server = yield* loopback((_, response) => {
      response.writeHead(200, { "content-length": "100" })
      response.write("half")
      setTimeout(() => response.destroy(), 5)
    })
    const error = yield* Effect.flip(send({ method: "GET", url: server.url }))

    assert.instanceOf(error, UnknownFailure)
    assert.isTrue(transient(error))
  })

  it.effect("reads an answer of exactly the limit", function* () {
    const server = yield* loopback((_, response) => reply(response, "a".repeat(answerBytes)))

    assert.strictEqual((yield* send({ method: "GET", url: server.url })).text.length, answerBytes)
  })

  it.effect("refuses an answer that says it is too long before reading it", function* () {
    const server = yield* loopback((_, response) => {
      response.writeHead(200, { "content-length": String(10 * 1024 * 1024) })
      response.write("the first piece, and no other")
    })
    const error = yield* Effect.flip(send({ method: "GET", url: server.url }))

    assert.instanceOf(error, AnswerTooLarge)
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
    const error = yield* Effect.flip(send({ method: "GET", url: server.url }))

    assert.instanceOf(error, AnswerTooLarge)
    yield* eventually(() => server.received[0]?.aborted === true)
  })

  it.effect("aborts the request when it is interrupted", function* () {
    const server = yield* loopback(() => undefined)
    const fiber = yield* Effect.forkChild(send({ method: "GET", url: server.url }))
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
    const { at, through } = yield* scripted((count) => new Response("", { status: 500 + count }))
    const fiber = yield* Effect.forkChild(Effect.flip(get.pipe(retrying(), through)))
    yield* pass(2_000)

    assert.deepStrictEqual(at, [0, 150])
    assert.propertyVal(yield* Fiber.join(fiber), "status", 501)
  })

  for (const status of [403, 408, 413, 429, 500, 502, 503, 504]) {
    it.effect(`tries again on ${status}`, function* () {
      const { at, through } = yield* scripted(() => new Response("", { status }))
      const fiber = yield* Effect.forkChild(Effect.flip(get.pipe(retrying(), through)))
      yield* pass(2_000)

      assert.deepStrictEqual(at, [0, 150, 450, 1_050])
      assert.propertyVal(yield* Fiber.join(fiber), "status", status)
    })
  }

  for (const status of [400, 401, 404, 405, 410, 422, 501, 505]) {
    it.effect(`does not try again on ${status}`, function* () {
      const { at, through } = yield* scripted(() => new Response("", { status }))
      const fiber = yield* Effect.forkChild(Effect.flip(get.pipe(retrying(), through)))
      yield* pass(500)

      assert.deepStrictEqual(at, [0])
      assert.propertyVal(yield* Fiber.join(fiber), "status", status)
    })
  }

  it.effect("tries again when there is no connection, and gives the answer that comes then", function* () {
    const { at, through } = yield* scripted((count) =>
      count < 2 ? Promise.reject(new TypeError("fetch failed")) : new Response("here"),
    )
    const fiber = yield* Effect.forkChild(get.pipe(retrying(), through))
    yield* pass(500)

    assert.deepStrictEqual(at, [0, 150, 450])
    assert.propertyVal(yield* Fiber.join(fiber), "text", "here")
  })

  it.effect("gives an attempt 10 s, and tries again 150 ms later", function* () {
    const { at, through } = yield* scripted((count) => (count === 0 ? never : new Response("here")))
    const fiber = yield* Effect.forkChild(get.pipe(retrying(), through))
    yield* pass(10_200)

    assert.deepStrictEqual(at, [0, 10_150])
    assert.propertyVal(yield* Fiber.join(fiber), "text", "here")
  })

  it.effect("does not try an answer again that is too large, however it ends", function* () {
    for (const cancel of [() => Promise.reject(new Error("broken")), () => new Promise<void>(() => {})]) {
      const headers = { "content-length": String(answerBytes + 1) }
      const { at, through } = yield* scripted(() => new Response(new ReadableStream({ cancel }), { headers }))
      const fiber = yield* Effect.forkChild(Effect.flip(get.pipe(retrying(), through)))
      yield* pass(120_000)

      assert.instanceOf(yield* Fiber.join(fiber), AnswerTooLarge)
      assert.lengthOf(at, 1)
    }
  })

  it.effect("does not try an answer again that is too large, nor an address that is none", function* () {
    const headers = { "content-length": String(answerBytes + 1) }
    const { at, through } = yield* scripted(() => new Response("", { headers }))

    assert.instanceOf(yield* Effect.flip(get.pipe(retrying(), through)), AnswerTooLarge)
    assert.deepStrictEqual(at, [0])
    assert.instanceOf(yield* Effect.flip(retrying()(send({ method: "GET", url: "http://" }))), UnknownFailure)
  })

  const second = "Thu, 01 Jan 1970 00:00:02 GMT"
  for (const [name, header, then] of [
    ["seconds", "2", [0, 2_000, 4_000, 6_000]],
    ["an HTTP date", second, [0, 2_000, 2_300, 2_900]],
    ["an HTTP date of RFC 850", "Thursday, 01-Jan-70 00:00:02 GMT", [0, 2_000, 2_300, 2_900]],
    ["an HTTP date of asctime", "Thu Jan  1 00:00:02 1970", [0, 2_000, 2_300, 2_900]],
    ["a date of another kind", "1970-01-01T00:00:02Z", [0, 150, 450, 1_050]],
    ["a date that is past", "Wed, 31 Dec 1969 23:59:59 GMT", [0, 150, 450, 1_050]],
    ["no time at all", "0", [0, 150, 450, 1_050]],
    ["nonsense", "soon", [0, 150, 450, 1_050]],
    ["a negative time", "-5", [0, 150, 450, 1_050]],
    ["longer than we wait", "86400", [0, 30_000, 60_000, 90_000]],
  ] as const) {
    it.effect(`honours Retry-After: ${name}`, function* () {
      const { at, through } = yield* scripted(refusing({ "retry-after": header }))
      const fiber = yield* Effect.forkChild(Effect.flip(get.pipe(retrying(), through)))
      yield* pass(then[3])

      assert.deepStrictEqual(at, [...then])
      assert.propertyVal(yield* Fiber.join(fiber), "status", 503)
    })
  }
})
