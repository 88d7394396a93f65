import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Rpc } from "../../services/Rpc.ts"
import type { Network } from "../../src/domain/networks.ts"

/** A leaf of `Rpc` and an EVM network that it answers for. */
export interface RpcLeaf {
  readonly network: Network
  readonly leaf: Layer.Layer<Rpc>
}

/** What every leaf of `Rpc` must do. It answers `eth_chainId`, `eth_blockNumber` and `eth_getBalance`, and knows no `portico_nothing`. */
export const rpcContract = (name: string, make: () => RpcLeaf) =>
  describe(`Rpc, ${name}`, () => {
    it.effect("gives a node's result", () =>
      asked(make, ({ request, network }) =>
        Effect.gen(function* () {
          assert.strictEqual(yield* request("eth_chainId", []), `0x${Number(network.id).toString(16)}`)
        }),
      ),
    )

    it.effect("gives quantities as nodes write them", () =>
      asked(make, ({ request }) =>
        Effect.gen(function* () {
          assert.match(String(yield* request("eth_blockNumber", [])), quantity)
          assert.match(String(yield* request("eth_getBalance", [`0x${"0".repeat(40)}`, "latest"])), quantity)
        }),
      ),
    )

    it.effect("fails with the error's name when a method does not exist", () =>
      asked(make, ({ request }) =>
        Effect.gen(function* () {
          const error = yield* Effect.flip(request("portico_nothing", []))

          assert.strictEqual(error._tag, "MethodNotFoundRpcError")
          assert.propertyVal(error, "code", -32601)
        }),
      ),
    )

    it.effect("gives each of many calls its own answer, and one that fails harms no other", () =>
      asked(make, ({ request, network }) =>
        Effect.gen(function* () {
          const methods = Array.from({ length: 30 }, (_, at) => (at % 3 === 1 ? "portico_nothing" : "eth_chainId"))
          const answers = yield* Effect.forEach(methods, (method) => Effect.result(request(method, [])), {
            concurrency: "unbounded",
          })

          const chainId = `0x${Number(network.id).toString(16)}`
          assert.deepStrictEqual(
            answers.map((answer) => (answer._tag === "Success" ? answer.success : answer.failure._tag)),
            methods.map((method) => (method === "eth_chainId" ? chainId : "MethodNotFoundRpcError")),
          )
        }),
      ),
    )
  })

const quantity = /^0x(0|[1-9a-f][0-9a-f]*)$/

interface Asking {
  readonly network: Network
  readonly request: (method: string, params: readonly unknown[]) => ReturnType<Rpc["Service"]["request"]>
}

const asked = <E>(make: () => RpcLeaf, body: (asking: Asking) => Effect.Effect<void, E>) =>
  Effect.suspend(() => {
    const { network, leaf } = make()
    return Effect.provide(
      Effect.flatMap(Rpc, (rpc) =>
        body({ network, request: (method, params) => rpc.request({ network, method, params }) }),
      ),
      leaf,
    )
  })
