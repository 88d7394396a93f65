import { Effect } from "effect"
import { createClient, encodeErrorResult, erc20Abi, parseAbi } from "viem"
import { getBalance, getBlockNumber, readContract } from "viem/actions"
import { transportOf } from "../../../layers/rpc/viem.ts"
import type { Rpc } from "../../../services/Rpc.ts"
import type { Network } from "../../../src/options/networks.ts"
import { assert, describe, itWith } from "../../fixtures/it.ts"
import { callsOf, node } from "../../fixtures/server.ts"
import { within } from "../../fixtures/time.ts"
import { ask, live, nodeAt, scripted, sizes } from "../chains/nodes.ts"

const address = "0x00000000000000000000000000000000000000aa"
const it = itWith(live())

/** A viem client of a network, on Portico's RPC service. */
const clientOf = Effect.fnUntraced(function* (network: Network, read: typeof ask = ask) {
  const run = Effect.runPromiseWith(yield* Effect.context<Rpc>())
  return createClient({ transport: transportOf(network, (method, params) => run(read(network, method, params))) })
})

describe("viem on the RPC service", () => {
  it.effect("reads, and sends the calls of one tick in one request", function* () {
    const { network, received } = yield* nodeAt(
      node(({ method }) => ({ result: method === "eth_blockNumber" ? "0x10" : "0x2a" })),
    )
    const client = yield* clientOf(network)
    const balances = [address, `0x${"1".repeat(40)}`] as const
    const answers = yield* Effect.promise(() =>
      Promise.all([getBlockNumber(client), ...balances.map((one) => getBalance(client, { address: one }))]),
    )

    assert.deepStrictEqual(answers, [16n, 42n, 42n])
    assert.deepStrictEqual(sizes(received), [3])
    assert.deepStrictEqual(received.flatMap(callsOf)[0]?.params, [])
  })

  it.effect("leaves retries to the service", function* () {
    const { at, network, read } = yield* scripted(() => 503)
    const client = yield* clientOf(network, (_, method, params) => read(method, params))
    const error = yield* within(
      20_000,
      Effect.promise(() => getBalance(client, { address }).catch((thrown: unknown) => thrown)),
    )

    assert.include(String(error), "HTTP status code: 503")
    assert.deepStrictEqual(at, [0, 150, 450, 1_050])
  })

  it.effect("decodes why a contract reverted", function* () {
    const abi = [...erc20Abi, ...parseAbi(["error Paused(uint256 until)"])]
    const data = encodeErrorResult({ abi, errorName: "Paused", args: [7n] })
    const { network } = yield* nodeAt(node(() => ({ error: { code: 3, message: "execution reverted", data } })))
    const client = yield* clientOf(network)
    const error = yield* Effect.promise(() =>
      readContract(client, { abi, address, functionName: "totalSupply" }).catch((thrown: unknown) => thrown),
    )

    assert.include(String(error), "Paused(uint256 until)")
    assert.include(String(error), "(7)")
  })
})
