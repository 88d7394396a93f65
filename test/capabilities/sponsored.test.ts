import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import type { World } from "../../layers/demo.ts"
import { fetchBalances } from "../../src/balances/operations.ts"
import { toUnits } from "../../src/core/amounts.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import {
  ChainDisconnectedError,
  InternalRpcError,
  InvalidParamsRpcError,
  type RpcFailure,
  UnknownRpcError,
  UnsupportedNonOptionalCapabilityError,
  UserRejectedRequestError,
} from "../../src/errors/rpc.ts"
import { base, mainnet, type Network } from "../../src/options/networks.ts"
import { payFromWallet, preparePay, pricePayment } from "../../src/pay/flows/payment.ts"
import { pay as payDirectly } from "../../src/pay/operations.ts"
import { pay } from "../../src/pay/state.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { push, reset } from "../../src/runtime/router.ts"
import { confirmSend, findReceiver, sendAll } from "../../src/send/flows.ts"
import { estimateSend, send } from "../../src/send/operations.ts"
import { send as sendState } from "../../src/send/state/form.ts"
import { confirmSwap, keepQuote, prepareSwap, swapAll } from "../../src/swap/flows.ts"
import { quoteSwap, swap } from "../../src/swap/operations.ts"
import { swap as swapState } from "../../src/swap/state.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, halyard, walletOf } from "../fixtures/modal.ts"
import { assetOf, merchant } from "../fixtures/scenes/pay.ts"
import { type RecordedScene, whenRecorded } from "../fixtures/scenes/recorded.ts"
import { ansel, lastSent, type Setup, type Steps, sendingWith, testing } from "../fixtures/scenes.ts"
import { fails, pass, shownSnack } from "../fixtures/visits.ts"
import "../../layers/chains/evm/transfers.ts"

const paymaster = { url: "https://pays.example", context: { policyId: "welcome" } }
const paidFor = { capabilities: { paymasterService: paymaster } }
const paysOn = (network: Network) => ({ paymasters: { [network.caipNetworkId]: paymaster } })
const input = { token: "native", sendTokenAmount: "0.1", receiverAddress: ansel }
const most = { ...input, sendTokenAmount: "max" }
const ether = assetOf(mainnet, "ETH")
const order = { paymentAsset: ether, recipient: merchant, amount: "0.1" }
const words = { started: "started", failed: "failed" }

/** The wallet's response that it rejects the paymaster, at once or a second later. */
const refused = Effect.fail(new UnsupportedNonOptionalCapabilityError("no"))
const refusedLater = Effect.delay(refused, "1 second")
/** Its response when the paymaster could not be reached. */
const unreachable = Effect.fail(new InternalRpcError("Failed to fetch"))

/** A connected wallet that supports paymasters, on a site that pays the network fees on Ethereum. */
const whenSponsored = (setup: Setup, steps: Steps<RecordedScene>) =>
  whenRecorded({ ...setup, options: { networks: [mainnet], ...paysOn(mainnet), ...setup.options } }, steps)

/** Number of bundles and of plain transactions requested of the wallet. */
const requested = ({ asked }: Pick<RecordedScene, "asked">) => ({
  bundles: asked("wallet_sendCalls").length,
  transactions: asked("eth_sendTransaction").length,
})
const isSponsored = Effect.map(settled(estimateSend(input)), ({ sponsored }) => sponsored)
const quoteOf = (fromToken: string, amount: string) => settled(quoteSwap({ fromToken, toToken: "HRB", amount }))

/** A transfer that fails because the wallet responds like this. Restores the wallet's own response afterwards. */
const sendFailing = Effect.fnUntraced(function* (
  { instead }: RecordedScene,
  response: Effect.Effect<never, RpcFailure>,
) {
  instead.set("wallet_sendCalls", response)
  yield* Effect.flip(settled(send(input)))
  instead.delete("wallet_sendCalls")
})

const test = testing(whenSponsored)

describe("sponsored transfer", () => {
  test("is sent with the site's paymaster, without a fee, so that the whole balance can be sent", function* ({
    world,
    asked,
  }) {
    const [coin] = yield* settled(fetchBalances())
    const estimate = yield* settled(estimateSend(most))
    assert.deepInclude(estimate, { fee: "0", sponsored: true, sendTokenAmount: coin?.quantity.numeric ?? "" })
    const { hash } = yield* settled(send(most))

    assert.deepStrictEqual(requested({ asked }), { bundles: 1, transactions: 0 })
    assert.deepInclude(asked("wallet_sendCalls")[0], paidFor)
    assert.strictEqual(world.ledger.moved[0]?.fee, 0n)
    assert.deepInclude(yield* lastSent, { id: hash, bundle: true, status: "pending" })
    yield* pass("10 seconds")
    assert.deepInclude(yield* lastSent, { status: "confirmed", hash: `0x${world.ledger.moved[0]?.id}` })
  })

  test("A visitor can send token transfers: whose fee the site pays", function* ({ world, asked }) {
    const usdc = (yield* settled(fetchBalances())).find(({ symbol }) => symbol === "USDC")
    const contract = usdc?.address?.split(":")[2]
    const failure = yield* Effect.match(
      settled(send({ ...(usdc && { token: usdc }), sendTokenAmount: "12.5", receiverAddress: ansel })),
      { onSuccess: () => undefined, onFailure: (error) => error },
    )
    yield* pass("10 seconds")

    assert.isUndefined(failure)
    assert.deepStrictEqual(requested({ asked }), { bundles: 1, transactions: 0 })
    assert.containSubset(world.ledger.moved, [{ to: ansel, units: 12_500_000n }])
    assert.strictEqual(world.ledger.moved[0]?.contract?.toLowerCase(), contract)
  })

  test("is not offered to a wallet without paymaster support", {
    script: { wallets: { [cinderbox]: { able: ["calls"] } } },
  }, function* ({ asked }) {
    assert.isFalse(yield* isSponsored)
    yield* settled(send(input))
    assert.deepStrictEqual(requested({ asked }), { bundles: 0, transactions: 1 })
  })

  test("is not offered to a wallet that does not report its capabilities", function* ({ asked, instead }) {
    instead.set("wallet_getCapabilities", Effect.fail(new InternalRpcError("no")))
    assert.isFalse(yield* isSponsored)
    yield* settled(send(input))
    assert.deepStrictEqual(requested({ asked }), { bundles: 0, transactions: 1 })
  })

  test("does not request the wallet's capabilities if the site has no paymaster", {
    options: { paymasters: {} },
  }, function* ({ asked }) {
    yield* settled(send(input))
    assert.isEmpty(asked("wallet_getCapabilities"))
    assert.deepStrictEqual(requested({ asked }), { bundles: 0, transactions: 1 })
  })

  test("is sent as a plain transaction once the wallet rejects the paymaster, and so are later ones", function* ({
    world,
    asked,
    instead,
  }) {
    instead.set("wallet_sendCalls", refused)
    yield* settled(send(input))
    assert.deepStrictEqual(requested({ asked }), { bundles: 1, transactions: 1 })
    assert.lengthOf(world.ledger.moved, 1)
    yield* settled(send(input))
    assert.deepStrictEqual(requested({ asked }), { bundles: 1, transactions: 2 })
  })

  it.effect("is not sent from another account that becomes active while the paymaster is rejected", () => {
    const script = { wallets: { [halyard]: { able: ["calls", "paymaster"] } } } as const
    const setup = { wallet: halyard, script, options: { networks: [base], ...paysOn(base) } }
    return whenRecorded(setup, function* ({ world, asked, instead }) {
      const little = { ...input, sendTokenAmount: "0.001" }
      const selects = Effect.sync(() => walletOf(world).select(1))
      instead.set("wallet_sendCalls", Effect.andThen(selects, refusedLater))
      yield* fails(settled(send(little)), { _tag: "TransactionDiffers" })
      assert.deepStrictEqual(requested({ asked }), { bundles: 1, transactions: 0 })
      assert.isEmpty(world.ledger.moved)
      assert.isTrue((yield* settled(estimateSend(little))).sponsored, "the other account was refused nothing")
    })
  })

  it.effect("is sent as one plain transaction for two concurrent calls whose paymaster is rejected", () => {
    let prepared = 0
    const layers = (world: World) =>
      sendingWith(world, ({ prepare }) => ({
        // The nodes are slow to respond to the last request.
        prepare: (transfer) => prepare(transfer).pipe(Effect.delay(++prepared === 4 ? "1 minute" : 0)),
      }))
    return whenSponsored({ layers }, function* ({ world, asked, instead }) {
      instead.set("wallet_sendCalls", refusedLater)
      yield* settled(Effect.all([send(input), send(input)], { concurrency: 2 }))
      assert.deepStrictEqual(requested({ asked }), { bundles: 1, transactions: 1 })
      assert.lengthOf(world.ledger.moved, 1)
    })
  })

  test("is sent as a plain transaction each for two concurrent, different calls whose paymaster is rejected", function* ({
    world,
    asked,
    instead,
  }) {
    instead.set("wallet_sendCalls", refusedLater)
    const other = { ...input, sendTokenAmount: "0.05" }
    yield* settled(Effect.all([send(input), send(other)], { concurrency: 2 }))
    assert.deepStrictEqual(requested({ asked }), { bundles: 2, transactions: 2 })
    assert.lengthOf(world.ledger.moved, 2)
  })

  test.each([
    ["an error that may follow the sending", new InvalidParamsRpcError("no"), "SendUnclear", false],
    ["an error of the wallet", new InternalRpcError("no"), "InternalRpcError", true],
    ["a rejection", new UserRejectedRequestError("no"), "UserRejectedRequestError", true],
  ] as const)("is not sent again after %s", function* ([, error, _tag, sponsored], { world, asked, instead }) {
    instead.set("wallet_sendCalls", Effect.fail(error))
    yield* fails(settled(send(input)), { _tag })
    assert.deepStrictEqual(requested({ asked }), { bundles: 1, transactions: 0 })
    assert.isEmpty(world.ledger.moved)
    // Only invalid parameters may mean that the wallet does not support paymasters.
    assert.strictEqual(yield* isSponsored, sponsored)
  })

  test("is sponsored again after one for which the paymaster could not be reached", function* (scene) {
    yield* sendFailing(scene, unreachable)
    yield* settled(send(input))
    assert.deepInclude(scene.asked("wallet_sendCalls").at(-1), paidFor)
    assert.strictEqual(scene.world.ledger.moved[0]?.fee, 0n)
  })

  test("is paid by the visitor for 5 minutes after two for which the paymaster could not be reached", function* ({
    world,
    instead,
  }) {
    instead.set("wallet_sendCalls", Effect.fail(new UnknownRpcError("503", 503)))
    yield* Effect.flip(settled(send(input)))
    assert.isTrue(yield* isSponsored)
    yield* Effect.flip(settled(send(input)))
    assert.isFalse(yield* isSponsored)
    yield* settled(send(input))
    assert.isAbove(Number(world.ledger.moved[0]?.fee), 0)
    yield* TestClock.adjust("5 minutes")
    assert.isTrue(yield* isSponsored)
  })

  test("stays sponsored after two failures with a success between them, or failures before the wallet is prompted", function* (scene) {
    yield* sendFailing(scene, unreachable)
    yield* settled(send(input))
    yield* sendFailing(scene, unreachable)
    yield* sendFailing(scene, Effect.fail(new ChainDisconnectedError("no network")))
    assert.isTrue(yield* isSponsored)
  })

  test("is no longer sponsored during this visit once a bundler reports that the paymaster rejects", function* (scene) {
    const cause = Object.assign(new Error("AA33 reverted"), { code: -32501 })
    yield* sendFailing(scene, Effect.fail(new InternalRpcError("no", { cause })))
    yield* TestClock.adjust("1 hour")
    assert.isFalse(yield* isSponsored)
  })

  test("shows its fee, and asks the visitor again, if the wallet rejects the paymaster at the review", function* ({
    world,
    asked,
    instead,
  }) {
    const { amount, receiver, cost, busy } = yield* slicesOf(sendState)
    receiver.value = ansel
    yield* settled(findReceiver())
    yield* settled(sendAll())
    const all = amount.peek()
    yield* push({ name: "WalletSendPreview" })
    const shown = latest(cost.peek())
    assert.deepInclude(shown, { fee: 0n, paymaster })
    instead.set("wallet_sendCalls", refused)
    if (shown) yield* settled(confirmSend(shown, words))

    assert.isEmpty(asked("eth_sendTransaction"))
    assert.isFalse(busy.peek())
    const now = latest(cost.peek())
    assert.isUndefined(now?.paymaster)
    assert.isAbove(Number(now?.fee), 0)
    assert.isBelow(Number(amount.peek()), Number(all))
    assert.include((yield* shownSnack).message, "can no longer pay the network fee")
    if (now) yield* settled(confirmSend(now, words))
    assert.lengthOf(asked("eth_sendTransaction"), 1)
    assert.lengthOf(world.ledger.moved, 1)
  })
})

describe("sponsored swap", () => {
  test("is sent together with its approval", function* ({ world, asked }) {
    const quote = yield* quoteOf("USDC", "5")
    assert.deepInclude(quote, { needsApproval: true, sponsored: true })
    assert.strictEqual(Number(quote.networkFee), 0)
    yield* settled(swap({ quote }))
    const [bundle] = asked<{ readonly calls: readonly object[] }>("wallet_sendCalls")
    assert.lengthOf(bundle?.calls ?? [], 2)
    assert.deepInclude<object | undefined>(bundle, paidFor)
    assert.deepStrictEqual(
      world.ledger.moved.map(({ fee }) => fee),
      [0n, 0n],
    )
  })

  test("can spend the whole balance of the native currency, and is a bundle without an approval", function* ({
    asked,
  }) {
    const [coin] = yield* settled(fetchBalances())
    const { amount } = yield* slicesOf(swapState)
    yield* settled(prepareSwap({}))
    yield* settled(swapAll())
    assert.strictEqual(toUnits(amount.peek(), 18), toUnits(coin?.quantity.numeric ?? "", 18))
    const quote = yield* quoteOf("ETH", "0.1")
    assert.deepInclude(quote, { needsApproval: false, sponsored: true })
    yield* settled(swap({ quote }))
    const [bundle] = asked<{ readonly calls: readonly { readonly value: string }[] }>("wallet_sendCalls")
    assert.deepStrictEqual(
      bundle?.calls.map(({ value }) => BigInt(value)),
      [toUnits("0.1", 18)],
    )
  })

  test("is sponsored again after one for which the paymaster could not be reached", function* ({ asked, instead }) {
    const quote = yield* quoteOf("USDC", "5")
    instead.set("wallet_sendCalls", unreachable)
    yield* Effect.flip(settled(swap({ quote })))
    instead.delete("wallet_sendCalls")
    const again = yield* quoteOf("USDC", "5")
    assert.isTrue(again.sponsored)
    yield* settled(swap({ quote: again }))
    assert.deepInclude(asked("wallet_sendCalls").at(-1), paidFor)
  })

  test("is not sent with a fee if the paymaster can no longer be reached", function* (scene) {
    const quotes = [yield* quoteOf("USDC", "5"), yield* quoteOf("ETH", "0.1")]
    for (const _ of quotes) yield* sendFailing(scene, unreachable)
    const before = requested(scene)
    for (const quote of quotes) {
      assert.isTrue(quote.sponsored)
      const error = yield* fails(settled(swap({ quote })), { _tag: "QuoteChanged" })
      assert.isTrue(error._tag === "QuoteChanged" && !error.quote.sponsored)
    }
    assert.deepStrictEqual(requested(scene), before)
    assert.isEmpty(scene.world.ledger.moved)
  })

  test("has a fee if it needs an approval and the wallet cannot bundle calls", function* ({ asked, instead }) {
    instead.set("wallet_getCapabilities", Effect.succeed({ "0x1": { paymasterService: { supported: true } } }))
    const alone = yield* quoteOf("ETH", "0.1")
    assert.isTrue(alone.sponsored)
    const quote = yield* quoteOf("USDC", "5")
    assert.notProperty(quote, "sponsored")
    assert.isAbove(Number(quote.networkFee), 0)
    yield* settled(swap({ quote: alone }))
    assert.deepStrictEqual(requested({ asked }), { bundles: 1, transactions: 0 })
  })

  test("is not sponsored if it was shown with a fee", function* ({ world, asked }) {
    for (const quoted of [quoteOf("ETH", "0.1"), quoteOf("USDC", "5")]) {
      const { sponsored: _, ...quote } = yield* quoted
      yield* settled(swap({ quote }))
    }
    assert.deepStrictEqual(requested({ asked }), { bundles: 1, transactions: 1 })
    assert.notProperty(asked("wallet_sendCalls")[0], "capabilities")
    assert.isTrue(world.ledger.moved.every(({ fee }) => fee > 0n))
  })

  test("includes the approval if the wallet active by then can bundle both", function* ({ world, asked }) {
    const { amount, target, source, known, quote, sending, whole } = yield* slicesOf(swapState)
    yield* settled(prepareSwap({ fromToken: "USDC", toToken: "HRB" }))
    assert.isTrue(known.peek().some(({ address }) => address === source.peek()) && target.peek() !== undefined)
    amount.value = "5"
    // The state after another wallet's review.
    whole.value = false
    const keeping = yield* Effect.forkChild(keepQuote())
    yield* settled(Effect.sleep("5 seconds"))
    const shown = latest(quote.peek())
    assert.deepInclude(shown, { needsApproval: true, sponsored: true })
    yield* Fiber.interrupt(keeping)
    if (shown) yield* confirmSwap(shown, { approve: "approve", confirm: "confirm", swapped: "swapped" })
    yield* settled(Effect.sleep("30 seconds"))
    assert.notStrictEqual(sending.peek().status, "failed")
    assert.isEmpty(asked("eth_sendTransaction"))
    assert.isTrue(world.ledger.moved.every(({ fee }) => fee === 0n))
    assert.lengthOf(world.ledger.moved, 2)
  })

  test("is quoted again with its fee before anything is sent, if the wallet rejects the paymaster", function* ({
    world,
    asked,
    instead,
  }) {
    const quote = yield* quoteOf("USDC", "5")
    instead.set("wallet_sendCalls", refused)
    const error = yield* fails(settled(swap({ quote })), { _tag: "QuoteChanged" })
    assert.isEmpty(asked("eth_sendTransaction"))
    assert.isTrue(error._tag === "QuoteChanged" && !error.quote.sponsored && Number(error.quote.networkFee) > 0)
    instead.delete("wallet_sendCalls")
    if (error._tag === "QuoteChanged") yield* settled(swap({ quote: error.quote }))
    assert.lengthOf(world.ledger.moved, 2)
    assert.notProperty(asked("wallet_sendCalls").at(-1), "capabilities")
  })
})

describe("sponsored payment", () => {
  test("is sent as a bundle, and returns the transaction's hash", function* ({ world, asked }) {
    const { result } = yield* settled(payDirectly(order))
    assert.deepInclude(asked("wallet_sendCalls")[0], paidFor)
    assert.isEmpty(asked("eth_sendTransaction"))
    assert.deepInclude(world.ledger.moved[0], { fee: 0n, units: 100_000_000_000_000_000n })
    assert.strictEqual(result, `0x${world.ledger.moved[0]?.id}`)
  })

  test("is sponsored by the paymaster of its own network, even if another is active", {
    options: { networks: [mainnet, base], ...paysOn(base) },
  }, function* ({ asked }) {
    yield* settled(payDirectly({ ...order, paymentAsset: { ...ether, network: base.caipNetworkId } }))
    assert.deepInclude(asked("wallet_sendCalls")[0], { chainId: "0x2105", ...paidFor })
    yield* settled(payDirectly(order))
    assert.deepStrictEqual(requested({ asked }), { bundles: 1, transactions: 1 })
  })

  test("is sent as one plain transaction if the wallet rejects the paymaster", function* ({ world, asked, instead }) {
    instead.set("wallet_sendCalls", refusedLater)
    const [one, other] = yield* settled(Effect.all([payDirectly(order), payDirectly(order)], { concurrency: 2 }))
    assert.deepStrictEqual(one, other)
    assert.deepStrictEqual(requested({ asked }), { bundles: 1, transactions: 1 })
    assert.lengthOf(world.ledger.moved, 1)
  })

  test("shows its fee, and asks the visitor again, if the wallet rejects the paymaster", function* ({
    world,
    core,
    asked,
    instead,
  }) {
    const { cost, current } = yield* slicesOf(pay)
    const priced = Effect.gen(function* () {
      yield* settled(preparePay(order))
      yield* settled(pricePayment())
      return latest(cost.peek())
    })
    yield* reset({ name: "Pay", payment: order })
    const shown = yield* priced
    assert.deepInclude(shown, { fee: 0n, paymaster })
    instead.set("wallet_sendCalls", refused)
    if (shown) yield* payFromWallet(shown)
    yield* settled(Effect.sleep("1 second"))

    assert.isEmpty(asked("eth_sendTransaction"))
    assert.isUndefined(current.peek())
    assert.strictEqual(core.route.peek()?.name, "Pay")
    assert.include((yield* shownSnack).message, "can no longer pay the network fee")
    const now = yield* priced
    assert.isUndefined(now?.paymaster)
    assert.isAbove(Number(now?.fee), 0)
    if (now) yield* payFromWallet(now)
    yield* settled(Effect.sleep("20 seconds"))
    assert.lengthOf(world.ledger.moved, 1)
  })
})
