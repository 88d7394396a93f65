import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Script } from "../../layers/demo.ts"
import { mainnet } from "../../src/domain/networks.ts"
import {
  AtomicityNotSupportedError,
  InternalRpcError,
  MethodNotFoundRpcError,
  type RpcFailure,
} from "../../src/domain/rpcErrors.ts"
import { approval, readApproval } from "../../src/domain/swap.ts"
import { connect } from "../../src/flows/connect.ts"
import { quoteSwap, swap } from "../../src/flows/swap.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, createWorld, visit, walletOf, withWallet } from "./modal.ts"

const watched = (script: Script = {}) => {
  const before = createWorld(script)
  const wallet = walletOf(before, cinderbox)
  const asked: { readonly method: string; readonly params?: unknown }[] = []
  const instead = new Map<string, () => Effect.Effect<unknown, RpcFailure>>()
  const world = withWallet(before, cinderbox, () => ({
    request: (input) => {
      asked.push(input)
      return instead.get(input.method)?.() ?? wallet.request(input)
    },
  }))
  const paramsOf = (method: string) => asked.filter((one) => one.method === method).map(({ params }) => params)
  return { world, paramsOf, instead }
}
const on = { options: { networks: [mainnet] } }
const quoted = Effect.andThen(
  settled(connect({ wallet: cinderbox })),
  settled(quoteSwap({ fromToken: "USDC", toToken: "HRB", amount: "5" })),
)
interface Sent {
  readonly version: string
  readonly atomicRequired: boolean
  readonly chainId: string
  readonly calls: readonly { readonly to: string; readonly data: string; readonly value: string }[]
}

describe("a wallet that carries out several calls together", () => {
  it.effect("is asked once for approval and swap, and answers once the chain has carried out both", () => {
    const { world, paramsOf } = watched()
    const run = Effect.gen(function* () {
      const quote = yield* quoted
      assert.isTrue(quote.needsApproval)
      const { hash, approvals } = yield* settled(swap({ quote }))

      const [[sent]] = paramsOf("wallet_sendCalls") as [[Sent]]
      assert.lengthOf(paramsOf("wallet_sendCalls"), 1)
      assert.isEmpty(paramsOf("eth_sendTransaction"))
      assert.deepInclude(sent, { atomicRequired: true, chainId: "0x1", version: "2.0.0" })
      const [first, second] = sent.calls
      // What is signed is what was shown: just the amount, for the exchange that swaps.
      assert.deepStrictEqual(readApproval(first?.data ?? ""), { spender: second?.to, units: 5_000_000n })
      assert.strictEqual(first?.data, approval(second?.to ?? "", 5_000_000n))
      assert.strictEqual(first?.to, quote.from.address.split(":")[2]?.toLowerCase())
      assert.deepStrictEqual([first?.value, second?.value], ["0x0", "0x0"])
      assert.isEmpty(approvals)
      const moved = world.ledger.moved.map(({ id }) => `0x${id}`)
      assert.lengthOf(moved, 2)
      assert.strictEqual(hash, moved[1])
    })
    return visit(world, run, on)
  })

  it.effect("asked twice at a time is asked once", () => {
    const { world, paramsOf } = watched({ wallets: { [cinderbox]: { delay: 3_000 } } })
    const run = Effect.gen(function* () {
      const quote = yield* quoted
      const first = yield* Effect.forkChild(swap({ quote }))
      yield* settled(swap({ quote }))
      yield* settled(Fiber.join(first))
      assert.lengthOf(paramsOf("wallet_sendCalls"), 1)
      assert.lengthOf(world.ledger.moved, 2)
    })
    return visit(world, run, on)
  })

  for (const [what, error] of [
    ["does not know how", new MethodNotFoundRpcError("no")],
    ["may not here", new AtomicityNotSupportedError("no")],
  ] as const)
    it.effect(`that says it can and ${what} is asked one by one, once: nothing is sent twice`, () => {
      const { world, paramsOf, instead } = watched()
      const run = Effect.gen(function* () {
        const quote = yield* quoted
        instead.set("wallet_sendCalls", () => Effect.fail(error))
        const { hash, approvals } = yield* settled(swap({ quote }))
        assert.lengthOf(paramsOf("wallet_sendCalls"), 1)
        assert.lengthOf(paramsOf("eth_sendTransaction"), 2)
        assert.deepStrictEqual(
          world.ledger.moved.map(({ id }) => `0x${id}`),
          [...approvals, hash],
        )
      })
      return visit(world, run, on)
    })

  const ends: readonly (readonly [
    what: string,
    method: string,
    said: Effect.Effect<unknown, RpcFailure>,
    tag: string,
  ])[] = [
    [
      "a failure that may have sent them",
      "wallet_sendCalls",
      Effect.fail(new InternalRpcError("no")),
      "SwapTransactionFailed",
    ],
    ["an answer that names no bundle", "wallet_sendCalls", Effect.succeed({}), "SwapTransactionFailed"],
    [
      "calls that were never carried out (400)",
      "wallet_getCallsStatus",
      Effect.succeed({ status: 400 }),
      "SwapTransactionFailed",
    ],
    [
      "calls that were taken back (500)",
      "wallet_getCallsStatus",
      Effect.succeed({ status: 500 }),
      "SwapTransactionFailed",
    ],
    [
      "calls that were carried out in part (600)",
      "wallet_getCallsStatus",
      Effect.succeed({ status: 600 }),
      "SwapTransactionFailed",
    ],
    ["a status that stays pending (100)", "wallet_getCallsStatus", Effect.succeed({ status: 100 }), "SwapUnsettled"],
    [
      "calls that were carried out, nobody says by which transaction",
      "wallet_getCallsStatus",
      Effect.succeed({ status: 200 }),
      "SwapUnsettled",
    ],
    ["a status that nobody tells", "wallet_getCallsStatus", Effect.fail(new InternalRpcError("no")), "SwapUnsettled"],
  ]
  for (const [what, method, said, tag] of ends)
    it.effect(`is not asked again after ${what}`, () => {
      const { world, paramsOf, instead } = watched()
      const run = Effect.gen(function* () {
        const quote = yield* quoted
        instead.set(method, () => said)
        const error = yield* Effect.flip(settled(swap({ quote })))
        assert.strictEqual(error._tag, tag)
        assert.lengthOf(paramsOf("wallet_sendCalls"), 1)
        assert.isEmpty(paramsOf("eth_sendTransaction"))
      })
      return visit(world, run, on)
    })

  it.effect("whose holder says no has sent nothing", () => {
    const { world, paramsOf } = watched({ wallets: { [cinderbox]: { send: "reject" } } })
    const run = Effect.gen(function* () {
      const error = yield* Effect.flip(settled(swap({ quote: yield* quoted })))
      assert.strictEqual(error._tag, "SwapTransactionFailed")
      assert.isEmpty(paramsOf("eth_sendTransaction"))
      assert.isEmpty(world.ledger.moved)
    })
    return visit(world, run, on)
  })
})
