import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { createWorld } from "../../layers/demo.ts"
import {
  AtomicityNotSupportedError,
  InternalRpcError,
  InvalidParamsRpcError,
  MethodNotFoundRpcError,
} from "../../src/errors/rpc.ts"
import { mainnet } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { asTransaction, type SentTransfer } from "../../src/send/model/transfer.ts"
import { transfers } from "../../src/send/state/transfers.ts"
import { reportOutcomes } from "../../src/send/steps/outcomes.ts"
import { approval, readApproval } from "../../src/swap/model/approval.ts"
import type { SwapQuote } from "../../src/swap/model/quote.ts"
import { quoteSwap, swap } from "../../src/swap/operations.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, shelf } from "../fixtures/modal.ts"
import { type RecordedScene, recording, whenRecorded } from "../fixtures/scenes/recorded.ts"
import { lastSent, type Setup, type Steps, testing, whenConnected, whenStarted } from "../fixtures/scenes.ts"
import { ended } from "../fixtures/time.ts"
import { begun, fails, pass, shownSnack } from "../fixtures/visits.ts"

const hash = `0x${"ab".repeat(32)}`
interface Moved {
  readonly amount: string
  readonly to: string
}
const sentences = {
  confirmed: ({ amount, to }: Moved) => `${amount} to ${to}`,
  failed: ({ amount }: Moved) => `${amount} failed`,
  replaced: String,
  different: ({ amount }: Moved) => `Not the ${amount}`,
}
const outcomes = { sent: sentences, swapped: sentences }
const options = { networks: [mainnet] }
const quoted = settled(quoteSwap({ fromToken: "USDC", toToken: "HRB", amount: "5" }))
interface Bundle {
  readonly version: string
  readonly atomicRequired: boolean
  readonly chainId: string
  readonly calls: readonly { readonly to: string; readonly data: string; readonly value: string }[]
}

/** A connected wallet that bundles calls, and a quote for 5 USDC that needs an approval. */
const whenQuoted = (setup: Setup, steps: Steps<RecordedScene & { readonly quote: SwapQuote }>) =>
  whenRecorded({ ...setup, options }, function* (scene) {
    const quote = yield* quoted
    yield* Effect.gen(() => steps({ ...scene, quote }))
  })

/** The wallet's response about a bundle. */
const status = (status: number, more = {}) => Effect.succeed({ status, ...more })
const pending = status(100)

const test = testing(whenQuoted)

describe("swap with a wallet that bundles calls", () => {
  test("prompts once for approval and swap, and returns once the chain confirmed both", function* ({
    world,
    asked,
    quote,
  }) {
    assert.isTrue(quote.needsApproval)
    const { hash, approvals } = yield* settled(swap({ quote }))

    const bundles = asked<Bundle>("wallet_sendCalls")
    assert.lengthOf(bundles, 1)
    assert.isEmpty(asked("eth_sendTransaction"))
    assert.deepInclude(bundles[0], { atomicRequired: true, chainId: "0x1", version: "2.0.0" })
    const [first, second] = bundles[0]?.calls ?? []
    // The visitor signs what was shown: only the exact amount, for the exchange that swaps.
    assert.deepStrictEqual(readApproval(first?.data ?? ""), { spender: second?.to, units: 5_000_000n })
    assert.strictEqual(first?.data, approval(second?.to ?? "", 5_000_000n))
    assert.strictEqual(first?.to, quote.from.address.split(":")[2]?.toLowerCase())
    assert.deepStrictEqual([first?.value, second?.value], ["0x0", "0x0"])
    assert.isEmpty(approvals)
    const moved = world.ledger.moved.map(({ id }) => `0x${id}`)
    assert.lengthOf(moved, 2)
    assert.strictEqual(hash, moved[1])
    assert.deepInclude(yield* lastSent, { bundle: true, status: "confirmed", hash })
  })

  test("prompts once for two concurrent calls", { script: { wallets: { [cinderbox]: { delay: 3_000 } } } }, function* ({
    world,
    asked,
    quote,
  }) {
    yield* settled(Effect.all([swap({ quote }), swap({ quote })], { concurrency: 2 }))
    assert.lengthOf(asked("wallet_sendCalls"), 1)
    assert.lengthOf(world.ledger.moved, 2)
  })

  test("prompts for each of two different concurrent swaps", function* ({ asked, instead, quote }) {
    const other = yield* settled(quoteSwap({ fromToken: "USDC", toToken: "HRB", amount: "7" }))
    instead.set("wallet_sendCalls", Effect.delay(Effect.succeed({ id: "0x0b" }), "3 seconds"))
    instead.set("wallet_getCallsStatus", status(200))
    yield* settled(Effect.all([swap({ quote }), swap({ quote: other })], { concurrency: 2 }))
    const approved = asked<Bundle>("wallet_sendCalls").map(({ calls }) => readApproval(calls[0]?.data ?? "")?.units)
    assert.sameMembers(approved, [5_000_000n, 7_000_000n])
  })

  it.effect("sends two transactions instead if the wallet does not report its capabilities", () =>
    whenRecorded({ options }, function* ({ asked, instead }) {
      instead.set("wallet_getCapabilities", failed)
      yield* settled(swap({ quote: yield* quoted }))
      assert.isEmpty(asked("wallet_sendCalls"))
      assert.lengthOf(asked("eth_sendTransaction"), 2)
    }),
  )

  test.each([
    ["does not know the method", new MethodNotFoundRpcError("no")],
    ["does not support it here", new AtomicityNotSupportedError("no")],
  ] as const)(
    "sends two transactions instead if the wallet %s after all",
    function* ([, error], { world, asked, instead, quote }) {
      instead.set("wallet_sendCalls", Effect.fail(error))
      const { hash, approvals } = yield* settled(swap({ quote }))
      assert.lengthOf(asked("wallet_sendCalls"), 1)
      assert.lengthOf(asked("eth_sendTransaction"), 2)
      assert.deepStrictEqual(
        world.ledger.moved.map(({ id }) => `0x${id}`),
        [...approvals, hash],
      )
    },
  )

  const [sendCalls, getStatus] = ["wallet_sendCalls", "wallet_getCallsStatus"]
  const failed = Effect.fail(new InternalRpcError("no"))
  const invalid = Effect.fail(new InvalidParamsRpcError("no"))
  const reverted = status(500, { receipts: [{ transactionHash: hash }] })
  test.each([
    ["an error that may follow the sending", sendCalls, failed, "SwapTransactionFailed", undefined],
    ["a response without a bundle ID", sendCalls, Effect.succeed({}), "SendUnclear", undefined],
    ["invalid parameters, which may be the wallet's own", sendCalls, invalid, "SendUnclear", undefined],
    ["calls that were never included (400)", getStatus, status(400), "SwapTransactionFailed", "failed"],
    ["calls that were reverted (500)", getStatus, reverted, "SwapTransactionFailed", "failed"],
    ["calls that were partly reverted (600)", getStatus, status(600), "SwapTransactionFailed", "different"],
    ["a status that stays pending (100)", getStatus, pending, "SwapUnsettled", "pending"],
    ["a status that cannot be loaded", getStatus, failed, "SwapUnsettled", "pending"],
  ] as const)(
    "does not prompt again after %s",
    function* ([, method, response, _tag, listed], { asked, instead, quote }) {
      instead.set(method, response)
      const swapping = yield* begun(fails(swap({ quote }), { _tag }))
      yield* pass("10 minutes")
      yield* ended(swapping)
      assert.lengthOf(asked("wallet_sendCalls"), 1)
      assert.isEmpty(asked("eth_sendTransaction"))
      const sent = yield* lastSent
      assert.deepStrictEqual([sent?.status, sent?.hash], [listed, response === reverted ? hash : undefined])
    },
  )

  test("sends transactions at the visitor's next attempt if the wallet found the bundle invalid", function* ({
    world,
    asked,
    instead,
    quote,
  }) {
    instead.set("wallet_sendCalls", invalid)
    const error = yield* fails(settled(swap({ quote })), { _tag: "SendUnclear" })
    assert.instanceOf(error.cause, InvalidParamsRpcError)
    assert.isEmpty(asked("eth_sendTransaction"))
    const { approvals } = yield* settled(swap({ quote }))
    assert.lengthOf(approvals, 1)
    assert.lengthOf(asked("wallet_sendCalls"), 1)
    assert.lengthOf(world.ledger.moved, 2)
  })

  test("returns the bundle's ID if the wallet names no transaction", function* ({ instead, quote }) {
    instead.set("wallet_getCallsStatus", status(200))
    const { hash } = yield* settled(swap({ quote }))
    const sent = yield* lastSent
    assert.deepInclude(sent, { id: hash, bundle: true, status: "confirmed" })
    assert.isUndefined(asTransaction(sent as SentTransfer).metadata.hash)
    assert.notProperty(sent, "hash")
  })

  it.effect.each([
    [200, "confirmed", "5 USDC to"],
    [400, "failed", "5 USDC failed"],
    [600, "different", "Not the 5 USDC"],
  ] as const)("follows a pending bundle after a reload: %d is %s, as shown to the visitor", ([code, is, sentence]) => {
    const { world, asked, instead } = recording(createWorld({ tick: 0 }))
    const setup = { world, storage: shelf(), options }
    instead.set("wallet_getCallsStatus", pending)
    return Effect.gen(function* () {
      yield* whenConnected({ ...setup, wallet: cinderbox }, function* () {
        yield* Effect.forkChild(swap({ quote: yield* quoted }))
        yield* settled(Effect.sleep("10 seconds"))
      })
      yield* whenStarted(setup, function* () {
        const { unreported } = yield* slicesOf(transfers)
        const sent = yield* lastSent
        assert.deepInclude(sent, { bundle: true, status: "pending", connectorId: cinderbox })
        assert.isUndefined(asTransaction(sent as SentTransfer).metadata.hash)
        instead.set("wallet_getCallsStatus", status(code, { receipts: [{ transactionHash: hash }] }))
        yield* pass("10 seconds")
        assert.deepInclude(yield* lastSent, { status: is, ...(code === 200 && { hash }) })
        assert.lengthOf(unreported.peek(), 1)
        yield* settled(reportOutcomes(outcomes))
        assert.include((yield* shownSnack).message, sentence)
        assert.lengthOf(asked("wallet_sendCalls"), 1)
      })
      assert.isNull(setup.storage.json("sent_transfers"))
    })
  })

  it.effect.each([
    ["a bundle", {}],
    ["a swap after its approval", { wallets: { [cinderbox]: { able: [] } } }],
  ] as const)("follows %s whose caller was interrupted, and reports its outcome", ([, script]) =>
    whenQuoted({ script }, function* ({ instead, quote }) {
      const { sent, unreported } = yield* slicesOf(transfers)
      instead.set("wallet_getCallsStatus", pending)
      const swapping = yield* Effect.forkChild(swap({ quote }))
      for (let second = 0; second < 60 && sent.peek().length === 0; second++) yield* settled(Effect.sleep("1 second"))
      assert.strictEqual((yield* lastSent)?.status, "pending")
      yield* Fiber.interrupt(swapping)
      instead.delete("wallet_getCallsStatus")
      yield* pass("1 minute")
      assert.strictEqual((yield* lastSent)?.status, "confirmed")
      assert.lengthOf(unreported.peek(), 1)
    }),
  )

  it.effect.each([
    ["a swap", { able: [], delay: 3_000 }, "eth_sendTransaction", "ETH"],
    ["a bundle", { delay: 3_000 }, "wallet_sendCalls", "USDC"],
  ] as const)("follows %s whose caller was interrupted before the wallet sent it", ([, wallet, method, fromToken]) =>
    whenRecorded({ options, script: { wallets: { [cinderbox]: wallet } } }, function* ({ asked }) {
      const quote = yield* settled(quoteSwap({ fromToken, toToken: "HRB", amount: "0.05" }))
      const swapping = yield* begun(swap({ quote }))
      yield* pass("1 second")
      assert.lengthOf(asked(method), 1)
      yield* Fiber.interrupt(swapping)
      yield* pass("1 minute")
      assert.strictEqual((yield* lastSent)?.status, "confirmed")
      assert.lengthOf((yield* slicesOf(transfers)).unreported.peek(), 1)
    }),
  )

  test("follows a bundle that stays pending past the time limit, and reports its outcome", function* ({
    instead,
    quote,
  }) {
    instead.set("wallet_getCallsStatus", pending)
    const swapping = yield* begun(fails(swap({ quote }), { _tag: "SwapUnsettled" }))
    yield* pass("10 minutes")
    yield* ended(swapping)
    assert.deepInclude(yield* lastSent, { bundle: true, status: "pending" })
    instead.delete("wallet_getCallsStatus")
    yield* pass("10 seconds")
    assert.strictEqual((yield* lastSent)?.status, "confirmed")
    assert.lengthOf((yield* slicesOf(transfers)).unreported.peek(), 1)
  })

  test("sends nothing if the visitor rejects", {
    script: { wallets: { [cinderbox]: { send: "reject" } } },
  }, function* ({ world, asked, quote }) {
    yield* fails(settled(swap({ quote })), { _tag: "SwapTransactionFailed" })
    assert.isEmpty(asked("eth_sendTransaction"))
    assert.isEmpty(world.ledger.moved)
  })
})
