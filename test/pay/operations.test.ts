import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import * as browser from "../../layers/browser/withoutWindow.ts"
import { knownTokens } from "../../layers/demo/provider/tokens.ts"
import { fetchActivity } from "../../src/activity/operations.ts"
import { fetchBalances } from "../../src/balances/operations.ts"
import { UnknownFailure } from "../../src/errors/index.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { base, bitcoin, mainnet, solana } from "../../src/options/networks.ts"
import { buyStatusEndpoint, exchangesEndpoint, payUrlEndpoint } from "../../src/pay/endpoints.ts"
import { checkPayment, type PaymentInput } from "../../src/pay/model.ts"
import { exchanges, pay, payWithExchange } from "../../src/pay/operations.ts"
import { preparePayment } from "../../src/pay/steps/wallet.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import type { SentTransfer } from "../../src/send/model/transfer.ts"
import { transfers } from "../../src/send/state/transfers.ts"
import { settled } from "../contracts/settled.ts"
import { halyard, rest, walletOf } from "../fixtures/modal.ts"
import { assetOf, merchant, order, untilPaid, usdc, windowOf } from "../fixtures/scenes/pay.ts"
import { exchangeWith, sendingWith, test, whenConnected, whenStarted } from "../fixtures/scenes.ts"
import { ended } from "../fixtures/time.ts"
import { fails, pass } from "../fixtures/visits.ts"
import "../../src/activity/endpoints.ts"

/** A demo token with 18 decimals that is not built in. */
const harbour = knownTokens().find(({ symbol }) => symbol === "HRB")?.on["eip155:1"]?.[1] ?? ""
const off = { project: { features: [] } } as const
const onlyOn = (id: string) => ({ project: { features: [{ id, isEnabled: true, config: null }] } })
const quantityOf = (symbol: string) =>
  Effect.map(fetchBalances(), (tokens) => tokens.find((token) => token.symbol === symbol)?.quantity.numeric)
const orderWith = (changes: Partial<PaymentInput>): PaymentInput => ({ ...order, ...changes })

/** A deposit of 1 ETH from an exchange. */
const deposit = (popup = windowOf().popup) => payWithExchange({ exchange: "quayside", amount: "1" }, popup)

describe("exchanges", () => {
  test.started("lists those that pay out an asset, by default the first of the active network", function* () {
    const { exchanges: found, total } = yield* exchanges()
    const narrowed = yield* exchanges({ paymentAsset: usdc, amount: "5", exclude: ["quayside"] })

    assert.deepStrictEqual([found.length, total], [3, 3])
    assert.isFalse(narrowed.exchanges.some(({ id }) => id === "quayside"))
  })

  test.started("asks for what is given, and whether it is a deposit, and nothing else", function* ({ instance }) {
    const seen: unknown[] = []
    const layers = exchangeWith(exchangesEndpoint, (response, input) => {
      seen.push(input)
      return response
    })
    yield* whenStarted({ layers }, function* () {
      yield* exchanges()
    })
    yield* whenStarted({ layers, script: onlyOn("payments") }, function* () {
      yield* exchanges()
      yield* exchanges({ paymentAsset: usdc, amount: 5, page: 1, includeOnly: ["quayside"] })
    })
    const { projectId, sdkType, sdkVersion } = instance.options
    const asked = { projectId, sdkType, sdkVersion, source: "pay" }
    assert.deepStrictEqual(seen, [
      { ...asked, source: "fund-from-exchange", page: 0, asset: "eip155:1/slip44:60" },
      { ...asked, page: 0, asset: "eip155:1/slip44:60" },
      { ...asked, page: 1, asset: `eip155:1/erc20:${usdc.asset}`, amount: "5", includeOnly: ["quayside"] },
    ])
  })

  it.effect("fails with the service's own reason", () =>
    whenStarted({ layers: exchangeWith(exchangesEndpoint, () => ({ refused: "No luck" })) }, function* () {
      yield* fails(exchanges(), { code: "UNABLE_TO_GET_EXCHANGES", message: "No luck" })
    }),
  )

  test.started("rejects an asset of an unknown network, and an amount that is not a number", function* () {
    const elsewhere = { ...usdc, network: "eip155:424242" as const }
    yield* fails(exchanges({ paymentAsset: elsewhere }), { code: "ASSET_NOT_SUPPORTED" })
    yield* fails(exchanges({ amount: "none" }), { code: "INVALID_AMOUNT" })
  })

  it.effect.each([
    ["INVALID_PAYMENT_CONFIG", "the project has neither deposits nor payments on", off],
    ["UNABLE_TO_GET_EXCHANGES", "the service does not respond", { faults: { exchanges: { status: 500 } } }],
  ] as const)("fails with %s if %s", ([code, , script]) =>
    whenStarted({ script }, function* () {
      yield* fails(exchanges(), { code })
    }),
  )

  test.started(
    "Per-capability chain support: pay-with-exchange: EVM and Solana",
    { options: { networks: [mainnet, solana, bitcoin] } },
    function* () {
      for (const paymentAsset of [assetOf(mainnet, "ETH"), assetOf(solana, "SOL")])
        assert.isNotEmpty((yield* exchanges({ paymentAsset })).exchanges)
      const coin = { ...assetOf(mainnet, "ETH"), network: bitcoin.caipNetworkId }
      yield* fails(exchanges({ paymentAsset: coin }), { code: "INVALID_CHAIN_NAMESPACE" })
    },
  )

  test.started(
    "a deposit without an asset fails on Bitcoin, where exchanges do not pay out",
    { options: { networks: [bitcoin] } },
    function* () {
      yield* fails(exchanges(), { code: "INVALID_CHAIN_NAMESPACE" })
    },
  )

  test.started(
    "lists those of a given asset while the visitor is on Bitcoin",
    { options: { networks: [bitcoin, mainnet] } },
    function* () {
      assert.isNotEmpty((yield* exchanges({ paymentAsset: usdc })).exchanges)
    },
  )
})

describe("payWithExchange", () => {
  test("The modal can also offer pay-with-exchange: a deposit arrives, and balance and activity have it", function* () {
    const { popup, seen } = windowOf()
    const before = yield* quantityOf("USDC")
    const paid = yield* settled(payWithExchange({ exchange: "quayside", paymentAsset: usdc, amount: "10" }, popup))
    yield* TestClock.adjust("30 seconds")
    const { transactions } = yield* fetchActivity()

    assert.deepStrictEqual(seen, [paid.url])
    assert.match(paid.result ?? "", /^0x[0-9a-f]{64}$/)
    assert.strictEqual(Number(yield* quantityOf("USDC")) - Number(before), 10)
    assert.deepInclude(transactions[0]?.metadata, { operationType: "receive", status: "confirmed" })
  })

  test.started("pays another recipient if the project takes payments", function* () {
    const paid = yield* settled(payWithExchange({ exchange: "quayside", ...order }, windowOf().popup))
    assert.isDefined(paid.result)
  })

  test.started("rejects a request without an exchange, and an amount that is not a number", function* () {
    for (const given of [undefined, {}, { exchange: 7, amount: "1" }, { exchange: "", amount: "1" }])
      yield* fails(payWithExchange(given as never, undefined), { code: "INVALID_PAYMENT_CONFIG" })
    yield* fails(payWithExchange({ exchange: "quayside", amount: "none" }, undefined), { code: "INVALID_AMOUNT" })
  })

  test("pays another recipient only if the project takes payments", {
    script: onlyOn("fund_from_exchange"),
  }, function* () {
    yield* fails(payWithExchange({ exchange: "quayside", ...order }, undefined), { code: "INVALID_PAYMENT_CONFIG" })
  })

  test("polls a payment to another recipient for 300 s", { script: { deposits: "stuck" } }, function* ({ world }) {
    const paying = payWithExchange({ exchange: "quayside", ...order }, windowOf().popup)
    yield* fails(settled(paying), { _tag: "PaymentTimedOut" })
    assert.strictEqual(world.faults.requestCount("buyStatus"), 75)
  })

  it.effect("opens its own window if none is passed", () => {
    const opened: unknown[] = []
    const layers = { browser: browser.layer({ opened: (...page) => void opened.push(page) }) }
    return whenConnected({ layers }, function* () {
      const { url } = yield* settled(payWithExchange({ exchange: "quayside", amount: "1" }, undefined))
      assert.deepStrictEqual(opened, [[url, "blank"]])
    })
  })

  it.effect.each([
    ["deposit to the active account", { amount: "1" }, "fund-from-exchange", "slip44:60"],
    ["payment to the recipient", order, "pay", `erc20:${usdc.asset}`],
  ] as const)("asks for a %s", ([, given, source, asset]) => {
    const seen: unknown[] = []
    const layers = exchangeWith(payUrlEndpoint, (response, input) => {
      seen.push(input)
      return response
    })
    return whenConnected({ layers }, function* ({ instance, core }) {
      yield* settled(payWithExchange({ exchange: "quayside", ...given }, windowOf().popup))
      const { projectId, sdkType, sdkVersion } = instance.options
      const recipient = `eip155:1:${source === "pay" ? merchant : core.address.value}`
      const { amount } = given
      const exchangeId = "quayside"
      const asked = {
        projectId,
        sdkType,
        sdkVersion,
        source,
        exchangeId,
        asset: `eip155:1/${asset}`,
        amount,
        recipient,
      }
      assert.deepStrictEqual(seen, [asked])
    })
  })

  it.effect.each([
    ["without a transaction ID if the exchange reports none", { result: { status: "SUCCESS" } }, undefined],
    [
      "with the exchange's own reason",
      { refused: "No luck" },
      { code: "UNABLE_TO_GET_BUY_STATUS", message: "No luck" },
    ],
  ] as const)("ends %s", ([, response, expected]) =>
    whenConnected({ layers: exchangeWith(buyStatusEndpoint, () => response) }, function* () {
      if (expected) yield* fails(settled(deposit()), expected)
      else assert.deepStrictEqual(Object.keys(yield* settled(deposit())), ["url", "sessionId"])
    }),
  )

  test("fails with the exchange's own reason, and closes the window", function* () {
    const { popup, seen } = windowOf()
    const paying = payWithExchange({ exchange: "nobody", amount: "1" }, popup)
    yield* fails(paying, { code: "UNABLE_TO_GET_PAY_URL", message: "There is no such exchange" })
    assert.deepStrictEqual(seen, ["closed"])
  })

  test.started("fails without a recipient: no wallet is connected, and none is given", function* () {
    yield* fails(deposit(), { _tag: "NoActiveCaipAddress" })
  })

  test("a deposit fails if the project has only payments on", { script: onlyOn("payments") }, function* () {
    yield* fails(settled(deposit()), { code: "INVALID_PAYMENT_CONFIG" })
  })

  test("fails if the browser blocked the window", function* () {
    yield* fails(deposit(windowOf(true).popup), { _tag: "PopupBlocked" })
  })

  it.effect.each([
    ["PaymentFailed", "the deposit fails", { deposits: "failed" }, { _tag: "PaymentFailed" }, 2],
    ["PaymentTimedOut", "it never arrives", { deposits: "stuck" }, { _tag: "PaymentTimedOut" }, 20],
    [
      "UNABLE_TO_GET_BUY_STATUS",
      "its status cannot be loaded",
      { faults: { buyStatus: { status: 500 } } },
      { code: "UNABLE_TO_GET_BUY_STATUS" },
      20,
    ],
  ] as const)("ends as %s if %s, after at most 20 polls", ([, , script, expected, polls]) =>
    whenConnected({ script }, function* ({ world }) {
      yield* fails(settled(deposit()), expected)
      assert.strictEqual(world.faults.requestCount("buyStatus"), polls)
    }),
  )
})

describe("pay", () => {
  test("The modal can also offer payments: the active wallet pays the exact amount", function* ({ world }) {
    yield* openModal()
    const before = yield* quantityOf("USDC")
    const { result } = yield* settled(pay(order))
    yield* TestClock.adjust("30 seconds")

    const [moved] = world.ledger.moved
    assert.strictEqual(result, `0x${moved?.id}`)
    assert.deepInclude(moved, { units: 12_500_000n, chain: "eip155:1" })
    assert.strictEqual(moved?.to.toLowerCase(), merchant.toLowerCase())
    assert.strictEqual(Number(before) - Number(yield* quantityOf("USDC")), 12.5)
    assert.isEmpty((yield* slicesOf(transfers)).unreported.value)
    assert.isNotEmpty(world.events)
    assert.isFalse(world.events.some(({ props }) => /^(SEND|SWITCH)_/.test(props.event)))
  })

  test("asks the wallet to switch only for another network, and fails if it rejects that", function* ({ world }) {
    walletOf(world).behave({ switch: "reject" })
    const elsewhere = orderWith({ paymentAsset: assetOf(base, "ETH"), amount: "0.25" })
    yield* fails(settled(pay(elsewhere)), { _tag: "ConnectionRejected" })
    yield* settled(pay(order))
    assert.lengthOf(world.ledger.moved, 1)
  })

  test("switches to the payment's network first", function* ({ world, core }) {
    yield* settled(pay(orderWith({ paymentAsset: assetOf(base, "ETH"), amount: "0.25" })))
    assert.strictEqual(core.network.value?.caipNetworkId, base.caipNetworkId)
    assert.deepInclude(world.ledger.moved[0], { chain: base.caipNetworkId, units: 250_000_000_000_000_000n })
  })

  test("pays once for two concurrent calls with the same payment", function* ({ world }) {
    const [one, other] = yield* settled(Effect.all([pay(order), pay(order)], { concurrency: 2 }))
    assert.strictEqual(one.result, other.result)
    assert.lengthOf(world.ledger.moved, 1)
  })

  test("rejects a token whose decimals differ from the contract's, since another amount would be signed", function* ({
    world,
  }) {
    const odd = { ...usdc, metadata: { ...usdc.metadata, decimals: 18 } }
    const unknown = { ...usdc, asset: harbour }
    for (const paymentAsset of [odd, unknown])
      yield* fails(settled(pay(orderWith({ paymentAsset }))), { code: "INVALID_ASSET" })
    assert.isEmpty(world.ledger.moved)
  })

  test("rejects an invalid recipient, the visitor as the recipient, and an incomplete payment", function* ({ core }) {
    yield* fails(pay(orderWith({ recipient: "0x1" })), { code: "INVALID_RECIPIENT" })
    yield* fails(pay(orderWith({ recipient: core.address.value ?? "" })), { code: "INVALID_RECIPIENT" })
    yield* fails(pay({} as never), { code: "INVALID_ASSET" })
  })

  test.started("fails without a connected wallet", function* () {
    yield* fails(pay(order), { _tag: "NoActiveCaipAddress" })
  })

  test("fails if the account holds too little, and if the wallet rejects", {
    script: { wallets: { [halyard]: { send: "reject" } } },
  }, function* ({ world }) {
    yield* fails(pay(orderWith({ amount: "5000" })), { _tag: "InsufficientFunds" })
    yield* fails(pay(order), { _tag: "UserRejectedRequestError" })
    assert.isEmpty(world.ledger.moved)
  })

  test("a payment fails if the project has only deposits on", {
    script: onlyOn("fund_from_exchange"),
  }, function* ({ world }) {
    yield* fails(settled(pay(order)), { code: "INVALID_PAYMENT_CONFIG" })
    assert.isEmpty(world.ledger.moved)
  })

  test("fails if the project takes no payments", { script: off }, function* ({ world }) {
    yield* fails(pay(order), { code: "INVALID_PAYMENT_CONFIG" })
    assert.isEmpty(world.ledger.moved)
  })

  it.effect("fails as unknown, with the cause, if the wallet fails for an unknown reason", () => {
    const cause = new UnknownFailure({ cause: "none" })
    return whenConnected(
      { layers: (world) => sendingWith(world, () => ({ send: () => Effect.fail(cause) })) },
      function* () {
        yield* fails(pay(order), { code: "UNKNOWN_ERROR", cause })
      },
    )
  })

  test("fails if the transfer fails on the chain", { script: { sends: "reverted" } }, function* () {
    yield* fails(settled(pay(order)), { code: "GENERIC_PAYMENT_ERROR" })
  })

  /** Pays with a transfer that is pending until it turns out to have ended like this. */
  const payEndingAs = Effect.fnUntraced(function* (end: Partial<SentTransfer>) {
    const { sent } = yield* slicesOf(transfers)
    const paying = yield* Effect.forkChild(pay(order))
    yield* untilPaid
    const other: SentTransfer[] = sent.peek().map((one) => ({ ...one, id: "other", status: "confirmed" }))
    sent.value = [...other, ...sent.peek()]
    yield* rest
    sent.value = [
      ...other,
      ...sent
        .peek()
        .slice(1)
        .map((one) => ({ ...one, ...end })),
    ]
    yield* rest
    return yield* Fiber.join(paying)
  })
  const hash = `0x${"cd".repeat(32)}`

  test("returns the hash of the replacement that the chain confirmed", { script: { sends: "stuck" } }, function* () {
    assert.strictEqual((yield* payEndingAs({ status: "confirmed", hash })).result, hash)
  })

  test.each([
    [
      "failed, with its hash, if a replacement failed",
      { status: "failed", hash },
      { _tag: "PaymentFailed", result: hash },
    ],
    ["timed out if another transaction may have paid", { status: "replaced" }, { _tag: "PaymentTimedOut" }],
    ["timed out if the wallet sent something else", { status: "different" }, { _tag: "PaymentTimedOut" }],
  ] as const)("ends as %s", { script: { sends: "stuck" } }, function* ([, end, expected]) {
    yield* fails(payEndingAs(end), expected)
  })

  test("times out after 300 s, with the hash for looking it up", { script: { sends: "stuck" } }, function* () {
    const paying = yield* Effect.forkChild(fails(pay(order), { _tag: "PaymentTimedOut" }))
    yield* Effect.repeat(rest, { times: 3 })
    // It also times out if the transfer is no longer recorded.
    ;(yield* slicesOf(transfers)).sent.value = []
    yield* pass("300 seconds")
    const error = yield* ended(paying)
    assert.match((error as { readonly result?: string }).result ?? "", /^0x[0-9a-f]{64}$/)
  })

  test("names a token by its contract's symbol, and a native currency by its network's", function* ({ core }) {
    const named = (asset: string, decimals: number) => {
      const metadata = { name: "Penny", symbol: "PENNY", decimals }
      const payment = checkPayment(orderWith({ paymentAsset: { ...usdc, asset, metadata } }), core.networks.value)
      return payment instanceof Error ? assert.fail(payment.message) : payment
    }
    assert.strictEqual((yield* preparePayment(named(usdc.asset, 6))).token.symbol, "USDC")
    const other = named(harbour, 18)
    assert.strictEqual((yield* preparePayment(other)).token.symbol, "HRB")
    assert.strictEqual(named("native", 18).paymentAsset.metadata.symbol, "ETH")
  })
})
