import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Rpc } from "../../services/Rpc.ts"
import type { Network } from "../../src/options/networks.ts"
import { fails } from "../fixtures/fails.ts"
import { assert, describe } from "../fixtures/it.ts"
import { contract } from "./contract.ts"

/** A layer of `Rpc`, and an EVM network it serves. */
export interface RpcCase {
  readonly network: Network
  readonly layer: Layer.Layer<Rpc>
}

const quantity = /^0x(0|[1-9a-f][0-9a-f]*)$/

/** Contract of every layer of `Rpc`. It serves `eth_chainId`, `eth_blockNumber` and `eth_getBalance`, but not `portico_nothing`. */
export const rpcContract = (name: string, make: () => RpcCase) =>
  describe(`Rpc, ${name}`, () => {
    const test = contract(Effect.sync(make), ({ network }) =>
      Effect.map(Rpc, (rpc) => {
        const request = (method: string, params: readonly unknown[] = []) => rpc.request({ network, method, params })
        return [request, `0x${Number(network.id).toString(16)}`] as const
      }),
    )

    test("returns a node's result", function* (request, chainId) {
      assert.strictEqual(yield* request("eth_chainId"), chainId)
    })

    test("returns quantities in the encoding of nodes", function* (request) {
      assert.match(String(yield* request("eth_blockNumber")), quantity)
      assert.match(String(yield* request("eth_getBalance", [`0x${"0".repeat(40)}`, "latest"])), quantity)
    })

    test("fails with the error's name if a method does not exist", function* (request) {
      yield* fails(request("portico_nothing"), { _tag: "MethodNotFoundRpcError", code: -32601 })
    })

    test("returns each of many results; a failure affects no other", function* (request, chainId) {
      const methods = Array.from({ length: 30 }, (_, at) => (at % 3 === 1 ? "portico_nothing" : "eth_chainId"))
      const results = yield* Effect.forEach(methods, (method) => Effect.result(request(method)), {
        concurrency: "unbounded",
      })

      assert.deepStrictEqual(
        results.map((result) => (result._tag === "Success" ? result.success : result.failure._tag)),
        methods.map((method) => (method === "eth_chainId" ? chainId : "MethodNotFoundRpcError")),
      )
    })
  })
