import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { exchange } from "../../layers/demo/provider/market.ts"
import { createWorld, type World } from "../../layers/demo.ts"
import * as DemoRpc from "../../layers/rpc/demo.ts"
import type { ShownSwap, SwapChecks } from "../../services/Chains.ts"
import { Rpc } from "../../services/Rpc.ts"
import { refreshActivity, showSent } from "../../src/activity/operations.ts"
import { activity } from "../../src/activity/state.ts"
import { balanceEndpoint } from "../../src/balances/endpoints/balances.ts"
import { fetchBalances } from "../../src/balances/operations.ts"
import { parseUnits } from "../../src/core/amounts.ts"
import { PriceFailed } from "../../src/errors/index.ts"
import { InternalRpcError } from "../../src/errors/rpc.ts"
import { project } from "../../src/project/first-paint/state.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import type { TrackedTransfer, TransferOutcome } from "../../src/send/model/transfer.ts"
import { transfers } from "../../src/send/state/transfers.ts"
import { reportOutcomes } from "../../src/send/steps/outcomes.ts"
import {
  allowanceEndpoint,
  buildApproveEndpoint,
  buildTransactionEndpoint,
  gasPriceEndpoint,
  pricesEndpoint,
  swapQuotesEndpoint,
  swapTokensEndpoint,
} from "../../src/swap/endpoints.ts"
import {
  chooseSwapToken,
  confirmSwap,
  keepQuote,
  prepareSwap,
  reviewSwap,
  swapAll,
  turnSwap,
} from "../../src/swap/flows.ts"
import { approval, readApproval } from "../../src/swap/model/approval.ts"
import { approveSwap, quoteSwap, swap } from "../../src/swap/operations.ts"
import { swap as slice } from "../../src/swap/state.ts"
import { swapTokens } from "../../src/swap/steps/quote.ts"
import { changedChains } from "../fixtures/layers.ts"
import { halyard, rest, shelf, walletOf } from "../fixtures/modal.ts"
import { exchangeWith, sendingWith, test, whenConnected, whenStarted } from "../fixtures/scenes.ts"
import { ended } from "../fixtures/time.ts"
import { fails, pass, shownSnack, type Visit } from "../fixtures/visits.ts"
import "../../layers/chains/evm/transfers.ts"

const quoteOf = (fromToken: string, toToken: string, amount: string) => quoteSwap({ fromToken, toToken, amount })
interface Swapped {
  readonly amount: string
  readonly to: string
}
const ends = {
  sent: { confirmed: String, failed: String, replaced: String, different: String },
  swapped: {
    confirmed: ({ amount, to }: Swapped) => `${amount} to ${to}`,
    failed: ({ amount }: Swapped) => `${amount} failed`,
    replaced: String,
    different: String,
  },
}
const words = { approve: "Approve limit increase in your wallet", confirm: "Confirm", swapped: "Swapped" }
const stranger = "0x1111111111111111111111111111111111111111"

/** Six blocks: longer than an approval and a swap take. */
const mine = Effect.repeat(pass("3 seconds"), { times: 5 })

/** Runs a swap while the chain produces blocks. */
const mined = <A, E, R>(run: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(run)
    yield* rest
    yield* mine
    return yield* Fiber.join(fiber)
  })

const contractOf = (world: World, symbol: string) =>
  world.market.listed("eip155:1").find((coin) => coin.symbol === symbol)?.contract

/** The account's balance of a token, in its smallest units. */
const held = ({ world, core }: Visit, symbol: string) =>
  world.market.units("eip155:1", core.address.peek() ?? "", contractOf(world, symbol))

/** Sets the exchange's allowance of the account's USDC. */
const allow = ({ world, core }: Visit, units: bigint) =>
  world.market.allow("eip155:1", core.address.peek() ?? "", exchange, contractOf(world, "USDC") ?? "", units)

/** The allowance set by each transaction so far; `undefined` if it sets none. */
const allowances = ({ world }: Visit) => world.ledger.moved.map(({ allows }) => allows?.units)

describe("swap", () => {
  test("The modal can also offer swaps: a token is approved for the exact amount, then swapped, and balances change", function* (scene) {
    const quote = yield* quoteOf("USDC", "HRB", "400")
    const [usdc, hrb] = [held(scene, "USDC"), held(scene, "HRB")]
    assert.isTrue(quote.needsApproval)
    assert.strictEqual(quote.fromAmount, "400")
    const { hash } = yield* mined(swap({ quote }))

    assert.match(hash, /^0x[0-9a-f]{64}$/)
    const [approved, swapped] = scene.world.ledger.moved.map(
      ({ sent }) => sent as { to: string; input: string; value: string },
    )
    assert.deepStrictEqual(readApproval(approved?.input ?? ""), {
      spender: swapped?.to.toLowerCase() ?? "",
      units: 400_000_000n,
    })
    assert.strictEqual(approved?.to.toLowerCase(), quote.from.address.slice("eip155:1:".length).toLowerCase())
    assert.strictEqual(approved?.value, "0x0")
    assert.strictEqual(usdc - held(scene, "USDC"), 400_000_000n)
    assert.isTrue(held(scene, "HRB") > hrb, "more of it")
    assert.strictEqual(scene.world.faults.requestCount("buildTransaction"), 2)
    const others = ["swapTokens", "swapQuotes", "allowance", "gasPrice", "buildApprove", "prices"] as const
    assert.deepStrictEqual(
      others.filter((endpoint) => scene.world.faults.requestCount(endpoint) === 0),
      [],
    )
  })

  test("sends the native currency as the value, without an approval", function* ({ world }) {
    const quote = yield* quoteOf("ETH", "USDC", "0.5")
    assert.isFalse(quote.needsApproval)
    const done = yield* mined(swap({ quote }))

    assert.lengthOf(world.ledger.moved, 1)
    assert.deepInclude(world.ledger.moved[0]?.sent, { value: "0x6f05b59d3b20000" })
    assert.deepStrictEqual(done, { hash: `0x${world.ledger.moved[0]?.id}`, approvals: [] })
    const requests = ["swapQuotes", "buildTransaction", "buildApprove", "allowance"] as const
    assert.deepStrictEqual(
      requests.map((name) => world.faults.requestCount(name)),
      [2, 1, 0, 0],
    )
    const { sent, unreported } = yield* slicesOf(transfers)
    assert.strictEqual(sent.peek()[0]?.status, "confirmed")
    assert.isEmpty(unreported.peek(), "the caller shows it")
  })

  test("quotes rate, price impact, fees, and the minimum received with a slippage of 1", function* () {
    const quote = yield* quoteOf("USDC", "HRB", "400")
    assert.approximately(Number(quote.minimum) / Number(quote.toAmount), 0.99, 1e-9)
    assert.approximately(Number(quote.rate) * Number(quote.toAmount), 400, 1e-6)
    assert.approximately(quote.priceImpact ?? 0, 0.125, 0.01)
    assert.approximately(Number(quote.providerFee), 3.4, 1e-9)
    assert.isAbove(Number(quote.networkFee), 0)
  })

  test("A swap allowance is enough when it is at least the source amount; one that shrinks is requested again", function* (scene) {
    allow(scene, 400_000_000n)
    const quote = yield* quoteOf("USDC", "HRB", "400")
    assert.isFalse(quote.needsApproval)
    allow(scene, 399_999_999n)
    const error = yield* fails(swap({ quote }), { _tag: "QuoteChanged" })
    assert.isEmpty(scene.world.ledger.moved, "nothing is approved that the quote did not show")
    const now = error._tag === "QuoteChanged" ? error.quote : quote
    assert.isTrue(now.needsApproval)
    const { hash, approvals } = yield* mined(swap({ quote: now }))

    assert.deepStrictEqual(
      scene.world.ledger.moved.map(({ id }) => `0x${id}`),
      [approvals[0], hash],
    )
    assert.deepStrictEqual(allowances(scene), [400_000_000n, undefined])
  })

  test("asks again, and sends nothing, if the allowance shrinks after the preview", function* (scene) {
    const { reviewed, sending } = yield* slicesOf(slice)
    allow(scene, 400_000_000n)
    const quote = yield* quoteOf("USDC", "HRB", "400")
    allow(scene, 0n)
    yield* confirmSwap(quote, words)
    yield* rest

    assert.isEmpty(scene.world.ledger.moved)
    assert.deepStrictEqual([sending.value.status, reviewed.value?.needsApproval], ["failed", true])
  })

  it.effect("sets the allowance of a token like USDT, which cannot be raised directly, to zero first", () => {
    const world = createWorld({ tick: 0 })
    const isRaise = (given: { readonly method: string; readonly params?: readonly unknown[] }) => {
      const { data = "", from = "", to = "" } = (given.params?.[0] ?? {}) as Readonly<Record<string, string>>
      const isNow = given.method === "eth_call" && given.params?.[1] === "latest"
      const asked = isNow ? readApproval(data) : undefined
      return asked !== undefined && asked.units > 0n && world.market.allowance("eip155:1", from, asked.spender, to) > 0n
    }
    const strict = Effect.map(Rpc, (rpc) => ({
      ...rpc,
      request: (call: Parameters<typeof rpc.request>[0]) =>
        isRaise(call) ? Effect.fail(new InternalRpcError("execution reverted")) : rpc.request(call),
    }))
    const layers = { rpc: Layer.provide(Layer.effect(Rpc, strict), DemoRpc.layer(world)) }
    return whenConnected({ world, layers }, function* (scene) {
      allow(scene, 5n)
      const { approvals } = yield* mined(swap({ quote: yield* quoteOf("USDC", "HRB", "400") }))

      assert.lengthOf(approvals, 2)
      assert.deepStrictEqual(allowances(scene), [0n, 400_000_000n, undefined])
    })
  })

  it.effect.each([
    ["mined", "confirmed", "0.5 ETH to"],
    ["reverted", "failed", "0.5 ETH failed"],
  ] as const)("lists a %s swap after a reload, and shows its outcome once", ([sendsAs, status, sentence]) =>
    Effect.gen(function* () {
      const setup = { world: createWorld({ tick: 0, sends: sendsAs }), storage: shelf() }
      yield* whenConnected(setup, function* () {
        const { transactions } = yield* slicesOf(activity)
        yield* refreshActivity()
        yield* confirmSwap(yield* quoteOf("ETH", "HRB", "0.5"), words)
        yield* rest
        yield* showSent
        const [first] = transactions.ids.peek()
        const listed = transactions.get(first ?? "")?.peek()
        assert.deepInclude(listed?.metadata, { operationType: "trade", status: "pending" })
        assert.deepStrictEqual(
          listed?.transfers.map((one) => one.direction),
          ["out", "in"],
        )
      })
      yield* whenStarted(setup, function* () {
        const { sent, unreported } = yield* slicesOf(transfers)
        yield* pass("10 seconds")
        assert.strictEqual(sent.peek()[0]?.status, status)
        assert.lengthOf(unreported.peek(), 1)
        yield* reportOutcomes(ends)
        assert.include((yield* shownSnack).message, sentence)
        yield* pass("20 seconds")
      })
      assert.isNull(setup.storage.json("sent_transfers"))
    }),
  )

  /** The demo's swap checks, which record what they compare. */
  const recordedChecks = () => {
    const asked: ShownSwap[] = []
    const recorded = ({ check }: SwapChecks): SwapChecks => ({
      check: (shown) => {
        asked.push(shown)
        return check(shown)
      },
    })
    const { layers } = changedChains(({ swaps }) => (swaps ? { swaps: recorded(swaps) } : {}))
    return { asked, layers }
  }
  const contract = (index: number) => `0x${"AB".repeat(19)}${index + 10}`
  const balanceOf = (more: object) => ({
    name: "A",
    symbol: "A",
    price: 1,
    quantity: { decimals: "18", numeric: "1" },
    ...more,
  })
  const worth = Array.from({ length: 21 }, (_, index) => ({ address: `eip155:1:${contract(index)}`, value: 0.5 }))
  const others = [
    { address: `eip155:8453:${contract(50)}`, chainId: "eip155:8453", value: 5 },
    { address: `eip155:1:${contract(51)}`, value: 0 },
    { address: `eip155:1:${contract(52)}` },
    { value: 5 },
  ]
  it.effect("checks that 20 of the account's other tokens on this network that have a value stay untouched", () => {
    const { asked, layers } = recordedChecks()
    const balances = [...others, ...worth].map((more) => balanceOf({ chainId: "eip155:1", ...more }))
    const api = exchangeWith(balanceEndpoint, () => ({ balances }))
    return whenConnected({ layers: (world) => ({ ...layers(world), ...api(world) }) }, function* () {
      yield* mined(swap({ quote: yield* quoteOf("ETH", "HRB", "0.5") }))
      const held = Array.from({ length: 20 }, (_, index) => contract(index).toLowerCase())
      assert.deepStrictEqual(
        asked.map((shown) => shown.held),
        [held],
      )
    })
  })

  const unknown = recordedChecks()
  test("swaps while the balances cannot be loaded", {
    ...unknown,
    script: { faults: { balance: { status: 500 } } },
  }, function* ({ world, asked }) {
    const quote = yield* quoteOf("ETH", "HRB", "0.5")
    assert.isUndefined(quote.from.quantity)
    yield* mined(swap({ quote }))
    assert.lengthOf(world.ledger.moved, 1)
    assert.deepStrictEqual(
      asked.map(({ held }) => held),
      [[]],
    )
  })

  it.effect.each([
    ["checks swaps", { swaps: undefined }, "SwapNotSupported"],
    ["reads tokens", { transfers: undefined }, "SwapNotBuilt"],
    ["sends transactions", { sendTransaction: undefined }, "SwapNotSupported"],
  ] as const)("fails, with nothing sent, if its layer never %s", ([, without, _tag]) =>
    whenConnected(
      changedChains(() => without as object),
      function* ({ world }) {
        const error = yield* fails(swap({ quote: yield* quoteOf("ETH", "HRB", "0.5") }), { _tag })
        if (_tag === "SwapNotBuilt") assert.deepInclude<unknown>(error.cause, { _tag: "SwapNotSupported" })
        assert.isEmpty(world.ledger.moved)
      },
    ),
  )

  test("follows a swap without a receipt, and reports its outcome later", { script: { sends: "stuck" } }, function* ({
    world,
  }) {
    const { sent } = yield* slicesOf(transfers)
    const swapping = swap({ quote: yield* quoteOf("ETH", "HRB", "0.5") })
    const fiber = yield* Effect.forkChild(fails(swapping, { _tag: "SwapUnsettled" }))
    yield* rest
    yield* Effect.repeat(pass("1 minute"), { times: 5 })
    yield* ended(fiber)
    assert.strictEqual(sent.peek()[0]?.status, "pending")
    // The wallet turns out to have sent a call other than the exchange's.
    Object.assign(world.ledger.moved[0]?.sent as object, { input: "0x" })
    yield* pass("10 seconds")
    assert.strictEqual(sent.peek()[0]?.status, "different")
  })

  test.each([
    ["approves it", "hang"],
    ["has sent it", "approve"],
  ] as const)("follows a swap whose caller gives up before the wallet %s", function* ([what, sign], { world }) {
    const { sent, unreported } = yield* slicesOf(transfers)
    const quote = yield* quoteOf("ETH", "HRB", "0.5")
    walletOf(world).behave({ sign })
    const swapping = yield* Effect.forkChild(swap({ quote }))
    yield* rest
    assert.lengthOf(sent.peek(), what === "approves it" ? 0 : 1)
    yield* Fiber.interrupt(swapping)
    walletOf(world).approve()
    yield* mine
    assert.strictEqual(sent.peek()[0]?.status, "confirmed")
    assert.lengthOf(unreported.peek(), 1)
  })

  const token = { address: "0x", symbol: "" }
  test.each<readonly [what: string, change: object | string, path: string, message: string]>([
    ["is a string", "a quote", "quote", "Expected object, received string"],
    ["names a token to pay with by its symbol", { from: "ETH" }, "quote.from", "Expected object, received string"],
    [
      "names a token without an address",
      { to: { ...token, address: 1 } },
      "quote.to.address",
      "Expected string, received number",
    ],
    [
      "has a token of 256 decimals",
      { from: { ...token, decimals: 256 } },
      "quote.from.decimals",
      "Expected integer, received number",
    ],
    [
      "has a token of -1 decimals",
      { to: { ...token, decimals: -1 } },
      "quote.to.decimals",
      "Expected integer, received number",
    ],
    [
      "has a token of 1.5 decimals",
      { to: { ...token, decimals: 1.5 } },
      "quote.to.decimals",
      "Expected integer, received number",
    ],
    ["has an amount that is a number", { fromAmount: 5 }, "quote.fromAmount", "Expected string, received number"],
    ["lacks the amount received", { toAmount: undefined }, "quote.toAmount", "Required"],
  ])("rejects a quote that %s, without a request to the wallet", function* ([, change, path, message], { world }) {
    const whole = yield* quoteOf("ETH", "HRB", "0.5")
    const quote = (typeof change === "string" ? change : { ...whole, ...change }) as never
    yield* fails(swap({ quote }), { _tag: "InvalidInput", path, message })
    yield* fails(approveSwap({ quote }), { _tag: "InvalidInput", path, message })
    assert.isEmpty(world.ledger.moved)
  })

  test.each([0, 255])(
    "accepts a quote whose token has %d decimals, and fails because the chain names others",
    function* (decimals) {
      const whole = yield* quoteOf("ETH", "HRB", "0.5")
      const quote = { ...whole, to: { ...whole.to, decimals } }
      yield* fails(approveSwap({ quote }), { _tag: "SwapNotBuilt" })
    },
  )

  test("approves apart from the swap, and returns the hash of the approval", function* (scene) {
    const { hashes } = yield* mined(approveSwap({ quote: yield* quoteOf("USDC", "HRB", "400") }))
    assert.deepStrictEqual(
      hashes,
      scene.world.ledger.moved.map(({ id }) => `0x${id}`),
    )
    assert.deepStrictEqual(allowances(scene), [400_000_000n])
    assert.isEmpty((yield* slicesOf(transfers)).sent.peek(), "an approval is no swap")
  })

  it.effect("asks again after an approval that the visitor lowered in the wallet", () =>
    whenConnected({ layers: exchangeWith(allowanceEndpoint, () => ({ allowance: "399999999" })) }, function* (scene) {
      const quote = yield* quoteOf("USDC", "HRB", "400")
      const error = yield* mined(fails(swap({ quote }), { _tag: "QuoteChanged" }))
      assert.isTrue(error._tag === "QuoteChanged" && error.quote.needsApproval)
      assert.deepStrictEqual(allowances(scene), [400_000_000n])
    }),
  )

  const switches = {
    account: (world: World) => walletOf(world).select(1),
    network: (world: World) => walletOf(world).move(8453),
  }
  const moments = { "it is quoted again": swapQuotesEndpoint, "its call is built": buildTransactionEndpoint }
  it.effect.each(
    (["account", "network"] as const).flatMap((what) =>
      (["it is quoted again", "its call is built"] as const).flatMap((when) =>
        ([[], ["calls"]] as const).map((able) => [what, when, able] as const),
      ),
    ),
  )("sends nothing if the visitor switches to another %s while %s, with a wallet able of %j", ([what, when, able]) => {
    const world = createWorld({ tick: 0, wallets: { [halyard]: { able } } })
    let isQuoted = false
    const switched = (response: never) =>
      isQuoted
        ? Effect.andThen(
            Effect.sync(() => switches[what](world)),
            Effect.delay(Effect.succeed(response), "1 second"),
          )
        : response
    return whenConnected({ world, layers: exchangeWith(moments[when], switched) }, function* () {
      const quote = yield* quoteOf("USDC", "HRB", "400")
      isQuoted = true
      // A bundle names its network, so the wallet's layer refuses it.
      const isRefused = able.length > 0 && what === "network" && when === "its call is built"
      yield* mined(fails(swap({ quote }), { _tag: isRefused ? "SwapTransactionFailed" : "SwapNotBuilt" }))
      assert.isEmpty(world.ledger.moved)
    })
  })

  it.effect("finds a swap that the wallet resends with a higher fee by its nonce, though the node fails once", () => {
    const hash = `0x${"ab".repeat(32)}`
    const nonces: (number | undefined)[] = []
    const outcomes: readonly Effect.Effect<TransferOutcome, InternalRpcError>[] = [
      Effect.succeed({ status: "pending", nonce: 7 }),
      Effect.fail(new InternalRpcError("no")),
      Effect.succeed({ status: "pending" }),
      Effect.succeed({ status: "confirmed", settled: true, hash }),
    ]
    const outcome = (transfer: TrackedTransfer) => outcomes[nonces.push(transfer.nonce) - 1] ?? Effect.never
    return whenConnected({ layers: (world) => sendingWith(world, () => ({ outcome })) }, function* () {
      const done = yield* mined(swap({ quote: yield* quoteOf("ETH", "HRB", "0.5") }))
      assert.strictEqual(done.hash, hash)
      assert.deepStrictEqual(nonces, [undefined, 7, 7, 7])
    })
  })

  test("asks again, and sends nothing, if the price is worse at the time of the approval", function* ({ world }) {
    const { reviewed, quote: shown, sending } = yield* slicesOf(slice)
    const quote = yield* quoteOf("ETH", "HRB", "0.5")
    world.market.setPrice("HRB", 3)
    yield* fails(swap({ quote }), { _tag: "QuoteChanged" })
    yield* confirmSwap(quote, words)
    yield* rest

    assert.isEmpty(world.ledger.moved)
    assert.strictEqual(sending.value.status, "failed")
    assert.isBelow(Number(reviewed.value?.toAmount), Number(quote.toAmount))
    assert.deepStrictEqual<object>(shown.value, { status: "loaded", value: reviewed.value })
    world.market.setPrice("HRB", 1)
    yield* mined(swap({ quote }))
    assert.lengthOf(world.ledger.moved, 1)
  })

  it.effect("asks again only if the price is worse by more than 0.1 %", () => {
    let gained = 1_000_000n
    const quotes = () => ({ quotes: [{ fromAmount: "1", toAmount: String(gained) }] })
    return whenConnected({ layers: exchangeWith(swapQuotesEndpoint, quotes) }, function* ({ world }) {
      const quote = yield* quoteOf("ETH", "HRB", "0.5")
      gained = 998_999n
      yield* fails(swap({ quote }), { _tag: "QuoteChanged" })
      gained = 999_000n
      yield* mined(swap({ quote }))
      assert.lengthOf(world.ledger.moved, 1)
    })
  })

  type Tx = { readonly to: string; readonly data: string }
  /** The exchange's transaction with parts of it replaced. */
  const txWith = (change: (tx: Tx) => object) => (response: { tx: Tx }) => ({
    tx: { ...response.tx, ...change(response.tx) },
  })
  /** The exchange's token list with wrong decimals for one token. */
  const decimalsOf = (symbol: string, decimals: number) => (response: { tokens: readonly { symbol: string }[] }) => ({
    tokens: response.tokens.map((one) => (one.symbol === symbol ? { ...one, decimals } : one)),
  })
  const selectors = ["0xa9059cbb", "0x23b872dd", "0x095ea7b3", "0x39509351", "0xA22CB465", "0xd505accf"]
  const args = "0".repeat(128)
  /** An approval of one unit less than the test's amount. */
  const lowered = (data: string) => approval(readApproval(data)?.spender ?? "", 399_999_999n)
  it.effect.each<readonly [what: string, row: object, change: (response: never) => unknown]>([
    ["an approval for another spender", buildApproveEndpoint, txWith(() => ({ data: approval(stranger, 2n ** 255n) }))],
    ["an approval of less", buildApproveEndpoint, txWith(({ data }) => ({ data: lowered(data) }))],
    ["a call without arguments", buildTransactionEndpoint, txWith(({ data }) => ({ data: data.slice(0, 10) }))],
    ["an approval of another token", buildApproveEndpoint, txWith(() => ({ to: `eip155:1:${stranger}` }))],
    ["a call other than an approval", buildApproveEndpoint, txWith(() => ({ data: `0xa9059cbb${args}` }))],
    ["a swap on another network", buildTransactionEndpoint, txWith(({ to }) => ({ to: to.replace(":1:", ":137:") }))],
    ["a swap from another account", buildTransactionEndpoint, txWith(() => ({ from: `eip155:1:${stranger}` }))],
    ...selectors.map(
      (selector) =>
        [
          `a call that moves another token (${selector})`,
          buildTransactionEndpoint,
          txWith(() => ({ to: `eip155:1:${stranger}`, data: `${selector}${args}` })),
        ] as const,
    ),
    ["an amount in wrong decimals", swapTokensEndpoint, decimalsOf("USDC", 9)],
    ["a gain in wrong decimals", swapTokensEndpoint, decimalsOf("HRB", 15)],
  ])("never asks the wallet to sign anything but what was shown: %s", ([, row, change]) =>
    whenConnected({ layers: exchangeWith(row, change) }, function* ({ world }) {
      const quote = yield* quoteOf("USDC", "HRB", "400")
      const what = row === buildApproveEndpoint ? "approval transaction" : "transaction"
      yield* fails(swap({ quote }), { message: `Failed to create ${what}` })
      assert.isEmpty(world.ledger.moved)
    }),
  )

  it.effect.each(["the token to pay with", "the token to get", "the account"] as const)(
    "refuses a call of %s before it is checked on the chain",
    (what) => {
      const { asked, layers } = recordedChecks()
      let target = ""
      const api = exchangeWith(
        buildTransactionEndpoint,
        txWith(() => ({ to: target })),
      )
      return whenConnected({ layers: (world) => ({ ...layers(world), ...api(world) }) }, function* () {
        const quote = yield* quoteOf("USDC", "HRB", "400")
        const targets = {
          "the token to pay with": quote.from.address,
          "the token to get": quote.to.address,
          "the account": quote.account,
        }
        target = targets[what]
        yield* fails(swap({ quote }), { _tag: "SwapNotBuilt" })
        assert.isEmpty(asked)
      })
    },
  )

  it.effect.each<readonly [what: string, row: object, change: (response: never) => unknown]>([
    ["of another amount", buildTransactionEndpoint, txWith(() => ({ amount: "1" }))],
    ["without a price", swapQuotesEndpoint, () => ({ quotes: [] })],
    ["that gives nothing", swapQuotesEndpoint, () => ({ quotes: [{ fromAmount: "1", toAmount: "0" }] })],
  ])("sends no native currency for a swap %s", ([, row, change]) =>
    whenConnected({ layers: exchangeWith(row, change) }, function* ({ world }) {
      const error = yield* Effect.flip(Effect.flatMap(quoteOf("ETH", "HRB", "0.5"), (quote) => swap({ quote })))
      assert.strictEqual(error._tag, row === buildTransactionEndpoint ? "SwapNotBuilt" : "SwapFailed")
      assert.isEmpty(world.ledger.moved)
    }),
  )

  it.effect("approves exactly the amount if the exchange asks for no more", () =>
    whenConnected(
      {
        layers: exchangeWith(
          buildApproveEndpoint,
          txWith(({ data }) => ({ data: approval(readApproval(data)?.spender ?? "", 400_000_000n) })),
        ),
      },
      function* (scene) {
        yield* mined(swap({ quote: yield* quoteOf("USDC", "HRB", "400") }))
        assert.deepStrictEqual(allowances(scene), [400_000_000n, undefined])
      },
    ),
  )

  it.effect("swaps if the exchange names no gas price", () =>
    whenConnected(
      {
        layers: exchangeWith(
          buildTransactionEndpoint,
          txWith(() => ({ eip155: undefined })),
        ),
      },
      function* ({ world }) {
        yield* mined(swap({ quote: yield* quoteOf("ETH", "HRB", "0.5") }))
        assert.lengthOf(world.ledger.moved, 1)
      },
    ),
  )

  type Listed = { readonly symbol: string; readonly address: string; readonly logoUri?: string | undefined }
  const elsewhere = (response: { tokens: readonly Listed[] }) => ({
    tokens: response.tokens.flatMap((one) => [
      { ...one, logoUri: one.symbol === "ETH" ? one.logoUri : undefined },
      { ...one, address: one.address.replace("eip155:1:", "eip155:10:") },
    ]),
  })
  it.effect("lists this network's tokens with the account's balance, price and picture of each", () =>
    whenConnected({ layers: exchangeWith(swapTokensEndpoint, elsewhere) }, function* () {
      const tokens = yield* swapTokens()
      const balances = yield* fetchBalances()
      assert.isTrue(tokens.every(({ address }) => address.startsWith("eip155:1:")))
      for (const symbol of ["ETH", "USDC"]) {
        const mine = balances.find((one) => one.symbol === symbol && one.chainId === "eip155:1")
        const listed = tokens.find((one) => one.symbol === symbol)
        assert.deepInclude(listed, { quantity: mine?.quantity.numeric ?? "", price: mine?.price ?? 0 })
        assert.isAbove(Number(listed?.quantity), 0)
      }
      const other = tokens.find(({ symbol }) => balances.every((one) => one.symbol !== symbol))
      assert.deepInclude(other, { quantity: "0", price: 0, logoUri: "" })
      assert.strictEqual(
        tokens.find(({ symbol }) => symbol === "USDC")?.logoUri,
        balances.find(({ symbol }) => symbol === "USDC")?.iconUrl,
      )
      // A token can be named by its contract, in any case.
      const [eth, usdc] = ["ETH", "USDC"].map((symbol) => tokens.find((one) => one.symbol === symbol)?.address ?? "")
      const quote = yield* quoteOf(
        usdc?.slice("eip155:1:".length).toUpperCase().replace("0X", "0x") ?? "",
        eth ?? "",
        "1",
      )
      assert.deepStrictEqual([quote.from.symbol, quote.to.symbol], ["USDC", "ETH"])
    }),
  )

  it.effect("lists no balance of a token that only looks like the one to swap", () => {
    const usdc = "eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
    const of = (symbol: string, numeric: string, decimals: string, more = {}) =>
      balanceOf({ symbol, quantity: { decimals, numeric }, chainId: "eip155:1", ...more })
    const balances = [
      of("ETH", "1", "18", { address: `eip155:1:${stranger}` }),
      of("ETH", "2", "18", { chainId: "eip155:10" }),
      of("USDC", "4", "6", { address: `eip155:1:${stranger}` }),
      of("USDC", "5", "18", { address: usdc }),
      of("ETH", "6", "18"),
      of("USDC", "7", "6", { address: usdc }),
    ]
    return whenConnected({ layers: exchangeWith(balanceEndpoint, () => ({ balances })) }, function* () {
      const tokens = yield* swapTokens()
      const held = tokens.filter(({ quantity }) => quantity !== "0")
      assert.deepStrictEqual(
        held.map(({ symbol, quantity }) => [symbol, quantity]),
        [
          ["ETH", "6"],
          ["USDC", "7"],
        ],
      )
    })
  })

  const noPrices = [
    ["lists none", () => ({ fungibles: [] })],
    ["names no contract", () => ({ fungibles: [{ symbol: "USDC", price: 5 }] })],
    ["fails", () => Effect.fail(new PriceFailed())],
  ] as const
  it.effect.each(noPrices)("quotes by the prices of the balances if the price service %s", ([, change]) =>
    whenConnected({ layers: exchangeWith(pricesEndpoint, change) }, function* () {
      const tokens = yield* swapTokens()
      const [eth, usdc] = ["ETH", "USDC"].map((symbol) => tokens.find((one) => one.symbol === symbol))
      const { from, to } = yield* quoteOf("ETH", "USDC", "1")
      assert.deepStrictEqual([from.price, to.price], [eth?.price, usdc?.price])
    }),
  )

  it.effect("requests a price only while it is not known", () => {
    const asked: (readonly unknown[])[] = []
    const noted = (response: never, { addresses }: { addresses: readonly string[] }) => {
      asked.push(addresses)
      return response
    }
    return whenConnected({ layers: exchangeWith(pricesEndpoint, noted) }, function* () {
      const first = yield* quoteOf("USDC", "ETH", "1")
      const second = yield* quoteOf("HRB", "USDC", "1")
      assert.strictEqual(second.to.price, first.from.price)
      yield* quoteOf("HRB", "ETH", "2")
      const [usdc, eth, hrb] = [first.from, first.to, second.from].map(({ address }) => address)
      assert.deepStrictEqual(asked, [[usdc, eth, eth], [hrb]])
    })
  })

  const unpriced = ({ fungibles }: { fungibles: readonly { symbol: string }[] }) => ({
    fungibles: fungibles.map((one) => (one.symbol === "USDC" ? { ...one, price: 0 } : one)),
  })
  it.effect("has no price impact without the price of a token", () =>
    whenConnected({ layers: exchangeWith(pricesEndpoint, unpriced) }, function* () {
      assert.isUndefined((yield* quoteOf("ETH", "USDC", "1")).priceImpact)
      assert.isUndefined((yield* quoteOf("USDC", "ETH", "1")).priceImpact)
      assert.isDefined((yield* quoteOf("ETH", "HRB", "1")).priceImpact)
    }),
  )

  for (const [what, fault] of [
    ["cannot be read", { body: "mistyped" }],
    ["does not arrive", { offline: true }],
  ] as const)
    test(`Error: 'Network not supported for Gas Price': a gas price that ${what}`, function* ({ world }) {
      world.faults.set("gasPrice", fault)
      yield* fails(quoteOf("ETH", "HRB", "0.5"), { message: "Network not supported for Gas Price" })
    })

  const gasPrice = String(2n ** 256n)
  const excessive = (_: never, { chainId }: { chainId: string }) => ({
    standard: chainId === "eip155:1" ? gasPrice : "1",
  })
  it.effect("Fee rule: max fee at most 2^256-1, of a swap whose gas price is above", () =>
    whenConnected({ layers: exchangeWith(gasPriceEndpoint, excessive) }, function* () {
      yield* fails(quoteOf("ETH", "HRB", "0.5"), { _tag: "MaxFeeTooHigh" })
    }),
  )

  it.effect("Fee rule: max fee at most 2^256-1, of a swap whose transaction is above", () =>
    whenConnected(
      {
        layers: exchangeWith(
          buildTransactionEndpoint,
          txWith(() => ({ eip155: { gas: "140000", gasPrice } })),
        ),
      },
      function* ({ world }) {
        const quote = yield* quoteOf("ETH", "HRB", "0.5")
        yield* fails(swap({ quote }), { _tag: "MaxFeeTooHigh" })
        assert.isEmpty(world.ledger.moved)
      },
    ),
  )

  test("asks again if the price gets worse during the approval, and sends nothing further", function* (scene) {
    const swapping = swap({ quote: yield* quoteOf("USDC", "HRB", "400") })
    const fiber = yield* Effect.forkChild(fails(swapping, { _tag: "QuoteChanged" }))
    yield* rest
    scene.world.market.setPrice("HRB", 3)
    yield* mine
    yield* Fiber.join(fiber)
    assert.deepStrictEqual(allowances(scene), [400_000_000n])
  })

  test("keeps a pending swap when another is reviewed: it reports the outcome, and sends no second swap", function* ({
    world,
  }) {
    const { sending, reviewed, quote: shown } = yield* slicesOf(slice)
    const quote = yield* quoteOf("ETH", "HRB", "0.5")
    yield* confirmSwap(quote, words)
    yield* rest
    const next = yield* quoteOf("ETH", "HRB", "0.1")
    shown.value = { status: "loaded", value: next }
    yield* reviewSwap()
    assert.strictEqual(sending.value.status, "loading")
    assert.strictEqual(reviewed.value, quote)
    yield* confirmSwap(next, words)
    yield* mine

    assert.lengthOf(world.ledger.moved, 1)
    assert.strictEqual((yield* shownSnack).message, words.swapped)
  })

  test("does not request an approval twice while the next price loads", function* (scene) {
    const { reviewed, quote, sending } = yield* slicesOf(slice)
    yield* confirmSwap(yield* quoteOf("USDC", "HRB", "400"), words)
    yield* mine

    assert.deepStrictEqual([sending.value.status, reviewed.value?.needsApproval], ["idle", false])
    assert.strictEqual(quote.value.status, "idle")
    assert.deepStrictEqual(allowances(scene), [400_000_000n])
  })

  test("keeps exactly the fee when the whole native balance is swapped, and survives hostile decimals", function* () {
    const { tokens, from, source, amount, quote } = yield* slicesOf(slice)
    yield* prepareSwap({ fromToken: "ETH", toToken: "USDC" })
    quote.value = { status: "loaded", value: yield* quoteOf("ETH", "USDC", "0.5") }
    yield* swapAll()
    const units = (text: string | undefined) => parseUnits(text ?? "", 18) ?? 0n
    const fee = 150_000n * 1_200_000_000n
    const kept = units(from.value?.quantity) - units(amount.value)
    assert.isTrue(kept >= fee - 1_000n && kept <= fee, String(kept))

    tokens.value = { status: "loaded", value: (yield* swapTokens()).map((one) => ({ ...one, decimals: 255 })) }
    source.value = tokens.value.value.find(({ symbol }) => symbol === "USDC")?.address
    yield* swapAll()
    assert.strictEqual(units(amount.value), units(from.value?.quantity))
  })

  test.started("fails without a connected wallet", function* () {
    yield* fails(swapTokens(), { _tag: "NoActiveCaipAddress" })
  })

  test("fails for unknown tokens, impossible amounts, another account's quote, and if swaps are off", function* ({
    world,
    core,
  }) {
    yield* fails(quoteOf("NOPE", "HRB", "1"), {
      path: "fromToken",
      message: "Expected token, received 'NOPE'",
    })
    yield* fails(quoteOf("ETH", "ETH", "1"), {
      path: "toToken",
      message: "Expected another token, received 'ETH'",
    })
    for (const amount of ["0", "", "-1", "many"])
      yield* fails(quoteOf("ETH", "HRB", amount), { _tag: "IncorrectAmount" })
    const quote = yield* quoteOf("ETH", "HRB", "0.5")
    for (const other of [{ account: `eip155:1:${stranger}` }, { network: "eip155:10" as const }])
      yield* fails(swap({ quote: { ...quote, ...other } }), { _tag: "SwapNotBuilt" })
    world.faults.set("gasPrice", { status: 400 })
    yield* fails(quoteOf("ETH", "HRB", "1"), { message: "Network not supported for Gas Price" })
    const { served } = yield* slicesOf(project)
    served.value = new Set(["eip155:8453"])
    yield* fails(quoteOf("ETH", "HRB", "1"), { message: "Network not supported for Swaps" })
    served.value = undefined
    core.remoteFeatures.value = { ...core.remoteFeatures.value, swaps: false }
    yield* fails(quoteOf("ETH", "HRB", "1"), { message: "Network not supported for Swaps" })
  })

  test("shows 'Transaction error' for a transaction that fails, and only the rejection for one rejected", {
    script: { sends: "reverted", wallets: { "*": { sign: "reject" } } },
  }, function* ({ world }) {
    const { refused, sending } = yield* slicesOf(slice)
    const quote = yield* quoteOf("ETH", "HRB", "0.5")
    yield* fails(swap({ quote }), { message: "Transaction error" })
    assert.isEmpty(world.ledger.moved)
    yield* confirmSwap(quote, words)
    yield* pass(400)
    assert.deepStrictEqual([sending.value.status, refused.value, (yield* shownSnack).open], ["failed", true, false])

    walletOf(world).behave({ sign: "approve" })
    yield* confirmSwap(quote, words)
    assert.isFalse(refused.value)
    yield* mine
    assert.isFalse(refused.value)
    assert.deepInclude(yield* shownSnack, { variant: "error", message: "Transaction error" })
  })

  test("never sends twice for two clicks, and continues after the visitor leaves the view", function* ({
    world,
    core,
  }) {
    const quote = yield* quoteOf("ETH", "HRB", "0.5")
    core.stack.value = [{ name: "Swap" }, { name: "SwapPreview" }]
    const view = yield* Effect.forkChild(confirmSwap(quote, words))
    yield* rest
    view.interruptUnsafe()
    yield* confirmSwap(quote, words)
    yield* mine

    assert.lengthOf(world.ledger.moved, 1)
    assert.strictEqual(core.route.value?.name, "Account")
  })

  test("The modal can also open with swap arguments for the Swap view, and requests prices 200 ms later, then every 10 s", function* ({
    world,
  }) {
    const { from, to, amount, quote } = yield* slicesOf(slice)
    const sides = () => [from.value?.symbol, to.value?.symbol]
    yield* prepareSwap({ fromToken: "USDC", toToken: "HRB", amount: "400" })
    assert.deepStrictEqual([...sides(), amount.value], ["USDC", "HRB", "400"])
    yield* Effect.forkChild(keepQuote())
    yield* pass(199)
    assert.strictEqual(world.faults.requestCount("swapQuotes"), 0)
    yield* pass(1)
    assert.strictEqual(quote.value.status, "loaded")
    assert.strictEqual(world.faults.requestCount("swapQuotes"), 1)
    yield* pass(10_000)
    assert.strictEqual(world.faults.requestCount("swapQuotes"), 2)

    yield* turnSwap()
    assert.deepStrictEqual(sides(), ["HRB", "USDC"])
    if (to.value) yield* chooseSwapToken("sourceToken", to.value)
    assert.deepStrictEqual(sides(), ["USDC", "HRB"])
    yield* swapAll()
    assert.strictEqual(amount.value, from.value?.quantity)

    // The visitor's earlier choice does not keep a later opening from its own.
    yield* prepareSwap({ fromToken: "HRB", toToken: "ETH", amount: "1.5" })
    assert.deepStrictEqual([...sides(), amount.value], ["HRB", "ETH", "1.5"])
  })

  test("shows 'Failed to initialize swap' if the tokens cannot be loaded", {
    script: { faults: { swapTokens: { status: 500 } } },
  }, function* () {
    yield* prepareSwap({})
    yield* pass(200)
    assert.deepInclude(yield* shownSnack, { variant: "error", message: "Failed to initialize swap" })
  })
})
