import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { knownTokens } from "../../layers/demo/provider/tokens.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { closeModal, openModal } from "../../src/navigation/opening/flows.ts"
import { base, bitcoin, defineNetwork, mainnet } from "../../src/options/networks.ts"
import {
  checkDeposit,
  chooseAsset,
  depositFrom,
  prepareDeposit,
  resumeDeposit,
  startOver,
} from "../../src/pay/flows/deposit.ts"
import {
  checkPayment,
  connectToPay,
  leaveWallet,
  payAgain,
  payByExchange,
  payFromWallet,
  preparePay,
  pricePayment,
} from "../../src/pay/flows/payment.ts"
import type { PaymentInput } from "../../src/pay/model.ts"
import { deposit, pay } from "../../src/pay/state.ts"
import { fundWallet, openDeposit } from "../../src/receive/flows.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import * as Router from "../../src/runtime/router.ts"
import { transfers } from "../../src/send/state/transfers.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { settled } from "../contracts/settled.ts"
import { createWorld, halyard, rest, shelf, walletOf, withWallet } from "../fixtures/modal.ts"
import { assetOf, order, untilPaid, usdc, windowOf } from "../fixtures/scenes/pay.ts"
import { test, whenConnected, whenStarted } from "../fixtures/scenes.ts"
import { pass, shownSnack } from "../fixtures/visits.ts"
import "../../src/swap/endpoints.ts"

const words = { going: "going", completed: "completed", failed: "failed", late: "late" }
/** A demo token that is not built in. The site can name it freely, here as USD Coin. */
const harbour = knownTokens().find(({ symbol }) => symbol === "HRB")?.on["eip155:1"]?.[1] ?? ""
const misnamed: PaymentInput = {
  ...order,
  paymentAsset: { ...usdc, asset: harbour, metadata: { name: "USD Coin", symbol: "USDC", decimals: 18 } },
}
const aurora = defineNetwork({ ...mainnet, id: 1313161554, name: "Aurora" })

/** A visitor starts a deposit of 10 dollars at the first exchange. */
const depositing = Effect.fnUntraced(function* ({ popup } = windowOf()) {
  yield* openDeposit()
  yield* prepareDeposit(words)
  yield* depositFrom(yield* exchange, popup, words)
  yield* rest
})
const exchange = Effect.map(slicesOf(deposit), ({ exchanges }) => firstOf(latest(exchanges.peek())?.exchanges))

/** Shows a payment with its price. */
const priced = Effect.fnUntraced(function* (payment = order) {
  yield* Router.reset({ name: "Pay", payment })
  yield* preparePay(payment)
  yield* pricePayment()
})
/** The visitor pays the shown payment from the wallet. */
const payWithWallet = Effect.gen(function* () {
  const { cost } = yield* slicesOf(pay)
  const prepared = latest(cost.peek())
  if (!prepared) throw new Error("The payment has no price")
  yield* payFromWallet(prepared)
  yield* rest
})
/** The visitor pays the shown payment through the first exchange. */
const payWithExchange = Effect.fnUntraced(function* ({ popup } = windowOf()) {
  const { exchanges } = yield* slicesOf(pay)
  yield* payByExchange(firstOf(latest(exchanges.peek())), popup)
  yield* rest
})
const firstOf = <A>(list: readonly A[] | undefined): A => {
  const [first] = list ?? []
  if (first === undefined) throw new Error("There is no exchange")
  return first
}

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
    amount.value = "0"
    assert.isUndefined(tokenAmount.value)
  })

  test("continues in the window of the click, and reports its outcome on the account", function* ({ core, instance }) {
    const { current } = yield* slicesOf(deposit)
    const window = windowOf()
    yield* depositing(window)

    assert.lengthOf(window.seen, 1)
    assert.strictEqual(core.route.value?.name, "Account")
    assert.deepInclude(yield* shownSnack, { message: "going", variant: "loading", open: true })
    yield* untilPaid
    assert.strictEqual(current.value?.status, "success")
    assert.deepInclude(yield* shownSnack, { message: "completed", variant: "success" })
    const { exchange } = snapshot(instance) as unknown as { exchange: Record<string, unknown> }
    assert.deepInclude(exchange.currentPayment as object, { type: "exchange", status: "SUCCESS" })
    assert.strictEqual(exchange.isPaymentInProgress, false)
  })

  test("offers a blocked window again, and is tracked in the meantime", function* ({ core }) {
    const { current } = yield* slicesOf(deposit)
    yield* depositing(windowOf(true))

    assert.strictEqual(core.route.value?.name, "PayWithExchange")
    assert.deepInclude(current.value, { status: "waiting", blocked: true })
    assert.match(current.value?.url ?? "", /^http/)
    yield* untilPaid
    assert.strictEqual(current.value?.status, "success")
  })

  test("starts once for two clicks", { script: { faults: { payUrl: { delay: 3_000 } } } }, function* ({ world }) {
    yield* prepareDeposit(words)
    const one = yield* exchange
    yield* depositFrom(one, windowOf().popup, words)
    yield* rest
    yield* depositFrom(one, windowOf().popup, words)
    yield* rest
    yield* pass("3 seconds")

    assert.strictEqual(world.faults.requestCount("payUrl"), 1)
  })

  test("closes its window and says why if the exchange rejects it", {
    script: { faults: { payUrl: { status: 500 } } },
  }, function* () {
    const { current, error } = yield* slicesOf(deposit)
    const window = windowOf()
    yield* depositing(window)

    assert.deepStrictEqual(window.seen, ["closed"])
    assert.isUndefined(current.value)
    assert.deepInclude<object | undefined>(error.value, { code: "UNABLE_TO_GET_PAY_URL" })
  })

  test("polls every 5 s, up to 20 times; then it is late, and can be polled again", {
    script: { deposits: "stuck" },
  }, function* ({ world }) {
    const { current } = yield* slicesOf(deposit)
    yield* depositing()
    yield* pass("2 minutes")

    assert.strictEqual(world.faults.requestCount("buyStatus"), 20)
    assert.strictEqual(current.value?.status, "late")
    assert.strictEqual((yield* shownSnack).message, "late")
    yield* checkDeposit(words)
    yield* rest
    yield* pass("5 seconds")
    assert.strictEqual(world.faults.requestCount("buyStatus"), 21)
    yield* startOver()
    assert.isUndefined(current.value)
  })

  test("reports a failure, and can be started again", { script: { deposits: "failed" } }, function* () {
    const { current } = yield* slicesOf(deposit)
    yield* depositing()
    yield* untilPaid

    assert.strictEqual(current.value?.status, "failed")
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
    ["a script as its URL", JSON.stringify([{ url: "javascript:alert(1)" }])],
  ] as const)("ignores invalid stored data: %s", ([, text]) =>
    whenStarted({ storage: shelf({ exchange_payments: text }) }, function* () {
      const { current } = yield* slicesOf(deposit)
      yield* resumeDeposit(words)
      assert.isUndefined(current.value)
    }),
  )

  test("is not offered on a network that exchanges do not pay out on, nor if the project has it off", {
    script: { project: { features: [] } },
    options: { networks: [aurora, mainnet] },
  }, function* () {
    const { asset, exchanges } = yield* slicesOf(deposit)
    yield* prepareDeposit(words)

    assert.isUndefined(asset.value)
    assert.strictEqual(exchanges.value.status, "idle")
  })

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

describe("payment", () => {
  test("is made from the active wallet, and closes the modal 3 s after it is completed", function* ({ world, core }) {
    const { current } = yield* slicesOf(pay)
    yield* openModal({ view: "Pay", arguments: order })
    yield* preparePay(order)
    yield* pricePayment()
    yield* payWithWallet

    assert.strictEqual(core.route.value?.name, "PayLoading")
    yield* untilPaid
    assert.deepInclude(current.value, { status: "success", result: `0x${world.ledger.moved[0]?.id}` })
    yield* pass("3 seconds")
    assert.isFalse(core.open.value)
    assert.deepInclude(world.ledger.moved[0], { units: 12_500_000n })
    const names = world.events.map(({ props }) => props.event).filter((name) => /^(PAY|SEND)_/.test(name))
    assert.deepStrictEqual(names, ["PAY_MODAL_OPEN", "PAY_INITIATED", "PAY_SUCCESS"])
  })

  test.started("names the token as its contract does, not as the site does", function* () {
    const { payment, current } = yield* slicesOf(pay)
    yield* priced(misnamed)
    const named = latest(payment.value)
    assert.strictEqual(named?.paymentAsset.metadata.symbol, "HRB")
    assert.isUndefined(named?.siteNamed)
    yield* payWithExchange()
    assert.strictEqual(current.value?.of.paymentAsset.metadata.symbol, "HRB")
  })

  test.started(
    "marks a token as named by the site until its contract responds",
    { script: { faults: { eth_call: { status: 500 } } } },
    function* ({ world }) {
      const { payment } = yield* slicesOf(pay)
      yield* settled(preparePay(misnamed))
      const named = latest(payment.value)
      assert.deepInclude(named, { siteNamed: true })
      assert.strictEqual(named?.paymentAsset.metadata.symbol, "USDC")

      world.faults.set("eth_call", {})
      yield* preparePay(undefined)
      const again = latest(payment.value)
      assert.strictEqual(again?.paymentAsset.metadata.symbol, "HRB")
      assert.isUndefined(again?.siteNamed)
    },
  )

  test("pays once for several clicks", { script: { wallets: { [halyard]: { send: "hang" } } } }, function* ({ world }) {
    const { current } = yield* slicesOf(pay)
    yield* priced()
    yield* payWithWallet
    yield* payWithWallet
    yield* Router.reset({ name: "Pay" })
    yield* preparePay(undefined)
    yield* payWithWallet
    assert.strictEqual(current.value?.status, "opening")
    walletOf(world).approve()
    yield* untilPaid

    assert.lengthOf(world.ledger.moved, 1)
    assert.strictEqual(current.value?.status, "success")
  })

  it.effect("is late, not failed, if the wallet does not report whether it was sent", () => {
    const world = withWallet(createWorld({ tick: 0 }), halyard, ({ request }) => ({
      request: (asked) => (asked.method === "eth_sendTransaction" ? Effect.succeed({}) : request(asked)),
    }))
    return whenConnected({ world }, function* () {
      const { current, error } = yield* slicesOf(pay)
      yield* priced()
      yield* payWithWallet
      assert.deepInclude<object | undefined>(error.value, { _tag: "SendUnclear" })
      assert.strictEqual(current.value?.status, "late")
      yield* checkPayment()
      assert.strictEqual(current.value?.status, "late")
      yield* payAgain()
      assert.isUndefined(current.value)
    })
  })

  test("reports the hash of the replacement that failed", { script: { sends: "stuck" } }, function* () {
    const { current } = yield* slicesOf(pay)
    const { sent } = yield* slicesOf(transfers)
    const hash = `0x${"cd".repeat(32)}`
    yield* priced()
    yield* payWithWallet
    yield* pass("1 second")
    sent.value = sent.peek().map((one) => ({ ...one, status: "failed", hash }))
    yield* rest
    assert.deepInclude(current.value, { status: "failed", result: hash })
  })

  test("can be made again after the wallet rejected it", {
    script: { wallets: { [halyard]: { send: "reject" } } },
  }, function* ({ world, core }) {
    const { current, error } = yield* slicesOf(pay)
    yield* priced()
    yield* payWithWallet
    assert.strictEqual(current.value?.status, "failed")
    assert.deepInclude<object | undefined>(error.value, { _tag: "UserRejectedRequestError" })
    walletOf(world).behave({ send: "approve" })
    yield* payAgain()
    assert.deepInclude(core.route.value, { name: "Pay" })
    yield* preparePay(order)
    yield* pricePayment()
    yield* payWithWallet
    yield* untilPaid
    assert.lengthOf(world.ledger.moved, 1)
  })

  test("is not made from another account than the one shown", function* ({ world }) {
    const { current, error } = yield* slicesOf(pay)
    yield* priced()
    walletOf(world).select(1)
    yield* rest
    yield* payWithWallet

    assert.strictEqual(current.value?.status, "failed")
    assert.deepInclude<object | undefined>(error.value, { _tag: "TransactionDiffers" })
    assert.isEmpty(world.ledger.moved)
  })

  test("switches the wallet to its own network first", function* ({ world, core }) {
    yield* priced({ ...order, paymentAsset: assetOf(base, "USDC") })
    yield* payWithWallet
    yield* untilPaid

    assert.strictEqual(core.network.value?.caipNetworkId, base.caipNetworkId)
    assert.deepInclude(world.ledger.moved[0], { chain: base.caipNetworkId })
  })

  test.started("is made by an exchange, polled every 4 s", function* ({ world, core }) {
    const { current, exchanges } = yield* slicesOf(pay)
    const window = windowOf()
    yield* priced()
    assert.lengthOf(latest(exchanges.value) ?? [], 2, "as many as fit")
    yield* payWithExchange(window)
    assert.strictEqual(core.route.value?.name, "PayLoading")
    assert.lengthOf(window.seen, 1)
    yield* Effect.repeat(pass("4 seconds"), { times: 2 })

    assert.strictEqual(current.value?.status, "success")
    assert.strictEqual(world.faults.requestCount("buyStatus"), 3)
  })

  /** On the next visit another payment is new, and this one is still followed. */
  const resumed = Effect.gen(function* () {
    const { current } = yield* slicesOf(pay)
    yield* preparePay({ ...order, amount: "99" })
    assert.isTrue(current.value === undefined)
    yield* preparePay(order)
    assert.isTrue(current.value?.status === "waiting")
    return current
  })
  test.visits("by an exchange is followed after a reload, and not offered again", function* () {
    const setup = { world: createWorld({ tick: 0 }), storage: shelf() }
    yield* whenStarted(setup, function* () {
      yield* priced()
      yield* payWithExchange()
    })
    yield* whenStarted(setup, function* () {
      const current = yield* resumed
      yield* untilPaid
      assert.strictEqual(current.value?.status, "success")
    })
  })

  test.visits("from a wallet is followed after a reload, and not offered again", function* () {
    const setup = { world: createWorld({ tick: 0, sends: "stuck" }), storage: shelf() }
    yield* whenConnected(setup, function* () {
      const { current } = yield* slicesOf(pay)
      yield* priced()
      yield* payWithWallet
      yield* pass("1 second")
      assert.strictEqual(current.value?.status, "waiting")
    })
    yield* whenStarted(setup, function* ({ world }) {
      const current = yield* resumed
      assert.strictEqual(current.value?.type, "wallet")
      yield* payWithWallet.pipe(Effect.ignoreCause)
      assert.lengthOf(world.ledger.moved, 1)
      yield* payAgain()
      yield* preparePay(order)
      assert.isTrue(current.value === undefined)
    })
  })

  /** An exchange was asked to pay 300 s ago, and has not reported the outcome. */
  const overdue = Effect.gen(function* () {
    const { current } = yield* slicesOf(pay)
    yield* priced()
    yield* payWithExchange()
    yield* pass("320 seconds")
    assert.isTrue(current.value?.status === "late")
    return current
  })
  test.started(
    "can be paid another way if an exchange does not report it",
    { script: { deposits: "stuck" } },
    function* () {
      const current = yield* overdue
      yield* payAgain()
      yield* preparePay(order)
      assert.isUndefined(current.value)
    },
  )

  test.started(
    "times out after 300 s, and can be polled again",
    { script: { deposits: "stuck" } },
    function* ({ world }) {
      const current = yield* overdue
      assert.strictEqual(world.faults.requestCount("buyStatus"), 75)
      yield* checkPayment()
      assert.strictEqual(current.value?.status, "waiting")
    },
  )

  test.started("leads a visitor without a wallet to connect one, and back", function* ({ core }) {
    const { cost } = yield* slicesOf(pay)
    yield* openModal({ view: "Pay", arguments: order })
    yield* preparePay(order)
    yield* pricePayment()
    assert.strictEqual(cost.value.status, "idle")
    yield* connectToPay()
    assert.deepInclude(core.route.value, { name: "Connect", namespace: "eip155" })
    yield* connectExternal(halyard)

    assert.isTrue(core.open.value)
    assert.deepStrictEqual(core.stack.value, [{ name: "Pay", payment: order }])
    yield* pricePayment()
    assert.strictEqual(cost.value.status, "loaded")
    yield* leaveWallet({ failed: "failed" })
    assert.isUndefined(core.connection.value)
  })

  test.started("does not reopen for a visitor who closed it and connects later", function* ({ core }) {
    yield* openModal({ view: "Pay", arguments: order })
    yield* preparePay(order)
    yield* connectToPay()
    yield* closeModal()
    yield* openModal()
    yield* Effect.forkChild(connectExternal(halyard))
    yield* rest

    assert.isFalse(core.open.value)
  })

  test.started(
    "is not offered if it is invalid, or if the project takes no payments",
    { script: { project: { features: [] } } },
    function* ({ core }) {
      const { payment } = yield* slicesOf(pay)
      yield* preparePay(order)
      assert.strictEqual(payment.value.status, "failed")
      core.remoteFeatures.value = { ...core.remoteFeatures.peek(), payments: true }
      yield* preparePay({ ...order, recipient: "nobody" })
      const now = payment.value
      assert.deepInclude(now.status === "failed" ? now.error : {}, { code: "INVALID_RECIPIENT" })
      yield* preparePay(undefined)
      assert.strictEqual(payment.value.status, "failed")
    },
  )
})
