import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import type { Script } from "../../layers/demo.ts"
import { mainnet } from "../../src/domain/networks.ts"
import {
  AtomicityNotSupportedError,
  InternalRpcError,
  InvalidParamsRpcError,
  MethodNotFoundRpcError,
  type RpcFailure,
} from "../../src/domain/rpcErrors.ts"
import { asTransaction, type SentTransfer } from "../../src/domain/send.ts"
import { approval, readApproval } from "../../src/domain/swap.ts"
import { connect } from "../../src/flows/connect.ts"
import { tellOutcomes } from "../../src/flows/sends.ts"
import { quoteSwap, swap } from "../../src/flows/swap.ts"
import { use } from "../../src/modal.ts"
import { sends } from "../../src/state/sends.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, createWorld, rest, shelf, visit, walletOf, withWallet } from "./modal.ts"

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
const mined = `0x${"ab".repeat(32)}`
const sentences = {
  confirmed: "{amount} to {to}",
  failed: "{amount} failed",
  replaced: "",
  different: "Not the {amount}",
}
const told = { sent: sentences, swapped: sentences }
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
    ["an answer that names no bundle", "wallet_sendCalls", Effect.succeed({}), "SendUnclear"],
    [
      "parameters that it finds invalid, maybe those of a step of its own",
      "wallet_sendCalls",
      Effect.fail(new InvalidParamsRpcError("no")),
      "SendUnclear",
    ],
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

  it.effect("that finds its parameters invalid is asked one by one once the visitor has been asked anew", () => {
    const { world, paramsOf, instead } = watched()
    const run = Effect.gen(function* () {
      const quote = yield* quoted
      instead.set("wallet_sendCalls", () => Effect.fail(new InvalidParamsRpcError("no")))
      yield* Effect.flip(settled(swap({ quote })))
      assert.isEmpty(paramsOf("eth_sendTransaction"))
      const { approvals } = yield* settled(swap({ quote }))
      assert.lengthOf(approvals, 1)
      assert.lengthOf(paramsOf("wallet_sendCalls"), 1)
      assert.lengthOf(world.ledger.moved, 2)
    })
    return visit(world, run, on)
  })

  it.effect("that does not say by which transaction it carried them out has carried them out", () => {
    const { world, instead } = watched()
    const run = Effect.gen(function* () {
      const quote = yield* quoted
      instead.set("wallet_getCallsStatus", () => Effect.succeed({ status: 200 }))
      const { hash } = yield* settled(swap({ quote }))
      const { sent } = yield* use(sends)
      assert.deepInclude(sent.peek()[0], { id: hash, bundle: true, status: "confirmed" })
      assert.isUndefined(asTransaction(sent.peek()[0] as SentTransfer).metadata.hash)
    })
    return visit(world, run, on)
  })

  for (const [status, outcome, sentence] of [
    [200, "confirmed", "5 USDC to"],
    [400, "failed", "5 USDC failed"],
    [600, "different", "Not the 5 USDC"],
  ] as const)
    it.effect(
      `is asked after a reload what became of calls that were pending; the visitor is told of ${status}`,
      () => {
        const storage = shelf()
        const { world, paramsOf, instead } = watched()
        const given = { ...on, leaves: { storage: storage.leaf } }
        const first = Effect.gen(function* () {
          const quote = yield* quoted
          instead.set("wallet_getCallsStatus", () => Effect.succeed({ status: 100 }))
          yield* Effect.forkChild(swap({ quote }))
          yield* settled(Effect.sleep("10 seconds"))
        })
        const second = Effect.gen(function* () {
          const { sent, untold } = yield* use(sends)
          assert.deepInclude(sent.peek()[0], { bundle: true, status: "pending", connectorId: cinderbox })
          assert.isUndefined(asTransaction(sent.peek()[0] as SentTransfer).metadata.hash)
          instead.set("wallet_getCallsStatus", () => Effect.succeed({ status, receipts: [{ transactionHash: mined }] }))
          yield* TestClock.adjust("10 seconds")
          yield* rest
          assert.deepInclude(sent.peek()[0], { status: outcome, ...(status === 200 && { hash: mined }) })
          assert.lengthOf(untold.peek(), 1)
          yield* settled(tellOutcomes(told))
          assert.include((yield* use(snack)).shown.peek().message, sentence)
          assert.lengthOf(paramsOf("wallet_sendCalls"), 1)
        })
        return Effect.gen(function* () {
          yield* visit(world, first, given)
          yield* visit(world, second, given)
          assert.isNull(storage.json("sent_transfers"))
        })
      },
    )

  for (const [what, script] of [
    ["whose calls", {}],
    ["whose one swap, after its approval,", { wallets: { [cinderbox]: { able: [] } } }],
  ] as const)
    it.effect(`${what} nobody waits for any more is asked on, and the visitor is told`, () => {
      const { world, instead } = watched(script)
      const run = Effect.gen(function* () {
        const { sent, untold } = yield* use(sends)
        const quote = yield* quoted
        instead.set("wallet_getCallsStatus", () => Effect.succeed({ status: 100 }))
        const going = yield* Effect.forkChild(swap({ quote }))
        for (let second = 0; second < 60 && sent.peek().length === 0; second++) yield* settled(Effect.sleep("1 second"))
        assert.strictEqual(sent.peek()[0]?.status, "pending")
        yield* Fiber.interrupt(going)
        instead.delete("wallet_getCallsStatus")
        yield* TestClock.adjust("1 minute")
        yield* rest
        assert.strictEqual(sent.peek()[0]?.status, "confirmed")
        assert.lengthOf(untold.peek(), 1)
      })
      return visit(world, run, on)
    })

  it.effect("whose calls are pending for longer than is waited for is asked on, and the visitor is told", () => {
    const { world, instead } = watched()
    const run = Effect.gen(function* () {
      const quote = yield* quoted
      instead.set("wallet_getCallsStatus", () => Effect.succeed({ status: 100 }))
      assert.strictEqual((yield* Effect.flip(settled(swap({ quote }))))._tag, "SwapUnsettled")
      const { sent, untold } = yield* use(sends)
      assert.deepInclude(sent.peek()[0], { bundle: true, status: "pending" })
      instead.delete("wallet_getCallsStatus")
      yield* TestClock.adjust("10 seconds")
      yield* rest
      assert.strictEqual(sent.peek()[0]?.status, "confirmed")
      assert.lengthOf(untold.peek(), 1)
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
