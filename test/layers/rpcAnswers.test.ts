import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { AnswerInvalid, AnswerTooLarge, HttpStatus } from "../../src/domain/errors.ts"
import { answerBytes } from "../../src/domain/openingLimits.ts"
import { ask, live, nodeAt, scripted, sizes } from "./nodes.ts"
import { callsOf, node, reply } from "./server.ts"
import { pass } from "./time.ts"

/** Three calls of one batch, 0 to 2, each with what came of it. */
const three = (network: Parameters<typeof ask>[0]) =>
  Effect.forEach([0, 1, 2], (at) => Effect.result(ask(network, "eth_call", [at])), { concurrency: "unbounded" })

const long = "a".repeat(answerBytes + 1)

describe("named errors", () => {
  for (const [title, code, tag] of [
    ["Named JSON-RPC error: parse error", -32700, "ParseRpcError"],
    ["Named JSON-RPC error: invalid request", -32600, "InvalidRequestRpcError"],
    ["Named JSON-RPC error: method not found", -32601, "MethodNotFoundRpcError"],
    ["Named JSON-RPC error: invalid params", -32602, "InvalidParamsRpcError"],
    ["Named JSON-RPC error: user rejected", 4001, "UserRejectedRequestError"],
    ["Named JSON-RPC error: unauthorized", 4100, "UnauthorizedProviderError"],
    ["Named JSON-RPC error: provider disconnected", 4900, "ProviderDisconnectedError"],
    ["Named JSON-RPC error: chain disconnected", 4901, "ChainDisconnectedError"],
    ["Standard JSON-RPC error codes map to named errors: transaction rejected", -32003, "TransactionRejectedRpcError"],
    ["a code without a name is the unknown one", 3, "UnknownRpcError"],
  ] as const) {
    it.effect(title, () =>
      Effect.gen(function* () {
        const { network } = yield* nodeAt(node(() => ({ error: { code, message: "the node's words", data: "0x08" } })))
        const error = yield* Effect.flip(ask(network))

        assert.strictEqual(error._tag, tag)
        assert.propertyVal(error, "code", code)
        assert.strictEqual(error.message, "the node's words")
        assert.deepStrictEqual(error.cause, { code, message: "the node's words", data: "0x08" })
      }).pipe(Effect.provide(live())),
    )
  }

  for (const [title, code, tag] of [
    ["Named JSON-RPC error: internal", -32603, "InternalRpcError"],
    ["Named JSON-RPC error: limit exceeded", -32005, "LimitExceededRpcError"],
  ] as const) {
    it.effect(title, () =>
      Effect.gen(function* () {
        const { network, through } = yield* scripted(({ body }) =>
          Response.json({ jsonrpc: "2.0", id: JSON.parse(body).id, error: { code, message: "the node's words" } }),
        )
        const fiber = yield* Effect.forkChild(Effect.flip(through(ask(network))))
        yield* pass(1_050)
        const error = yield* Fiber.join(fiber)

        assert.strictEqual(error._tag, tag)
        assert.propertyVal(error, "code", code)
        assert.strictEqual(error.message, "the node's words")
      }).pipe(Effect.provide(live())),
    )
  }

  it.effect("one call's error fails its caller and no other", () =>
    Effect.gen(function* () {
      const { network, received } = yield* nodeAt(
        node(({ params: [at] }) =>
          at === 1 ? { error: { code: -32601, message: "no such method" } } : { result: at },
        ),
      )
      const [first, second, third] = yield* three(network)

      assert.propertyVal(first, "success", 0)
      assert.strictEqual(second?._tag === "Failure" && second.failure._tag, "MethodNotFoundRpcError")
      assert.propertyVal(third, "success", 2)
      assert.deepStrictEqual(sizes(received), [3])
    }).pipe(Effect.provide(live())),
  )

  it.effect("is every call's when it names none and stands alone", () =>
    Effect.gen(function* () {
      for (const [code, tag] of [
        [-32700, "ParseRpcError"],
        [-32000, "InvalidInputRpcError"],
      ] as const) {
        const { network, received } = yield* nodeAt((_, response) =>
          reply(response, { jsonrpc: "2.0", id: null, error: { code, message: "no" } }),
        )
        const failures = yield* three(network)

        assert.deepStrictEqual(
          failures.map((one) => one._tag === "Failure" && one.failure._tag),
          [tag, tag, tag],
        )
        assert.strictEqual((yield* Effect.flip(ask(network)))._tag, tag)
        assert.deepStrictEqual(sizes(received), [3, 1])
      }
    }).pipe(Effect.provide(live())),
  )

  it.effect("is tried again when it is every call's and worth it", () =>
    Effect.gen(function* () {
      const { at, network, through } = yield* scripted(() =>
        Response.json({ jsonrpc: "2.0", error: { code: -32005, message: "slow down" } }),
      )
      const fiber = yield* Effect.forkChild(through(three(network)))
      yield* pass(1_050)

      assert.deepStrictEqual(at, [0, 150, 450, 1_050])
      assert.isTrue((yield* Fiber.join(fiber)).every((one) => one._tag === "Failure"))
    }).pipe(Effect.provide(live())),
  )

  it.effect("counts in the body of a refused request too", () =>
    Effect.gen(function* () {
      const { network } = yield* nodeAt((request, response) =>
        reply(response, { jsonrpc: "2.0", id: callsOf(request)[0]?.id, error: { code: -32602, message: "no" } }, 400),
      )

      assert.strictEqual((yield* Effect.flip(ask(network)))._tag, "InvalidParamsRpcError")
    }).pipe(Effect.provide(live())),
  )
})

describe("an answer that is none", () => {
  for (const [name, body, message, path] of [
    ["a page", "<!doctype html><title>Sign in</title>", "Expected JSON, received text", ""],
    ["nothing", "", "Expected JSON, received text", ""],
    ["cut short", '{"jsonrpc":"2.0","id":1,"result":"0x', "Expected JSON, received text", ""],
    ["too deep for anybody", "[".repeat(200_000), "Expected JSON, received text", ""],
    ["null", "null", "Expected object, received null", ""],
    ["a number", "7", "Expected object, received number", ""],
    ["a text", '"0x1"', "Expected object, received string", ""],
    ["an empty object", "{}", "Required", ""],
    ["an empty array", "[]", "Required", ""],
    ["an array of junk", '[null,7,"0x1",[],{}]', "Required", ""],
    ["for another call", '{"jsonrpc":"2.0","id":99,"result":"0x1"}', "Required", ""],
    ["for a call of another type", '{"jsonrpc":"2.0","id":"1","result":"0x1"}', "Required", ""],
    ["without a result", '{"jsonrpc":"2.0","id":1}', "Required", "result"],
    [
      "with an error that is a text",
      '{"jsonrpc":"2.0","id":1,"error":"no"}',
      "Expected object, received string",
      "error",
    ],
    ["with an error that is a list", '{"jsonrpc":"2.0","id":1,"error":[]}', "Expected object, received array", "error"],
    ["with an error without a code", '{"jsonrpc":"2.0","id":1,"error":{}}', "Required", "error.code"],
    [
      "with a code that is a text",
      '{"jsonrpc":"2.0","id":1,"error":{"code":"-32000","message":"no"}}',
      "Expected integer, received string",
      "error.code",
    ],
    [
      "with a code that is no whole number",
      '{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"no"}}',
      "Expected integer, received number",
      "error.code",
    ],
    ["of another version", '{"jsonrpc":"1.0","id":1,"result":"0x1"}', "Expected '2.0', received '1.0'", "jsonrpc"],
  ] as const) {
    it.effect(`is a typed error: ${name}`, () =>
      Effect.gen(function* () {
        const { network, received } = yield* nodeAt((_, response) => reply(response, body))
        const error = yield* Effect.flip(ask(network))

        assert.instanceOf(error, AnswerInvalid)
        assert.deepStrictEqual([error.message, error.path], [message, path])
        assert.lengthOf(received, 1)
      }).pipe(Effect.provide(live())),
    )
  }

  it.effect("is a typed error for every call of its batch, and the next batch is unharmed", () =>
    Effect.gen(function* () {
      const { network } = yield* nodeAt((request, response, at) =>
        at === 0 ? reply(response, "<html>") : node(({ params }) => ({ result: params[0] }))(request, response, at),
      )
      const harmed = yield* three(network)
      const unharmed = yield* three(network)

      assert.isTrue(harmed.every((one) => one._tag === "Failure" && one.failure instanceof AnswerInvalid))
      assert.deepStrictEqual(
        unharmed.map((one) => one._tag === "Success" && one.success),
        [0, 1, 2],
      )
    }).pipe(Effect.provide(live())),
  )

  it.effect("is an HTTP failure when its status says so: HTTP failures throw 'HTTP status code: {status}'", () =>
    Effect.gen(function* () {
      for (const body of ["<html>not here</html>", { message: "not here" }]) {
        const { network } = yield* nodeAt((_, response) => reply(response, body, 404))
        const error = yield* Effect.flip(ask(network))

        assert.instanceOf(error, HttpStatus)
        assert.strictEqual(error.message, "HTTP status code: 404")
      }
    }).pipe(Effect.provide(live())),
  )
})

describe("an answer to a batch", () => {
  const replies = (at: number) => ({ jsonrpc: "2.0", result: `of ${at}` })

  for (const [name, answer, first] of [
    ["in any order", (ids: readonly number[]) => [2, 0, 1].map((at) => ({ ...replies(at), id: ids[at] })), "of 0"],
    [
      "with a second reply to one call, which is ignored",
      (ids: readonly number[]) => [0, 1, 2, 0].map((at, nth) => ({ ...replies(nth), id: ids[at] })),
      "of 0",
    ],
    [
      "with replies to calls that nobody made",
      (ids: readonly number[]) => [
        { ...replies(9), id: -1 },
        { ...replies(9), id: null },
        { ...replies(9), id: { toString: null } },
        ...[0, 1, 2].map((at) => ({ ...replies(at), id: ids[at] })),
      ],
      "of 0",
    ],
    [
      "with an empty error beside each result",
      (ids: readonly number[]) => [0, 1, 2].map((at) => ({ ...replies(at), id: ids[at], error: null })),
      "of 0",
    ],
    [
      "with an error for a call that the node could not read",
      (ids: readonly number[]) => [
        { jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid Request" } },
        ...[1, 2].map((at) => ({ ...replies(at), id: ids[at] })),
      ],
      undefined,
    ],
    [
      "that leaves one out",
      (ids: readonly number[]) => [1, 2].map((at) => ({ ...replies(at), id: ids[at] })),
      undefined,
    ],
    [
      "with one reply of the wrong shape",
      (ids: readonly number[]) => [{ id: ids[0], error: 7 }, ...[1, 2].map((at) => ({ ...replies(at), id: ids[at] }))],
      undefined,
    ],
  ] as const) {
    it.effect(`reaches its callers: ${name}`, () =>
      Effect.gen(function* () {
        const { network, received } = yield* nodeAt((request, response) =>
          reply(response, answer(callsOf(request).map(({ id }) => id))),
        )
        const [zeroth, ...others] = yield* three(network)

        if (first === undefined) assert.isTrue(zeroth?._tag === "Failure" && zeroth.failure instanceof AnswerInvalid)
        else assert.propertyVal(zeroth, "success", first)
        assert.deepStrictEqual(
          others.map((one) => one._tag === "Success" && one.success),
          ["of 1", "of 2"],
        )
        assert.deepStrictEqual(sizes(received), [3])
      }).pipe(Effect.provide(live())),
    )
  }

  it.effect("that is one call's error leaves the others without a reply", () =>
    Effect.gen(function* () {
      const { network, received } = yield* nodeAt((request, response) =>
        reply(response, [{ jsonrpc: "2.0", id: callsOf(request)[0]?.id, error: { code: -32600, message: "no" } }]),
      )
      const failures = yield* three(network)

      assert.deepStrictEqual(
        failures.map((one) => one._tag === "Failure" && one.failure._tag),
        ["InvalidRequestRpcError", "AnswerInvalid", "AnswerInvalid"],
      )
      assert.deepStrictEqual(sizes(received), [3])
    }).pipe(Effect.provide(live())),
  )

  it.effect("that is too large fails the caller of what is too large, and no other", () =>
    Effect.gen(function* () {
      const { network, received } = yield* nodeAt(node(({ params: [at] }) => ({ result: at === 1 ? long : at })))
      const [first, second, third] = yield* three(network)

      assert.propertyVal(first, "success", 0)
      assert.isTrue(second?._tag === "Failure" && second.failure instanceof AnswerTooLarge)
      assert.propertyVal(third, "success", 2)
      assert.deepStrictEqual(sizes(received), [3, 1, 1, 1])
    }).pipe(Effect.provide(live())),
  )

  it.effect("carries any result as it came: null, false, zero, empty, nested", () =>
    Effect.gen(function* () {
      const values = [null, false, 0, "", [], {}, { a: [1, { b: null }] }]
      const { network } = yield* nodeAt(node(({ params: [at] }) => ({ result: values[Number(at)] })))
      const answers = yield* Effect.forEach(values, (_, at) => ask(network, "any", [at]), { concurrency: "unbounded" })

      assert.deepStrictEqual(answers, values)
    }).pipe(Effect.provide(live())),
  )
})
