import * as Effect from "effect/Effect"
import { toHex } from "viem"
import { transfersOf } from "../../../../layers/chains/evm/transfers.ts"
import type { RpcCall } from "../../../../services/Rpc.ts"
import { MethodNotFoundRpcError } from "../../../../src/errors/rpc.ts"
import { mainnet } from "../../../../src/options/networks.ts"
import type { Transfer } from "../../../../src/send/model/transfer.ts"
import { assert, describe, it } from "../../../fixtures/it.ts"

const from = "0xd8da6bf26964af9d7eed9e03e53415d37aa96045"
const to = "0xab5801a7d398351b8be11c439e05c5b3259aec9b"
const token = "0x000000000000000000000000000000000000fee0"
const transfer: Transfer = {
  connectorId: "io.meta",
  network: mainnet,
  from,
  to,
  amount: 100n,
  token: { address: token, symbol: "FEE", decimals: 0 },
}
const word = (value: number) => toHex(value, { size: 32 })

type Call = readonly [status: string, returnData: string]

/** The simulated calls: the recipient's balance before, the transfer, and the balance after it. */
const balances = (before: string, after: string, moved: Call = ["0x1", word(1)]): readonly Call[] => [
  ["0x1", before],
  moved,
  ["0x1", after],
]

/** A node that simulates the three calls like this, and a transfer prepared on it. */
const prepared = (simulated: readonly Call[] | undefined, given = transfer) => {
  const asked: RpcCall[] = []
  const answers: Readonly<Record<string, unknown>> = {
    eth_getBalance: "0xde0b6b3a7640000",
    eth_call: word(1_000),
    eth_getBlockByNumber: { number: "0x1", baseFeePerGas: "0x1" },
    eth_maxPriorityFeePerGas: "0x1",
    eth_gasPrice: "0x2",
    eth_estimateGas: "0x5208",
    eth_simulateV1: simulated && [
      { calls: simulated.map(([status, returnData]) => ({ status, returnData, logs: [] })) },
    ],
  }
  const request = (call: RpcCall) => {
    asked.push(call)
    const answer = answers[call.method]
    return answer === undefined ? Effect.fail(new MethodNotFoundRpcError(call.method)) : Effect.succeed(answer)
  }
  return Effect.map(transfersOf({ request }, () => Effect.die("no wallet")).prepare(given), ({ withheld, amount }) => ({
    withheld,
    amount,
    asked,
  }))
}

describe("the fee that a token withholds from a transfer", () => {
  it.effect("is the part that does not arrive in the node's simulation", function* () {
    const { withheld, amount, asked } = yield* prepared(balances(word(5), word(102)))
    assert.deepStrictEqual({ withheld, amount }, { withheld: 3n, amount: 100n })
    const [simulation] = asked.filter(({ method }) => method === "eth_simulateV1")
    assert.nestedPropertyVal(simulation, "params[0].blockStateCalls[0].calls[1].from", from)
    assert.nestedPropertyVal(simulation, "params[0].blockStateCalls[0].calls[1].to", token)
  })

  const none: readonly (readonly [string, Parameters<typeof prepared>[0], Transfer?])[] = [
    ["all arrives", balances(word(5), word(105))],
    ["more arrives", balances(word(5), word(106))],
    ["the node cannot simulate", undefined],
    ["the node simulates something else", balances(word(5), word(5)).slice(0, 1)],
    ["the simulated transfer reverts", balances(word(5), word(5), ["0x0", "0x"])],
    ["the balance cannot be read", balances(word(5), "0x")],
    ["the balance shrinks", balances(word(500), word(5))],
    ["it goes to the sender", balances(word(5), word(5)), { ...transfer, to: from }],
  ]
  for (const [what, simulated, given] of none)
    it.effect(`is undefined if ${what}`, function* () {
      assert.strictEqual((yield* prepared(simulated, given)).withheld, 0n)
    })

  it.effect("is not requested for the native currency", function* () {
    const { withheld, asked } = yield* prepared(undefined, { ...transfer, token: { symbol: "ETH", decimals: 18 } })
    assert.strictEqual(withheld, 0n)
    assert.notInclude(
      asked.map(({ method }) => method),
      "eth_simulateV1",
    )
  })
})
