import { Effect } from "effect"
import { http } from "../../../layers/shared/limits.ts"
import { AnswerInvalid } from "../../../src/errors/index.ts"
import type { Network } from "../../../src/options/networks.ts"
import { assert, describe, itWith } from "../../fixtures/it.ts"
import { callsOf, node, reply } from "../../fixtures/server.ts"
import { within } from "../../fixtures/time.ts"
import { ask, live, nodeAt, scripted, sizes } from "../chains/nodes.ts"

const it = itWith(live())

/** The result, or the error's tag, of each of three calls in one batch, 0 to 2. */
const three = (network: Network) =>
  Effect.forEach(
    [0, 1, 2],
    (at) => Effect.catch(ask(network, "eth_call", [at]), ({ _tag }): Effect.Effect<unknown> => Effect.succeed(_tag)),
    { concurrency: "unbounded" },
  )

describe("named errors", () => {
  const named: readonly (readonly [title: string, code: number, tag: string])[] = [
    ["Named JSON-RPC error: parse error", -32700, "ParseRpcError"],
    ["Named JSON-RPC error: invalid request", -32600, "InvalidRequestRpcError"],
    ["Named JSON-RPC error: method not found", -32601, "MethodNotFoundRpcError"],
    ["Named JSON-RPC error: invalid params", -32602, "InvalidParamsRpcError"],
    ["Named JSON-RPC error: internal", -32603, "InternalRpcError"],
    ["Named JSON-RPC error: limit exceeded", -32005, "LimitExceededRpcError"],
    ["Named JSON-RPC error: user rejected", 4001, "UserRejectedRequestError"],
    ["Named JSON-RPC error: unauthorized", 4100, "UnauthorizedProviderError"],
    ["Named JSON-RPC error: provider disconnected", 4900, "ProviderDisconnectedError"],
    ["Named JSON-RPC error: chain disconnected", 4901, "ChainDisconnectedError"],
    ["Standard JSON-RPC error codes map to named errors: transaction rejected", -32003, "TransactionRejectedRpcError"],
    ["a code without a name is the unknown one", 3, "UnknownRpcError"],
  ]
  it.effect.each(named)("%s", function* ([, code, tag]) {
    const said = { code, message: "the node's words", data: "0x08" }
    const { read } = yield* scripted(() => ({ error: said }))
    const error = yield* within(1_050, Effect.flip(read()))

    assert.deepStrictEqual([error._tag, error.message, error.cause], [tag, said.message, said])
    assert.propertyVal(error, "code", code)
  })

  it.effect("one call's error fails its caller only", function* () {
    const error = { code: -32601, message: "no such method" }
    const { network, received } = yield* nodeAt(node(({ params: [at] }) => (at === 1 ? { error } : { result: at })))

    assert.deepStrictEqual(yield* three(network), [0, "MethodNotFoundRpcError", 2])
    assert.deepStrictEqual(sizes(received), [3])
  })

  it.effect.each([
    [-32700, "ParseRpcError"],
    [-32000, "InvalidInputRpcError"],
  ] as const)("%i fails every call if it names none and is the only reply", function* ([code, tag]) {
    const { network, received } = yield* nodeAt((_, response) =>
      reply(response, { jsonrpc: "2.0", id: null, error: { code, message: "no" } }),
    )

    assert.deepStrictEqual(yield* three(network), [tag, tag, tag])
    assert.strictEqual((yield* Effect.flip(ask(network)))._tag, tag)
    assert.deepStrictEqual(sizes(received), [3, 1])
  })

  it.effect("is retried if it concerns every call and a retry may help", function* () {
    const { at, network, through } = yield* scripted(() =>
      Response.json({ jsonrpc: "2.0", error: { code: -32005, message: "slow down" } }),
    )
    const failures = yield* within(1_050, through(three(network)))

    assert.deepStrictEqual(failures, ["LimitExceededRpcError", "LimitExceededRpcError", "LimitExceededRpcError"])
    assert.deepStrictEqual(at, [0, 150, 450, 1_050])
  })

  it.effect("is also read from the body of a failed request", function* () {
    const { network } = yield* nodeAt((request, response) =>
      reply(response, { jsonrpc: "2.0", id: callsOf(request)[0]?.id, error: { code: -32602, message: "no" } }, 400),
    )

    assert.strictEqual((yield* Effect.flip(ask(network)))._tag, "InvalidParamsRpcError")
  })
})

describe("an invalid response", () => {
  const whole = (members: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, ...members })
  const bodies: readonly (readonly [name: string, body: string, message: string, path?: string])[] = [
    ["a page", "<!doctype html><title>Sign in</title>", "Expected JSON, received text"],
    ["nothing", "", "Expected JSON, received text"],
    ["cut short", '{"jsonrpc":"2.0","id":1,"result":"0x', "Expected JSON, received text"],
    ["nested too deeply", "[".repeat(200_000), "Expected JSON, received text"],
    ["null", "null", "Expected object, received null"],
    ["a number", "7", "Expected object, received number"],
    ["a text", '"0x1"', "Expected object, received string"],
    ["an empty object", "{}", "Required"],
    ["an empty array", "[]", "Required"],
    ["an array of junk", '[null,7,"0x1",[],{}]', "Required"],
    ["for another call", whole({ id: 99, result: "0x1" }), "Required"],
    ["for a call of another type", whole({ id: "1", result: "0x1" }), "Required"],
    ["without a result", whole({}), "Required", "result"],
    ["an error that is a string", whole({ error: "no" }), "Expected object, received string", "error"],
    ["an error that is a list", whole({ error: [] }), "Expected object, received array", "error"],
    ["an error without a code", whole({ error: {} }), "Required", "error.code"],
    ["a code that is a string", whole({ error: { code: "3" } }), "Expected integer, received string", "error.code"],
    ["a code with a fraction", whole({ error: { code: 1.5 } }), "Expected integer, received number", "error.code"],
    ["of another version", whole({ jsonrpc: "1.0", result: 1 }), "Expected '2.0', received '1.0'", "jsonrpc"],
  ]
  it.effect.each(bodies)("is a typed error: %s", function* ([, body, message, path = ""]) {
    const { network, received } = yield* nodeAt((_, response) => reply(response, body))
    const error = yield* Effect.flip(ask(network))

    assert.instanceOf(error, AnswerInvalid)
    assert.deepStrictEqual([error.message, error.path], [message, path])
    assert.strictEqual(error.cause instanceof Error, message === "Expected JSON, received text")
    assert.lengthOf(received, 1)
  })

  it.effect("is a typed error for every call of its batch, and the next batch works", function* () {
    const { network } = yield* nodeAt((request, response, at) =>
      at === 0 ? reply(response, "<html>") : node(({ params }) => ({ result: params[0] }))(request, response, at),
    )

    assert.deepStrictEqual(yield* three(network), ["AnswerInvalid", "AnswerInvalid", "AnswerInvalid"])
    assert.deepStrictEqual(yield* three(network), [0, 1, 2])
  })

  it.effect("is an HTTP failure if its status is one: HTTP failures throw 'HTTP status code: {status}'", function* () {
    for (const body of ["<html>not here</html>", { message: "not here" }]) {
      const { network } = yield* nodeAt((_, response) => reply(response, body, 404))
      const error = yield* Effect.flip(ask(network))

      assert.deepInclude(error, { _tag: "HttpStatus", message: "HTTP status code: 404" })
    }
  })
})

describe("a response to a batch", () => {
  type Reply = Readonly<Record<string, unknown>>
  const right = ["of 0", "of 1", "of 2"]
  const late = ["AnswerInvalid", "of 1", "of 2"]
  const unread = { jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid Request" } }
  const stray = [-1, null, { toString: null }].map((id) => ({ jsonrpc: "2.0", id, result: "of 9" }))

  /** Changes to the correct replies to the three calls, and what their callers then get. */
  const made: readonly (readonly [
    name: string,
    make: (replies: readonly Reply[]) => readonly unknown[],
    got: readonly string[],
  ])[] = [
    ["in any order", ([a, b, c]) => [c, a, b], right],
    ["with a second reply to one call, which is ignored", ([a, b, c]) => [a, b, c, { ...a, result: "of 3" }], right],
    ["with replies to unknown calls", (replies) => [...stray, ...replies], right],
    ["with an empty error beside each result", (replies) => replies.map((one) => ({ ...one, error: null })), right],
    ["with an error for a call that the node could not read", ([, b, c]) => [unread, b, c], late],
    ["that leaves one out", ([, b, c]) => [b, c], late],
    ["with one reply of the wrong shape", ([a, b, c]) => [{ id: a?.id, error: 7 }, b, c], late],
    [
      "that is one call's error",
      ([a]) => [{ ...unread, id: a?.id }],
      ["InvalidRequestRpcError", "AnswerInvalid", "AnswerInvalid"],
    ],
  ]
  it.effect.each(made)("reaches its callers: %s", function* ([, make, got]) {
    const { network, received } = yield* nodeAt((request, response) =>
      reply(response, make(callsOf(request).map(({ id }, at) => ({ jsonrpc: "2.0", id, result: `of ${at}` })))),
    )

    assert.deepStrictEqual(yield* three(network), [...got])
    assert.deepStrictEqual(sizes(received), [3])
  })

  it.effect("fails only the caller whose result is too large", function* () {
    const long = "a".repeat(http.responseBytes + 1)
    const { network, received } = yield* nodeAt(node(({ params: [at] }) => ({ result: at === 1 ? long : at })))

    assert.deepStrictEqual(yield* three(network), [0, "AnswerTooLarge", 2])
    assert.deepStrictEqual(sizes(received), [3, 1, 1, 1])
  })

  it.effect("returns any result unchanged: null, false, zero, empty, nested", function* () {
    const values = [null, false, 0, "", [], {}, { a: [1, { b: null }] }]
    const { network } = yield* nodeAt(node(({ params: [at] }) => ({ result: values[Number(at)] })))
    const answers = yield* Effect.forEach(values, (_, at) => ask(network, "any", [at]), { concurrency: "unbounded" })

    assert.deepStrictEqual(answers, values)
  })
})
