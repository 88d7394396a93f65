import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { knownTokens } from "../../layers/demo/provider/tokens.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { DisconnectFailed } from "../../src/errors/index.ts"
import { closeModal, openModal } from "../../src/navigation/opening/flows.ts"
import { base, mainnet, type Network, solana } from "../../src/options/networks.ts"
import { exchangesEndpoint } from "../../src/pay/endpoints.ts"
import { resumeDeposit } from "../../src/pay/flows/deposit.ts"
import {
  checkPayment,
  connectToPay,
  findPayExchanges,
  leaveWallet,
  payAgain,
  payByExchange,
  payFromWallet,
  preparePay,
  pricePayment,
} from "../../src/pay/flows/payment.ts"
import type { PaymentInput } from "../../src/pay/model.ts"
import { deposit, pay } from "../../src/pay/state.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import * as Router from "../../src/runtime/router.ts"
import type { SentTransfer } from "../../src/send/model/transfer.ts"
import { transfers } from "../../src/send/state/transfers.ts"
import { settled } from "../contracts/settled.ts"
import { changedChains } from "../fixtures/layers.ts"
import { createWorld, halyard, rest, shelf, walletOf, withWallet } from "../fixtures/modal.ts"
import {
  assetOf,
  eventsOf,
  firstOf,
  merchant,
  order,
  payEventsOf,
  slowStorage,
  storedDeposit,
  untilPaid,
  usdc,
  windowOf,
  words,
} from "../fixtures/scenes/pay.ts"
import { ansel, anselOnSolana, exchangeWith, test, whenConnected, whenStarted } from "../fixtures/scenes.ts"
import { pass, shownSnack } from "../fixtures/visits.ts"

const plover = "example.plover"

/** A demo token that is not built in. The site can name it freely, here as USD Coin. */
const harbourOn = ({ caipNetworkId: network }: Network) => ({
  network,
  asset: knownTokens().find(({ symbol }) => symbol === "HRB")?.on[network]?.[1] ?? "",
})

const misnamed: PaymentInput = {
  ...order,
  paymentAsset: { ...harbourOn(mainnet), metadata: { name: "USD Coin", symbol: "USDC", decimals: 18 } },
}

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

describe("payment", () => {
  test("is made from the active wallet, and closes the modal 3 s after it is completed", function* ({
    world,
    core,
    storage,
  }) {
    const { current } = yield* slicesOf(pay)
    yield* checkPayment()
    yield* openModal({ view: "Pay", arguments: order })
    yield* preparePay(order)
    yield* preparePay(order)
    yield* pricePayment()
    yield* payWithWallet

    assert.strictEqual(core.route.value?.name, "PayLoading")
    yield* untilPaid
    assert.deepInclude(current.value, { status: "success", result: `0x${world.ledger.moved[0]?.id}` })
    yield* pass("3 seconds")
    assert.isFalse(core.open.value)
    assert.deepInclude(world.ledger.moved[0], { units: 12_500_000n })
    yield* findPayExchanges()
    yield* rest
    assert.deepStrictEqual(eventsOf(world), ["PAY_MODAL_OPEN", "PAY_INITIATED", "PAY_SUCCESS"])
    const [opened, , paid] = payEventsOf(world)
    const configuration = {
      network: "eip155:1",
      asset: usdc.asset,
      amount: 12.5,
      recipient: merchant,
    }
    assert.deepInclude(opened?.properties, { exchanges: ["quayside", "millrace"], configuration })
    assert.deepInclude(paid?.properties, {
      source: "pay",
      paymentId: current.value?.paymentId,
      configuration,
      currentPayment: { type: "wallet", status: "success", result: current.value?.result },
    })
    assert.isFalse(storage.texts.has("exchange_payments"))
    yield* checkPayment()
    assert.strictEqual(current.value?.status, "success")
  })

  test.each([
    ["to another view", Router.reset({ name: "Account" })],
    [
      "to another payment",
      Effect.andThen(
        payAgain(),
        Effect.suspend(() => payWithExchange()),
      ),
    ],
  ] as const)("leaves the modal open if the visitor goes %s before the 3 s are over", function* ([, goOn], { core }) {
    yield* openModal({ view: "Pay", arguments: order })
    yield* priced()
    yield* payWithWallet
    const { current } = yield* slicesOf(pay)
    yield* Effect.repeat(pass("1 second"), { until: () => current.value?.status === "success" })
    yield* goOn
    yield* pass("3 seconds")
    assert.isTrue(core.open.value)
  })

  it.effect("asks only for exchanges that can pay the amount", () => {
    const seen: unknown[] = []
    const layers = exchangeWith(exchangesEndpoint, (response, input) => {
      seen.push(input)
      return response
    })
    return whenStarted({ layers }, function* ({ instance }) {
      yield* preparePay({ ...order, amount: 12.5 })
      assert.deepStrictEqual(seen, [
        {
          projectId: "demo",
          sdkType: "appkit",
          sdkVersion: instance.options.sdkVersion,
          source: "pay",
          page: 0,
          asset: `eip155:1/erc20:${usdc.asset}`,
          amount: "12.5",
        },
      ])
    })
  })

  test.started("waits until the modal knows the project's features", function* ({ core }) {
    const { payment } = yield* slicesOf(pay)
    core.initialized.value = false
    const preparing = yield* Effect.forkChild(preparePay(order))
    yield* rest
    assert.strictEqual(payment.value.status, "idle")
    core.initialized.value = true
    yield* Fiber.join(preparing)
    assert.strictEqual(payment.value.status, "loaded")
  })

  test.started("names the token as its contract does, not as the site does", function* ({ world }) {
    const { payment, current } = yield* slicesOf(pay)
    const isNamed = () => {
      const named = latest(payment.value)
      assert.strictEqual(named?.paymentAsset.metadata.symbol, "HRB")
      assert.isUndefined(named?.siteNamed)
    }
    yield* preparePay({ ...misnamed, paymentAsset: { ...misnamed.paymentAsset, ...harbourOn(base) } })
    isNamed()
    yield* priced(order)
    yield* priced(misnamed)
    isNamed()
    world.faults.set("eth_call", { status: 500 })
    yield* preparePay(undefined)
    isNamed()
    yield* payWithExchange()
    assert.strictEqual(current.value?.of.paymentAsset.metadata.symbol, "HRB")
  })

  test.started(
    "marks a token as named by the site until its contract responds",
    { script: { faults: { eth_call: { status: 500 } } } },
    function* ({ world }) {
      const { payment } = yield* slicesOf(pay)
      yield* settled(preparePay(order))
      assert.isUndefined(latest(payment.value)?.siteNamed)
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

  test.started(
    "does not wait more than 4 s for the token's contract",
    { script: { faults: { eth_call: { delay: 60_000 } } } },
    function* () {
      const { payment } = yield* slicesOf(pay)
      const preparing = yield* Effect.forkChild(preparePay(misnamed))
      yield* pass("4 seconds")
      yield* Fiber.join(preparing)
      assert.deepInclude(latest(payment.value), { siteNamed: true })
    },
  )

  test("pays once for several clicks", { script: { wallets: { [halyard]: { send: "hang" } } } }, function* ({ world }) {
    const { current, cost } = yield* slicesOf(pay)
    const window = windowOf()
    yield* priced()
    yield* payWithWallet
    const paying = current.value
    const shown = cost.value
    yield* payWithWallet
    yield* payWithExchange(window)
    yield* Router.reset({ name: "Pay" })
    yield* preparePay(undefined)
    yield* pricePayment()
    yield* payWithWallet
    assert.strictEqual(current.value?.status, "opening")
    assert.isTrue(current.value === paying && cost.value === shown)
    assert.isEmpty(window.seen)
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

  test("reports its end after another one is shown, and leaves that one unchanged", {
    script: { wallets: { [halyard]: { send: "hang" } } },
  }, function* ({ world }) {
    const { current, cost, error } = yield* slicesOf(pay)
    yield* openModal()
    yield* priced()
    yield* payWithWallet
    yield* preparePay({ ...order, amount: "99" })
    assert.isTrue(current.value === undefined)
    assert.strictEqual(cost.value.status, "idle")
    walletOf(world).approve()
    yield* pass("1 second")
    assert.isTrue(current.value === undefined)
    yield* payWithExchange(windowOf(true))
    const other = current.value
    assert.deepInclude(other, { type: "exchange", status: "waiting", blocked: true })
    yield* untilPaid
    assert.lengthOf(world.ledger.moved, 2)
    assert.deepInclude(current.value, { status: "success", blocked: true })
    assert.strictEqual(current.value?.paymentId, other?.paymentId)
    assert.isUndefined(error.value)
    const paid = payEventsOf(world).filter(({ event }) => event === "PAY_SUCCESS")
    assert.deepStrictEqual(
      paid.map(({ properties }) => Object.keys(properties.currentPayment as object)),
      [
        ["type", "status", "result"],
        ["type", "exchangeId", "status", "result"],
      ],
    )
  })

  test("reports the hash of the replacement that failed", { script: { sends: "stuck" } }, function* ({ core }) {
    const { current } = yield* slicesOf(pay)
    const { sent } = yield* slicesOf(transfers)
    const hash = `0x${"cd".repeat(32)}`
    yield* openModal()
    yield* priced()
    yield* payWithWallet
    yield* pass("1 second")
    sent.value = sent.peek().map((one) => ({ ...one, status: "failed", hash }))
    yield* rest
    assert.deepInclude(current.value, { status: "failed", result: hash })
    yield* pass("3 seconds")
    assert.isTrue(core.open.value)
  })

  test("from a wallet times out after 300 s, and can be checked again", { script: { sends: "stuck" } }, function* () {
    const { current } = yield* slicesOf(pay)
    const { sent } = yield* slicesOf(transfers)
    yield* priced()
    yield* payWithWallet
    yield* Effect.repeat(pass("10 seconds"), { times: 30 })
    assert.strictEqual(current.value?.status, "late")
    yield* preparePay(order)
    assert.strictEqual(current.value?.status, "late")
    yield* checkPayment()
    assert.strictEqual(current.value?.status, "waiting")
    sent.value = sent.peek().map((one) => ({ ...one, status: "confirmed" }))
    yield* rest
    assert.strictEqual(current.value?.status, "success")
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
    yield* preparePay(order)
    assert.deepStrictEqual([current.value, error.value], [undefined, undefined])
    yield* payAgain()
    assert.deepStrictEqual(core.stack.value, [{ name: "Pay", payment: order }])
    yield* preparePay(order)
    yield* pricePayment()
    yield* payWithWallet
    yield* untilPaid
    assert.lengthOf(world.ledger.moved, 1)
  })

  test("goes back to its options from any view, and still reports its end", function* ({ core, world }) {
    const { payment } = yield* slicesOf(pay)
    yield* openModal()
    yield* Router.reset({ name: "PayLoading" })
    yield* payAgain()
    assert.deepStrictEqual<object>(core.stack.value, [{ name: "Pay" }])
    yield* priced()
    for (const stack of [[{ name: "PayLoading" }], [{ name: "Account" }, { name: "PayLoading" }]] as const) {
      core.stack.value = stack
      yield* payAgain()
      assert.deepStrictEqual<object>(core.stack.value, [{ name: "Pay", payment: latest(payment.value) }])
    }
    core.stack.value = [{ name: "Account" }, ...core.stack.value]
    const before = core.stack.value
    yield* payWithWallet
    yield* payAgain()
    assert.deepStrictEqual(core.stack.value, before)
    yield* untilPaid
    assert.strictEqual(eventsOf(world).at(-1), "PAY_SUCCESS")
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
    assert.deepStrictEqual(window.seen, [current.value?.url])
    const again = windowOf()
    yield* payWithExchange(again)
    assert.isEmpty(again.seen)
    // Another payment in between, after which this one is shown again.
    yield* pass("1 second")
    yield* preparePay({ ...order, amount: "99" })
    yield* preparePay(order)
    yield* pass("3 seconds")
    yield* Effect.repeat(pass("4 seconds"), { times: 1 })

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
      yield* resumeDeposit(words)
      assert.isUndefined((yield* slicesOf(deposit)).current.value)
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

  const transfer: SentTransfer = {
    id: `0x${"ab".repeat(32)}`,
    connectorId: halyard,
    network: "eip155:1",
    from: ansel,
    to: merchant.toLowerCase(),
    amount: "12.5",
    symbol: "USDC",
    token: usdc.asset.toLowerCase(),
    units: "12500000",
    at: 0,
    status: "pending",
    payment: "earlier",
  }
  const { token: _, ...withoutToken } = transfer
  const { payment: __, ...withoutPayment } = transfer
  const etherOrder = { ...order, paymentAsset: assetOf(mainnet, "ETH"), amount: "0.0000000000125" }
  const usdcOnSolana = assetOf(solana, "USDC")
  const orderOnSolana = { ...order, paymentAsset: usdcOnSolana, recipient: anselOnSolana }
  const onSolana = { ...transfer, network: solana.caipNetworkId, to: anselOnSolana, token: usdcOnSolana.asset }
  it.effect.each([
    ["the same payment in another spelling", transfer, order, true],
    ["the same payment in the native currency", withoutToken, etherOrder, true],
    ["the same payment on Solana", onSolana, orderOnSolana, true],
    ["on Solana, a recipient in another case", { ...onSolana, to: anselOnSolana.toLowerCase() }, orderOnSolana, false],
    ["one that has ended", { ...transfer, status: "confirmed" }, order, false],
    ["one on another network", { ...transfer, network: "eip155:8453" }, order, false],
    ["one to another recipient", { ...transfer, to: ansel }, order, false],
    ["another amount", { ...transfer, units: "12500001" }, order, false],
    ["another token", { ...transfer, token: ansel }, order, false],
    ["the native currency instead of the token", withoutToken, order, false],
    ["a transfer that the visitor made", withoutPayment, order, false],
  ] as const)("resumes a transfer only if it is the same pending payment: %s", ([, one, asked, same]) =>
    whenStarted({ options: { networks: [mainnet, base, solana] } }, function* () {
      const { current } = yield* slicesOf(pay)
      const { sent } = yield* slicesOf(transfers)
      sent.value = [{ ...withoutPayment, id: "other" }, one]
      yield* preparePay(asked)
      if (!same) return assert.isUndefined(current.value)
      assert.deepInclude(current.value, { paymentId: "earlier", source: "pay", type: "wallet", result: one.id })
    }),
  )

  test.started("is not resumed from a deposit of the same amount", function* ({ storage }) {
    const { current } = yield* slicesOf(pay)
    storage.texts.set("exchange_payments", JSON.stringify([storedDeposit]))
    yield* preparePay(order)
    assert.isUndefined(current.value)
  })

  it.effect.each([
    ["payments", "exchange_payments", { ...storedDeposit, source: "pay" }, "500 millis"],
    ["transfers", "sent_transfers", transfer, "1500 millis"],
  ] as const)("is not resumed if another one is started while the stored %s are read", ([, key, kept, time]) =>
    whenStarted(slowStorage(), function* ({ storage }) {
      const { current } = yield* slicesOf(pay)
      storage.texts.set(key, JSON.stringify([kept]))
      yield* Effect.forkChild(preparePay(order))
      yield* pass(time)
      yield* payByExchange(storedDeposit.exchange, windowOf().popup)
      const started = current.value?.paymentId
      yield* pass("750 millis")
      assert.isDefined(started)
      assert.strictEqual(current.value?.paymentId, started)
    }),
  )

  test.started(
    "is resumed if the visitor left and came back while storage was read",
    slowStorage(),
    function* ({ storage }) {
      const { current } = yield* slicesOf(pay)
      storage.texts.set("sent_transfers", JSON.stringify([transfer]))
      const left = yield* Effect.forkChild(preparePay(order))
      yield* pass("1500 millis")
      yield* Fiber.interrupt(left)
      const preparing = yield* Effect.forkChild(Effect.all([preparePay(order), preparePay(order)], { concurrency: 2 }))
      yield* pass("2 seconds")
      yield* Fiber.join(preparing)
      assert.deepInclude(current.value, { paymentId: "earlier", status: "waiting" })
    },
  )

  test("does not come back if another one is shown while storage is read", slowStorage(), function* () {
    const { current } = yield* slicesOf(pay)
    yield* settled(priced())
    yield* payWithExchange()
    yield* pass("2 seconds")
    assert.isTrue(current.value?.status === "waiting")
    yield* Effect.forkChild(preparePay(order))
    yield* pass("500 millis")
    yield* Effect.forkChild(preparePay({ ...order, amount: "99" }))
    yield* pass("5 seconds")
    assert.isUndefined(current.value)
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
      yield* pass("4 seconds")
      assert.strictEqual(world.faults.requestCount("buyStatus"), 76)
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

  test("disconnects the wallet only in the payment's namespace", {
    options: { networks: [mainnet, solana] },
  }, function* ({ connected }) {
    const { cost } = yield* slicesOf(pay)
    yield* connect({ wallet: plover, namespace: "solana" })
    yield* leaveWallet({ failed: "failed" })
    assert.isNotEmpty(connected())
    yield* priced()
    yield* leaveWallet({ failed: "failed" })
    assert.isEmpty(connected())
    assert.isNotEmpty(connected("solana"))
    assert.strictEqual(cost.value.status, "idle")
  })

  test("shows a snack if the wallet cannot be disconnected", {
    layers: (world) => changedChains(() => ({ disconnect: () => Effect.fail(new DisconnectFailed()) })).layers(world),
  }, function* () {
    yield* priced()
    yield* leaveWallet({ failed: "failed" })
    assert.deepInclude(yield* shownSnack, { message: "failed", variant: "error" })
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
      const { payment, exchanges, cost } = yield* slicesOf(pay)
      yield* preparePay(order)
      assert.strictEqual(payment.value.status, "failed")
      yield* Router.reset({ name: "Pay", payment: order })
      const before = core.stack.value
      yield* Effect.all([findPayExchanges(), pricePayment(), connectToPay(), leaveWallet({ failed: "failed" })])
      assert.deepStrictEqual([exchanges.value, cost.value], [{ status: "idle" }, { status: "idle" }])
      assert.deepStrictEqual(core.stack.value, before)
      core.remoteFeatures.value = { ...core.remoteFeatures.peek(), payments: true }
      yield* preparePay({ ...order, recipient: "nobody" })
      const now = payment.value
      assert.deepInclude(now.status === "failed" ? now.error : {}, { code: "INVALID_RECIPIENT" })
      yield* preparePay(undefined)
      assert.strictEqual(payment.value.status, "failed")
    },
  )
})
