import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { createClient, encodeErrorResult, erc20Abi, parseAbi } from "viem"
import { getBalance, getBlockNumber, readContract } from "viem/actions"
import { failureOf, transportOf } from "../../layers/rpc/viem.ts"
import type { Rpc } from "../../services/Rpc.ts"
import { UnknownFailure } from "../../src/domain/errors.ts"
import { ask, live, nodeAt, scripted, sizes } from "./nodes.ts"
import { type Handler, node } from "./server.ts"
import { pass } from "./time.ts"

const address = "0x00000000000000000000000000000000000000aa"

/** A viem client on our service, whose node answers by `handle`. */
const clientAt = (handle: Handler) =>
  Effect.gen(function* () {
    const { network, received } = yield* nodeAt(handle)
    const run = Effect.runPromiseWith(yield* Effect.context<Rpc>())
    const transport = transportOf(network, (method, params) => run(ask(network, method, params)))
    return { client: createClient({ transport }), received }
  })

describe("viem on our service", () => {
  it.effect("reads, and its calls of one tick are one request", () =>
    Effect.gen(function* () {
      const { client, received } = yield* clientAt(
        node(({ method }) => ({ result: method === "eth_blockNumber" ? "0x10" : "0x2a" })),
      )
      const answers = yield* Effect.promise(() =>
        Promise.all([
          getBlockNumber(client),
          getBalance(client, { address }),
          getBalance(client, { address: `0x${"1".repeat(40)}` }),
        ]),
      )

      assert.deepStrictEqual(answers, [16n, 42n, 42n])
      assert.deepStrictEqual(sizes(received), [3])
    }).pipe(Effect.provide(live())),
  )

  it.effect("leaves trying again to us", () =>
    Effect.gen(function* () {
      const { at, network, through } = yield* scripted(() => new Response("", { status: 503 }))
      const run = Effect.runPromiseWith(yield* Effect.context<Rpc>())
      const transport = transportOf(network, (method, params) => run(through(ask(network, method, params))))
      const client = createClient({ transport })
      const fiber = yield* Effect.forkChild(
        Effect.promise(() => getBalance(client, { address }).catch((error: unknown) => failureOf(error))),
      )
      yield* pass(20_000)

      assert.propertyVal(yield* Fiber.join(fiber), "message", "HTTP status code: 503")
      assert.deepStrictEqual(at, [0, 150, 450, 1_050])
    }).pipe(Effect.provide(live())),
  )

  it.effect("understands why a contract reverted", () =>
    Effect.gen(function* () {
      const abi = [...erc20Abi, ...parseAbi(["error Paused(uint256 until)"])]
      const data = encodeErrorResult({ abi, errorName: "Paused", args: [7n] })
      const { client } = yield* clientAt(node(() => ({ error: { code: 3, message: "execution reverted", data } })))
      const error = yield* Effect.promise(() =>
        readContract(client, { abi, address, functionName: "totalSupply" }).catch((thrown: unknown) => thrown),
      )

      assert.include(String(error), "Paused(uint256 until)")
      assert.include(String(error), "(7)")
      assert.propertyVal(failureOf(error), "code", 3)
    }).pipe(Effect.provide(live())),
  )

  it("finds no failure of ours in what is not ours", () => {
    const thrown = new Error("something else")

    assert.instanceOf(failureOf(thrown), UnknownFailure)
    assert.strictEqual(failureOf(thrown).cause, thrown)
    assert.instanceOf(failureOf("a text"), UnknownFailure)
  })
})
