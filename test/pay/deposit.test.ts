import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { bitcoin, defineNetwork, mainnet, solana } from "../../src/options/networks.ts"
import {
  checkDeposit,
  chooseAsset,
  depositFrom,
  prepareDeposit,
  resumeDeposit,
  startOver,
} from "../../src/pay/flows/deposit.ts"
import type { PaymentState } from "../../src/pay/model.ts"
import { deposit } from "../../src/pay/state.ts"
import { project } from "../../src/project/first-paint/state.ts"
import { fundWallet, openDeposit } from "../../src/receive/flows.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import * as Router from "../../src/runtime/router.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { pricesEndpoint } from "../../src/swap/endpoints.ts"
import { settled } from "../contracts/settled.ts"
import { createWorld, rest, shelf } from "../fixtures/modal.ts"
import {
  eventsOf,
  firstOf,
  order,
  payEventsOf,
  slowStorage,
  storedDeposit,
  untilPaid,
  usdc,
  windowOf,
  words,
} from "../fixtures/scenes/pay.ts"
import { exchangeWith, test, whenConnected, whenStarted } from "../fixtures/scenes.ts"
import { pass, shownSnack } from "../fixtures/visits.ts"

const nativeEther = `eip155:1:0x${"e".repeat(40)}`

const aurora = defineNetwork({ ...mainnet, id: 1313161554, name: "Aurora" })

/** A visitor starts a deposit of 10 dollars at the first exchange. */
const depositing = Effect.fnUntraced(function* ({ popup } = windowOf()) {
  yield* openDeposit()
  yield* prepareDeposit(words)
  yield* depositFrom(yield* exchange, popup, words)
  yield* rest
})

const exchange = Effect.map(slicesOf(deposit), ({ exchanges }) => firstOf(latest(exchanges.peek())?.exchanges))

describe("deposit from an exchange", () => {
  test("takes an amount in dollars, and converts it to tokens with 4 decimals", function* () {
    const { amount, tokenAmount, asset, exchanges } = yield* slicesOf(deposit)
    yield* prepareDeposit(words)

    assert.deepStrictEqual([amount.value, asset.value?.metadata.symbol], ["10", "ETH"])
    assert.match(tokenAmount.value ?? "", /^0\.00\d\d$/)
    assert.lengthOf(latest(exchanges.value)?.exchanges ?? [], 3)
    yield* chooseAsset(usdc)
    yield* prepareDeposit(words)
    assert.strictEqual(tokenAmount.value, "10.0000")
  })

  test("closes its window if the amount is too small, and starts nothing", function* () {
    const { amount, tokenAmount, current, error } = yield* slicesOf(deposit)
    const { popup, seen } = windowOf()
    yield* checkDeposit(words)
    yield* startOver()
    yield* prepareDeposit(words)
    amount.value = "0"
    assert.isUndefined(tokenAmount.value)
    yield* depositFrom(yield* exchange, popup, words)
    yield* rest

    assert.deepStrictEqual([seen, current.value, error.value], [["closed"], undefined, undefined])
  })

  test("goes back from the choice of an asset, or to the deposit if there is nothing to go back to", function* ({
    core,
  }) {
    yield* openDeposit()
    const before = core.stack.value
    yield* Router.push({ name: "PayWithExchangeSelectAsset" })
    yield* chooseAsset(usdc)
    assert.deepStrictEqual(core.stack.value, before)
    yield* Router.reset({ name: "PayWithExchangeSelectAsset" })
    yield* chooseAsset(usdc)
    assert.deepStrictEqual(core.stack.value, [{ name: "PayWithExchange" }])
  })

  const elsewhere = { symbol: "ETH", price: 1, address: `eip155:1:0x${"12".repeat(20)}` }
  it.effect.each([
    [
      "its address in any case",
      [elsewhere, { symbol: "", price: 2_000, address: nativeEther.toUpperCase() }],
      "0.0050",
    ],
    [
      "its symbol",
      [
        { symbol: "BTC", price: 1 },
        { symbol: "ETH", price: 2_000 },
      ],
      "0.0050",
    ],
    ["nothing, if it has no price", [{ symbol: "ETH", price: 0, address: nativeEther }], undefined],
    ["nothing, if there is no price of it", [{ symbol: "BTC", price: 1 }], undefined],
  ] as const)("converts by the price of %s", ([, fungibles, expected]) =>
    whenConnected({ layers: exchangeWith(pricesEndpoint, () => ({ fungibles })) }, function* () {
      const { price, tokenAmount } = yield* slicesOf(deposit)
      yield* prepareDeposit(words)
      assert.strictEqual(tokenAmount.value, expected)
      assert.strictEqual(price.value.status, expected ? "loaded" : "failed")
    }),
  )

  it.effect("asks for the price of SOL by its own address", () => {
    const asked: unknown[] = []
    const layers = exchangeWith(pricesEndpoint, (response, input) => {
      asked.push(input)
      return response
    })
    return whenStarted({ layers, options: { networks: [solana] } }, function* () {
      yield* prepareDeposit(words)
      const addresses = [`${solana.caipNetworkId}:So11111111111111111111111111111111111111111`]
      assert.deepStrictEqual(asked, [{ projectId: "demo", addresses }])
    })
  })

  test("asks for no price on a network that the provider does not serve", function* ({ world }) {
    const { price } = yield* slicesOf(deposit)
    const before = world.faults.requestCount("prices")
    const { served } = yield* slicesOf(project)
    served.value = new Set(["eip155:8453"])
    yield* prepareDeposit(words)
    assert.strictEqual(price.value.status, "failed")
    assert.strictEqual(world.faults.requestCount("prices"), before)
  })

  test("loads the price while the exchanges are still loading", {
    script: { faults: { exchanges: { delay: 3_000 } } },
  }, function* () {
    const { price, exchanges } = yield* slicesOf(deposit)
    const preparing = yield* Effect.forkChild(prepareDeposit(words))
    yield* rest
    assert.deepStrictEqual([price.value.status, exchanges.value.status], ["loaded", "loading"])
    yield* pass("3 seconds")
    yield* Fiber.join(preparing)
  })

  test("continues in the window of the click, and reports its outcome on the account", function* ({
    core,
    instance,
    world,
  }) {
    const { current } = yield* slicesOf(deposit)
    const window = windowOf()
    yield* openModal()
    yield* depositing(window)
    const balances = world.faults.requestCount("balance")

    assert.deepStrictEqual(window.seen, [current.value?.url])
    assert.strictEqual(core.route.value?.name, "Account")
    assert.deepInclude(yield* shownSnack, { message: "going", variant: "loading", open: true })
    yield* untilPaid
    assert.strictEqual(current.value?.status, "success")
    assert.deepInclude(yield* shownSnack, { message: "completed", variant: "success" })
    const { exchange } = snapshot(instance) as unknown as { exchange: Record<string, unknown> }
    assert.deepInclude(exchange.currentPayment as object, { type: "exchange", status: "SUCCESS" })
    assert.strictEqual(exchange.isPaymentInProgress, false)
    assert.match(current.value?.result ?? "", /^0x[0-9a-f]{64}$/)
    assert.isAbove(world.faults.requestCount("balance"), balances)
    assert.deepStrictEqual(eventsOf(world), ["PAY_EXCHANGE_SELECTED", "PAY_INITIATED", "PAY_SUCCESS"])
    assert.deepInclude(payEventsOf(world)[0]?.properties, {
      exchange: { id: "quayside" },
      currentPayment: { type: "exchange", exchangeId: "quayside", status: "opening" },
      headless: false,
      source: "fund-from-exchange",
    })
    yield* checkDeposit(words)
    assert.strictEqual(current.value?.status, "success")
    yield* prepareDeposit(words)
    assert.isUndefined(current.value)
  })

  test("offers a blocked window again, and is tracked in the meantime", function* ({ core }) {
    const { current } = yield* slicesOf(deposit)
    yield* depositing(windowOf(true))

    assert.strictEqual(core.route.value?.name, "PayWithExchange")
    assert.deepInclude(current.value, { status: "waiting", blocked: true })
    assert.match(current.value?.url ?? "", /^http/)
    yield* prepareDeposit(words)
    assert.deepInclude(current.value, { status: "waiting", blocked: true })
    yield* untilPaid
    assert.deepInclude(current.value, { status: "success", blocked: true })
  })

  test("starts once for two clicks, and is followed while the modal is closed", {
    script: { faults: { payUrl: { delay: 3_000 } } },
  }, function* ({ world, core }) {
    const { current } = yield* slicesOf(deposit)
    const { popup, seen } = windowOf()
    yield* prepareDeposit(words)
    const one = yield* exchange
    yield* depositFrom(one, windowOf().popup, words)
    yield* rest
    yield* depositFrom(one, popup, words)
    yield* rest
    yield* pass("3 seconds")

    assert.strictEqual(world.faults.requestCount("payUrl"), 1)
    assert.isEmpty(seen)
    assert.deepStrictEqual(core.stack.value, [{ name: "Connect" }])
    yield* untilPaid
    assert.strictEqual(current.value?.status, "success")
  })

  test("closes its window and says why if the exchange rejects it", {
    script: { faults: { payUrl: { status: 500 } } },
  }, function* ({ world }) {
    const { current, error } = yield* slicesOf(deposit)
    const window = windowOf()
    yield* openModal()
    yield* depositing(window)

    assert.deepStrictEqual(window.seen, ["closed"])
    assert.isUndefined(current.value)
    assert.deepInclude<object | undefined>(error.value, { code: "UNABLE_TO_GET_PAY_URL" })
    const [, failed] = payEventsOf(world)
    assert.deepInclude(failed, { event: "PAY_ERROR" })
    assert.deepInclude(failed?.properties.currentPayment, { type: "exchange", status: "failed" })
  })

  test("polls every 5 s, up to 20 times; then it is late, and can be polled again", {
    script: { deposits: "stuck" },
  }, function* ({ world, storage }) {
    const { current } = yield* slicesOf(deposit)
    yield* depositing()
    yield* pass("4 seconds")
    assert.strictEqual(world.faults.requestCount("buyStatus"), 0)
    yield* pass("2 minutes")

    assert.strictEqual(world.faults.requestCount("buyStatus"), 20)
    assert.strictEqual(current.value?.status, "late")
    assert.strictEqual((yield* shownSnack).message, "late")
    yield* resumeDeposit(words)
    assert.strictEqual(current.value?.status, "late")
    yield* checkDeposit(words)
    assert.strictEqual(current.value?.status, "waiting")
    yield* rest
    yield* pass("5 seconds")
    assert.strictEqual(world.faults.requestCount("buyStatus"), 21)
    assert.lengthOf(storage.json("exchange_payments") as readonly unknown[], 1)
    yield* startOver()
    assert.isUndefined(current.value)
    assert.isFalse(storage.texts.has("exchange_payments"))
  })

  test("reports a failure, and can be started again", { script: { deposits: "failed" } }, function* ({ world }) {
    const { current } = yield* slicesOf(deposit)
    yield* depositing()
    const balances = world.faults.requestCount("balance")
    yield* untilPaid

    assert.strictEqual(current.value?.status, "failed")
    assert.strictEqual(world.faults.requestCount("balance"), balances)
    assert.deepInclude(yield* shownSnack, { message: "failed", variant: "error" })
    yield* prepareDeposit(words)
    assert.isUndefined(current.value)
  })

  test.visits("is tracked again, and reported, after a reload", function* () {
    const setup = { world: createWorld({ tick: 0 }), storage: shelf() }
    yield* whenConnected(setup, function* () {
      yield* depositing()
    })
    assert.isTrue(setup.storage.texts.has("exchange_payments"))
    yield* whenStarted(setup, function* () {
      const { current } = yield* slicesOf(deposit)
      yield* resumeDeposit(words)
      assert.strictEqual(current.value?.status, "waiting")
      yield* untilPaid
      assert.strictEqual(current.value?.status, "success")
    })
    assert.isFalse(setup.storage.texts.has("exchange_payments"))
  })

  it.effect.each([
    ["no JSON", "{"],
    ["no list", "7"],
    ["an empty entry", [null]],
    ["no exchange", [{ ...storedDeposit, exchange: undefined }]],
    ["an exchange without an ID", [{ ...storedDeposit, exchange: { name: "Quayside" } }]],
    ["no ID", [{ ...storedDeposit, paymentId: undefined }]],
    ["no session", [{ ...storedDeposit, sessionId: undefined }]],
    ["no time", [{ ...storedDeposit, at: "0" }]],
    ["a script as its URL", [{ ...storedDeposit, url: "javascript:alert(1)" }]],
    ["a payment", [{ ...storedDeposit, source: "pay" }]],
    [
      "a network that the site no longer has",
      [{ ...storedDeposit, of: { ...order, paymentAsset: { ...usdc, network: "eip155:7" } } }],
    ],
    ["a deposit of more than a day ago", [{ ...storedDeposit, at: -86_400_001 }]],
    [
      "more than 32 payments",
      [...Array.from({ length: 32 }, () => ({ ...storedDeposit, source: "pay" })), storedDeposit],
    ],
  ] as const)("ignores stored data: %s", ([, kept]) => {
    const storage = shelf({ exchange_payments: typeof kept === "string" ? kept : JSON.stringify(kept) })
    return whenStarted({ storage }, function* () {
      const { current } = yield* slicesOf(deposit)
      yield* resumeDeposit(words)
      assert.isUndefined(current.value)
    })
  })

  test.started("is resumed after invalid stored data, and up to a day later", function* ({ storage }) {
    const { current } = yield* slicesOf(deposit)
    const at = (yield* Clock.currentTimeMillis) - 86_400_000
    const exchange = { ...storedDeposit.exchange, imageUrl: "https://quayside.example/logo.png" }
    storage.texts.set("exchange_payments", JSON.stringify([null, { ...storedDeposit, at, exchange }]))
    yield* resumeDeposit(words)
    assert.deepInclude(current.value, { paymentId: "earlier", type: "exchange", status: "waiting", exchange })
  })

  test("is not resumed if a newer one is started while storage is read", slowStorage(), function* ({ storage }) {
    const { current } = yield* slicesOf(deposit)
    yield* settled(prepareDeposit(words))
    storage.texts.set("exchange_payments", JSON.stringify([storedDeposit]))
    yield* Effect.forkChild(resumeDeposit(words))
    yield* pass("500 millis")
    yield* depositFrom(yield* exchange, windowOf().popup, words)
    yield* pass("500 millis")
    assert.notStrictEqual(current.value?.paymentId, "earlier")
    assert.isDefined(current.value)
  })

  test("does not come back if it is given up while storage is read", {
    ...slowStorage(),
    script: { deposits: "stuck" },
  }, function* () {
    const { current } = yield* slicesOf(deposit)
    yield* settled(prepareDeposit(words))
    yield* depositFrom(yield* exchange, windowOf().popup, words)
    yield* pass("5 seconds")
    assert.isTrue(current.value?.status === "waiting")
    yield* Effect.forkChild(prepareDeposit(words))
    yield* pass("500 millis")
    yield* Effect.forkChild(startOver())
    yield* pass("5 seconds")
    assert.isUndefined(current.value)
  })

  it.effect("is polled as often as its 100 s allow since it was started", () =>
    Effect.gen(function* () {
      const storage = shelf({ exchange_payments: JSON.stringify([{ ...storedDeposit, at: 10_000 }]) })
      yield* whenStarted({ storage, script: { deposits: "stuck" } }, function* ({ world }) {
        const { current } = yield* slicesOf(deposit)
        const now = yield* Clock.currentTimeMillis
        yield* pass(50_000 - now)
        yield* resumeDeposit(words)
        assert.deepStrictEqual(current.value?.exchange, storedDeposit.exchange)
        yield* pass("2 minutes")
        assert.strictEqual(world.faults.requestCount("buyStatus"), 12)
        assert.strictEqual(current.value?.status, "late")
      })
    }),
  )

  test.visits("keeps 32 payments, and removes only the one that has ended", function* () {
    const kept = Array.from({ length: 40 }, (_, at) => ({ ...storedDeposit, paymentId: `${at}`, source: "pay" }))
    const storage = shelf({ exchange_payments: JSON.stringify([null, ...kept]) })
    const ids = () => (storage.json("exchange_payments") as readonly PaymentState[]).map(({ paymentId }) => paymentId)
    yield* whenConnected({ storage }, function* () {
      yield* depositing()
      const { current } = yield* slicesOf(deposit)
      const others = kept.slice(0, 31).map(({ paymentId }) => paymentId)
      assert.deepStrictEqual(ids(), [current.value?.paymentId, ...others])
      yield* untilPaid
      assert.deepStrictEqual(ids(), others)
    })
  })

  it.effect.each([
    ["on a network that exchanges do not pay out on", { options: { networks: [aurora, mainnet] } }],
    ["if the project has it off", { script: { project: { features: [] } } }],
  ] as const)("is not offered %s", ([, setup]) =>
    whenConnected(setup, function* () {
      const { exchanges } = yield* slicesOf(deposit)
      yield* prepareDeposit(words)
      assert.strictEqual(exchanges.value.status, "idle")
    }),
  )

  test("is one of the ways to fund a wallet, and opens at once if it is the only one", function* ({ core }) {
    yield* fundWallet()
    assert.strictEqual(core.route.value?.name, "FundWallet")
    core.features.value = { ...core.features.peek(), receive: false }
    core.remoteFeatures.value = { ...core.remoteFeatures.peek(), onramp: false }
    yield* fundWallet()
    assert.strictEqual(core.route.value?.name, "PayWithExchange")
  })

  test.started(
    "is not a way to fund a wallet on Bitcoin, and neither is the on-ramp",
    {
      options: { networks: [bitcoin] },
    },
    function* ({ core }) {
      yield* fundWallet()
      assert.strictEqual(core.route.value?.name, "WalletReceive")
    },
  )
})
