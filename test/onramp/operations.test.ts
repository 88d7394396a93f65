import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import * as http from "../../layers/api/http.ts"
import * as browser from "../../layers/browser/withoutWindow.ts"
import type { World } from "../../layers/demo.ts"
import type { Transfers } from "../../services/Chains.ts"
import { balances } from "../../src/balances/state/tokens.ts"
import { RequestAborted } from "../../src/errors/index.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { region } from "../../src/onramp/opening/state/region.ts"
import {
  buy,
  chooseCurrency,
  onrampOptions,
  openOnramp,
  prepareBuying,
  quoteOnramp,
  reportArrival,
  requote,
} from "../../src/onramp/operations.ts"
import { onramp } from "../../src/onramp/state.ts"
import { avalanche, bitcoin, mainnet, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import * as Router from "../../src/runtime/router.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { hostsOf, provided, site } from "../contracts/provider.ts"
import { settled } from "../contracts/settled.ts"
import { halyard, rest } from "../fixtures/modal.ts"
import { windowOf } from "../fixtures/scenes/pay.ts"
import { sendingWith, test, whenConnected } from "../fixtures/scenes.ts"
import { fails, namesOf, pass, shownSnack } from "../fixtures/visits.ts"
import "../../src/onramp/endpoints.ts"
import "../../src/balances/operations.ts"

const down = { faults: { onrampOptions: { status: 500 }, onrampQuote: { status: 503 } } }

describe("on-ramp", () => {
  test("A visitor can buy crypto through an on-ramp", function* ({ core, world }) {
    const { paymentAmount, quote, opened, providers } = yield* slicesOf(onramp)
    const { popup, seen } = windowOf()
    yield* openModal()
    yield* requote()
    assert.strictEqual(quote.value.status, "idle")
    yield* prepareBuying()
    yield* Effect.forkChild(requote())
    yield* rest
    assert.deepStrictEqual<object>(quote.value, { status: "loading", last: undefined })
    yield* pass(500)

    assert.strictEqual(paymentAmount.value, "100")
    const now = quote.value
    if (now.status !== "loaded") return assert.fail(now.status)
    assert.deepInclude(now.value, { estimate: false, quoteId: "quote-USDC-100" })
    assert.deepStrictEqual(now.value.purchaseAmount, { amount: "98.560000", currency: "USDC" })

    const [meld] = providers.value
    if (!meld) return assert.fail("there is no provider")
    yield* buy(meld, popup)
    yield* rest
    assert.strictEqual(core.route.value?.name, "BuyInProgress")
    assert.deepStrictEqual(opened.value, { status: "loaded", value: { url: seen[0] ?? "", blocked: false } })
    const url = new URL(seen[0] ?? "")
    assert.strictEqual(url.searchParams.get("address"), core.address.value)
    assert.strictEqual(url.searchParams.get("token"), "USDC")
    const [chosen] = world.events.filter(({ props }) => props.event === "SELECT_BUY_PROVIDER")
    assert.deepInclude(chosen?.props.properties, { provider: "meld", isSmartAccount: false })
  })

  test("keeps the amount that the visitor typed, and loads the currencies once", function* ({ world }) {
    const { paymentAmount } = yield* slicesOf(onramp)
    yield* prepareBuying()
    paymentAmount.value = "250"
    yield* prepareBuying()
    assert.strictEqual(paymentAmount.value, "250")
    assert.strictEqual(world.faults.requestCount("onrampOptions"), 1)
  })

  test("goes back from the choice of a currency, or to the providers if there is nothing to go back to", function* ({
    core,
  }) {
    for (const before of [[{ name: "Account" }], [{ name: "Account" }, { name: "OnRampProviders" }]] as const) {
      core.stack.value = [...before, { name: "OnRampTokenSelect" }]
      yield* chooseCurrency("payment", "EUR")
      assert.deepStrictEqual<object>(core.stack.value, before)
    }
    yield* Router.reset({ name: "OnRampTokenSelect" })
    yield* chooseCurrency("payment", "EUR")
    assert.deepStrictEqual<object>(core.stack.value, [{ name: "OnRampProviders" }])
    const { of } = yield* quoteOnramp({ amount: "100" })
    assert.deepStrictEqual([of.purchaseCurrency.symbol, of.paymentCurrency.id], ["USDC", "EUR"])
  })

  test.visits("is quoted by POST /v1/onramp/quote, whose response has purchaseAmount.amount", function* () {
    const provider = yield* provided
    yield* whenConnected({ layers: { api: http.layer({ ...site, hosts: hostsOf(provider.url) }) } }, function* () {
      const { quoteId, purchaseAmount, estimate } = yield* settled(quoteOnramp({ amount: "100" }))
      assert.deepStrictEqual(
        { quoteId, purchaseAmount, estimate },
        { quoteId: "q1", purchaseAmount: { amount: "97.5", currency: "USDC" }, estimate: false },
      )
    })
    const asked = provider.ledger.filter(({ path }) => path.endsWith("/quote"))
    assert.deepStrictEqual(
      asked.map(({ method, path }) => `${method} ${path}`),
      ["POST /v1/onramp/quote"],
    )
    assert.containsSubset(asked[0]?.body, {
      purchaseCurrency: { symbol: "USDC" },
      paymentCurrency: { id: "USD" },
      amount: "100",
      network: "ethereum",
    })
  })

  test.visits("is delivered to the visitor's account: the seller's page is requested for its address", function* () {
    const provider = yield* provided
    const { popup, seen } = windowOf()
    yield* whenConnected(
      { layers: { api: http.layer({ ...site, hosts: hostsOf(provider.url) }) } },
      function* ({ core }) {
        const quote = yield* settled(quoteOnramp({ amount: "100" }))
        const { url } = yield* settled(openOnramp({ quote }, popup))
        assert.deepStrictEqual(seen, [url])
        const asked = provider.ledger.filter(({ path }) => path.endsWith("/onrampurl"))
        assert.containsSubset(
          asked.map(({ body }) => body),
          [
            {
              destinationWallets: [{ address: core.address.value, blockchains: ["ethereum"], assets: ["USDC"] }],
              presetFiatAmount: 100,
            },
          ],
        )
      },
    )
  })

  test("On-ramp options failures fall back to built-in mock data", { script: down }, function* () {
    const { purchaseCurrencies, paymentCurrencies } = yield* onrampOptions()

    assert.deepStrictEqual(
      purchaseCurrencies.map(({ symbol }) => symbol),
      ["USDC", "ETH"],
    )
    assert.deepStrictEqual(
      paymentCurrencies.map(({ id }) => id),
      ["USD", "EUR"],
    )
  })

  test("On-ramp quote failures fall back to built-in mock data, an estimate that cannot be bought on", {
    script: down,
  }, function* () {
    const { popup, seen } = windowOf()
    const quote = yield* quoteOnramp({ amount: "250" })
    assert.deepInclude(quote, { estimate: true, quoteId: "mocked-quote-id" })
    assert.deepStrictEqual(quote.purchaseAmount, { amount: "250", currency: "USD" })
    yield* fails(openOnramp({ quote }, popup), { _tag: "QuoteIsEstimate" })
    assert.deepStrictEqual(seen, ["closed"])
  })

  test("rejects a quote for another network than the active one, to which it would be delivered", function* () {
    const { popup, seen } = windowOf()
    const quote = yield* quoteOnramp({ amount: "250" })
    const elsewhere = { ...quote.of, network: "solana" }
    const nowhere = { ...quote.of, purchaseCurrency: { ...quote.of.purchaseCurrency, networks: [] } }
    for (const of of [elsewhere, nowhere])
      yield* fails(openOnramp({ quote: { ...quote, of } }, popup), { _tag: "OnrampNotOffered" })
    assert.deepStrictEqual(seen, ["closed", "closed"])
  })

  test("rejects a malformed quote", function* () {
    const quote = yield* quoteOnramp({ amount: "250" })
    for (const of of [undefined, {}, { ...quote.of, purchaseCurrency: { symbol: "USDC" } }])
      yield* fails(openOnramp({ quote: { ...quote, of: of as never } }, undefined), {
        _tag: "InvalidInput",
        path: "quote.of",
      })
  })

  it.effect("opens its own window if none is passed", () => {
    const pages: unknown[] = []
    const layers = { browser: browser.layer({ opened: (...page) => void pages.push(page) }) }
    return whenConnected({ layers }, function* () {
      const { url } = yield* openOnramp({ quote: yield* quoteOnramp({ amount: "100" }) }, undefined)
      assert.deepStrictEqual(pages, [[url, "blank"]])
    })
  })

  describe("On a network where a token is not sold, another is offered", () => {
    const program = (contract: boolean) => Effect.succeed({ valid: true, spelled: true, used: true, program: contract })
    const contract = program(true)
    const rows = [
      ["to an account with a key", program(false), undefined],
      ["not to a contract, which may not exist there", contract, "OnrampNotOffered"],
      ["not to an account that cannot be read", Effect.fail(new RequestAborted()), "OnrampNotOffered"],
    ] as const
    const onAvalanche = (receiver: Transfers["receiver"]) => ({
      options: { networks: [avalanche] },
      script: { wallets: { [halyard]: { chain: avalanche.id, chains: [avalanche.id] } } },
      layers: (world: World) => sendingWith(world, () => ({ receiver })),
    })
    for (const [title, receiver, failure] of rows)
      it.effect(title, () => {
        const asked: unknown[] = []
        const setup = onAvalanche((of) => {
          asked.push(of)
          return receiver
        })
        return whenConnected(setup, function* ({ core }) {
          const { isContract } = yield* slicesOf(onramp)
          yield* prepareBuying()
          yield* rest
          assert.strictEqual(isContract.value, receiver === contract)
          const quote = quoteOnramp({ amount: "250" })
          if (failure) yield* fails(quote, { _tag: failure })
          else assert.strictEqual((yield* quote).of.network, "ethereum")
          assert.deepStrictEqual(asked[0], { network: core.network.value, address: core.address.value })
        })
      })

    test(
      "not to a smart account, which may not be deployed anywhere yet",
      onAvalanche(() => program(false)),
      function* ({ core }) {
        const state = core.accounts.eip155
        state.value = {
          ...state.value,
          connections: state.value.connections.map((one) => ({
            ...one,
            accounts: one.accounts.map((account) => ({ ...account, type: "smartAccount" as const })),
          })),
        }
        yield* fails(quoteOnramp({ amount: "250" }), { _tag: "OnrampNotOffered" })
      },
    )

    test.started(
      "to a visitor without an account",
      onAvalanche(() => contract),
      function* () {
        assert.strictEqual((yield* quoteOnramp({ amount: "250" })).of.network, "ethereum")
      },
    )

    test(
      "and another account is not taken for a contract that was read before",
      onAvalanche(() => Effect.delay(contract, "1 second")),
      function* ({ wallet, core }) {
        const { isContract } = yield* slicesOf(onramp)
        const before = core.address.value
        yield* prepareBuying()
        wallet().select(1)
        yield* pass("1 second")
        assert.notStrictEqual(core.address.value, before)
        assert.isFalse(isContract.value)
      },
    )
  })

  test("falls back to mock data on a network that the provider does not serve", {
    script: { project: { networks: ["eip155:8453"] } },
  }, function* ({ world }) {
    assert.isTrue((yield* quoteOnramp({ amount: "20" })).estimate)
    assert.strictEqual(world.faults.requestCount("onrampQuote"), 0)
  })

  test("reports a blocked window, and keeps its URL for another click", function* () {
    const { opened, providers, quote } = yield* slicesOf(onramp)
    const value = yield* quoteOnramp({ amount: "100" })
    yield* fails(openOnramp({ quote: value }, windowOf(true).popup), { _tag: "PopupBlocked" })

    quote.value = { status: "loaded", value }
    if (providers.value[0]) yield* buy(providers.value[0], windowOf(true).popup)
    yield* rest
    assert.isTrue(opened.value.status === "loaded" && opened.value.value.blocked)
  })

  test("fails and closes the window if the provider's page cannot be loaded, or there is no quote", function* ({
    world,
    core,
  }) {
    const { popup, seen } = windowOf()
    const quote = yield* quoteOnramp({ amount: "100" })
    world.faults.set("onrampUrl", { status: 502 })
    yield* fails(openOnramp({ quote }, popup), { _tag: "OnrampFailed" })
    assert.deepStrictEqual(seen, ["closed"])

    const { opened, providers, quote: shown } = yield* slicesOf(onramp)
    const [meld] = providers.value
    if (!meld) return assert.fail("there is no provider")
    yield* buy(meld, popup)
    assert.deepStrictEqual(
      [seen, core.route.value?.name, opened.value.status],
      [["closed", "closed"], "Connect", "idle"],
    )
    shown.value = { status: "loaded", value: quote }
    yield* buy(meld, popup)
    yield* rest
    assert.deepStrictEqual([seen, opened.value.status], [["closed", "closed", "closed"], "failed"])
  })

  test("On-ramp default payment limit (USD): card: 10.00 to 7500.00; ach_bank_account: 10.00 to 25000.00", {
    script: down,
  }, function* () {
    const { paymentCurrencies } = yield* onrampOptions()
    assert.deepStrictEqual(paymentCurrencies[0], {
      id: "USD",
      payment_method_limits: [
        { id: "card", min: "10.00", max: "7500.00" },
        { id: "ach_bank_account", min: "10.00", max: "25000.00" },
      ],
    })
    const limits = { min: "10.00", max: "25000.00" }
    for (const amount of ["9.99", "25000.01", "", "lots", "-10.005", "10.005 USD", 100, 10.005])
      yield* fails(quoteOnramp({ amount: amount as string }), { _tag: "AmountOutsideLimits", limits })
    yield* quoteOnramp({ amount: limits.min })
    yield* quoteOnramp({ amount: limits.max })
  })

  test("quotes no amount with more decimals than can be paid, because it is sent as it was checked", function* ({
    world,
  }) {
    yield* onrampOptions()
    const message = "Expected at most 2 decimals"
    for (const amount of ["25000.001", "10.0050", "10.0000001"])
      yield* fails(quoteOnramp({ amount }), { _tag: "InvalidInput", path: "amount", message })
    assert.strictEqual(world.faults.requestCount("onrampQuote"), 0)
    yield* quoteOnramp({ amount: "10.000" })
  })

  test("is not offered in restricted time zones, on other networks, nor when the project has it off", {
    options: { networks: [mainnet, solana, bitcoin] },
  }, function* ({ core, instance }) {
    const { timezone } = yield* slicesOf(region)
    const { providers } = yield* slicesOf(onramp)
    yield* onrampOptions()
    assert.deepStrictEqual(namesOf(providers.value), ["meld"])
    timezone.value = "Asia/Hong_Kong"
    yield* fails(onrampOptions(), { _tag: "OnrampNotOffered" })
    timezone.value = "Europe/Lisbon"
    yield* onrampOptions()
    core.remoteFeatures.value = { ...core.remoteFeatures.value, onramp: false }
    yield* fails(quoteOnramp({ amount: "20" }), { _tag: "OnrampNotOffered" })
    core.remoteFeatures.value = { ...core.remoteFeatures.value, onramp: ["meld"] }
    const listed = () => snapshot(instance).onramp?.providers
    core.namespace.value = "solana"
    yield* onrampOptions()
    assert.deepStrictEqual(namesOf(providers.value), ["meld"])
    assert.deepStrictEqual(listed(), providers.value)
    core.namespace.value = "bip122"
    assert.isEmpty(providers.value)
    yield* fails(onrampOptions(), { _tag: "OnrampNotOffered" })
    assert.deepStrictEqual(listed(), [])
    yield* fails(quoteOnramp({ amount: "20" }), { _tag: "OnrampNotOffered" })
  })

  test.started("fails for an unknown currency, and without a connected wallet", function* () {
    const unknown = "Expected purchase currency, received 'NOPE'"
    const purchase = { _tag: "InvalidInput", path: "purchaseCurrency", message: unknown }
    yield* fails(quoteOnramp({ amount: "20", purchaseCurrency: "NOPE" }), purchase)
    const message = "Expected payment currency, received 'XXX'"
    const payment = { _tag: "InvalidInput", path: "paymentCurrency", message }
    yield* fails(quoteOnramp({ amount: "20", paymentCurrency: "XXX" }), payment)
    const quote = yield* quoteOnramp({ amount: "20", purchaseCurrency: "ETH", paymentCurrency: "EUR" })
    assert.strictEqual(quote.of.purchaseCurrency.symbol, "ETH")
    yield* fails(openOnramp({ quote }, undefined), { _tag: "NoActiveCaipAddress" })
  })

  test("requests a quote for the newest amount once the visitor has stopped typing", function* ({ world }) {
    const { paymentAmount, quote } = yield* slicesOf(onramp)
    yield* prepareBuying()
    for (const amount of ["2", "25", "250"]) {
      paymentAmount.value = amount
      const fiber = yield* Effect.forkChild(requote())
      yield* TestClock.adjust("100 millis")
      yield* Effect.yieldNow
      if (amount !== "250") fiber.interruptUnsafe()
    }
    yield* pass(399)
    assert.strictEqual(world.faults.requestCount("onrampQuote"), 0)
    yield* pass(1)

    assert.strictEqual(world.faults.requestCount("onrampQuote"), 1)
    assert.strictEqual(quote.value.status === "loaded" && quote.value.value.of.amount, "250")
  })

  test("is in getState() under the specification's names", function* ({ instance }) {
    const { quote } = yield* slicesOf(onramp)
    yield* prepareBuying()
    yield* chooseCurrency("payment", "EUR")
    const value = yield* quoteOnramp({ amount: "100", paymentCurrency: "EUR" })
    quote.value = { status: "loaded", value }
    const now = () => snapshot(instance).onramp as Record<string, unknown>
    const state = now()
    const choices = ["providers", "selectedProvider", "purchaseCurrency", "paymentCurrency"]
    const lists = ["purchaseCurrencies", "paymentCurrencies"]
    const rest = ["purchaseAmount", "paymentAmount", "quotesLoading", "error"]
    assert.deepStrictEqual(Object.keys(state), [...choices, ...lists, ...rest])
    assert.deepStrictEqual(JSON.parse(JSON.stringify(state)), state)
    const limits = [
      { id: "card", min: "10.00", max: "7500.00" },
      { id: "ach_bank_account", min: "10.00", max: "25000.00" },
    ]
    assert.deepStrictEqual(state.paymentCurrency, { id: "EUR", payment_method_limits: limits })
    assert.deepInclude(state.purchaseCurrency, { symbol: "USDC", name: "USD Coin" })
    const [network] = (state.purchaseCurrency as { networks: object[] }).networks
    assert.containsAllKeys(network, ["name", "display_name", "chain_id", "contract_address"])
    assert.deepInclude(state, { paymentAmount: "100", purchaseAmount: "106.444800" })
    assert.deepInclude(state, { quotesLoading: false, error: null, selectedProvider: null })
    const { purchaseCurrencies, paymentCurrencies } = yield* onrampOptions()
    assert.deepInclude(state, { purchaseCurrencies, paymentCurrencies, purchaseCurrency: purchaseCurrencies[0] })
    assert.deepStrictEqual(
      paymentCurrencies.map(({ id }) => id),
      ["USD", "EUR", "GBP"],
    )
    const pol = purchaseCurrencies.find(({ name }) => name === "POL")
    const { id, ...sold } = pol ?? { id: "" }
    const place = { name: "polygon", display_name: "Polygon", chain_id: "137", contract_address: "" }
    assert.deepStrictEqual(sold, { name: "POL", symbol: "POL", networks: [place] })
    assert.match(id, /^[0-9a-f]{32}$/)
    yield* chooseCurrency("purchase", id)
    assert.deepStrictEqual(now().purchaseCurrency, pol)
    quote.value = { status: "loading", last: value }
    assert.deepInclude(now(), { quotesLoading: true, error: null })
    quote.value = { status: "loading", last: undefined }
    assert.deepInclude(now(), { quotesLoading: true, error: null })
    quote.value = { status: "failed", error: new RequestAborted(), last: value }
    assert.deepInclude(now(), { quotesLoading: false, error: "Request was aborted" })
    quote.value = { status: "loaded", value }
    const { opened, providers } = yield* slicesOf(onramp)
    const [seller] = providers.value
    if (seller) yield* buy(seller, windowOf(true).popup)
    const meld = { name: "meld", label: "Meld", feeRange: "1-2%", supportedChains: ["eip155", "solana"] }
    assert.deepInclude(now(), { providers: [meld], selectedProvider: meld })
    opened.value = { status: "failed", error: new RequestAborted(), last: undefined }
    assert.deepInclude(now(), { quotesLoading: false, error: "Request was aborted" })
  })

  test("reports that the purchase has arrived, while its view is shown", function* () {
    const { quote } = yield* slicesOf(onramp)
    const { tokens } = yield* slicesOf(balances)
    const without = yield* Effect.forkChild(reportArrival((symbol) => `${symbol} arrived`))
    yield* rest
    assert.isDefined(without.pollUnsafe())
    yield* Fiber.join(without)
    quote.value = { status: "loaded", value: yield* quoteOnramp({ amount: "100" }) }
    yield* Effect.forkChild(reportArrival((symbol) => `${symbol} arrived`))
    yield* rest
    const held = tokens.peek()
    assert.isFalse((yield* shownSnack).open)
    tokens.reconcile(held.map((row) => (row.symbol === "USDC" ? { ...row, quantity: "5000" } : row)))
    yield* rest

    assert.deepInclude(yield* shownSnack, { open: true, message: "USDC arrived" })
  })
})
