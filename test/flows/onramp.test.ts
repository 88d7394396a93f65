import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import type { Popup } from "../../services/Frame.ts"
import { bitcoin, mainnet } from "../../src/domain/networks.ts"
import { connect } from "../../src/flows/connect.ts"
import {
  buy,
  chooseCurrency,
  onrampOptions,
  openOnramp,
  prepareBuying,
  quoteOnramp,
  requote,
  tellOfArrival,
} from "../../src/flows/onramp.ts"
import { Modal, use } from "../../src/modal.ts"
import { snapshot } from "../../src/snapshot.ts"
import { balances } from "../../src/state/balances.ts"
import { onramp } from "../../src/state/onramp.ts"
import { place } from "../../src/state/place.ts"
import { snack } from "../../src/state/snack.ts"
import { createWorld, halyard, rest, visit } from "./modal.ts"
import "../../src/domain/onrampRows.ts"
import "../../src/flows/balances.ts"

const connected = connect({ wallet: halyard })
const still = () => createWorld({ tick: 0 })
/** A window that notes what becomes of it. */
const windowOf = (blocked = false) => {
  const told: string[] = []
  const popup: Popup = {
    blocked,
    go: (url) => void told.push(url),
    close: () => void told.push("closed"),
    isClosed: () => false,
    sent: () => false,
  }
  return { popup, told }
}
const down = () => createWorld({ tick: 0, faults: { onrampOptions: { status: 500 }, onrampQuote: { status: 503 } } })

describe("Buying", () => {
  it.effect("A visitor can buy crypto through an on-ramp", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const { core } = yield* Modal
        const { paymentAmount, quote, opened, providers } = yield* use(onramp)
        const { popup, told } = windowOf()
        yield* connected
        yield* prepareBuying()
        yield* Effect.forkChild(requote())
        yield* rest
        yield* TestClock.adjust(500)
        yield* rest

        assert.strictEqual(paymentAmount.value, "100")
        const now = quote.value
        if (now.is !== "loaded") return assert.fail(now.is)
        assert.deepInclude(now.value, { estimate: false, quoteId: "quote-USDC-100" })
        assert.deepStrictEqual(now.value.purchaseAmount, { amount: "98.560000", currency: "USDC" })

        const [meld] = providers.value
        if (!meld) return assert.fail("nobody sells")
        yield* buy(meld, popup)
        yield* rest
        assert.strictEqual(core.route.value?.name, "BuyInProgress")
        assert.deepStrictEqual(opened.value, { is: "loaded", value: { url: told[0] ?? "", blocked: false } })
        const url = new URL(told[0] ?? "")
        assert.strictEqual(url.searchParams.get("address"), core.address.value)
        assert.strictEqual(url.searchParams.get("token"), "USDC")
      }),
    ),
  )

  it.effect("On-ramp options failures fall back to built-in mock data", () =>
    visit(
      down(),
      Effect.gen(function* () {
        yield* connected
        const { purchaseCurrencies, paymentCurrencies } = yield* onrampOptions()

        assert.deepStrictEqual(
          purchaseCurrencies.map(({ symbol }) => symbol),
          ["USDC", "ETH"],
        )
        assert.deepStrictEqual(
          paymentCurrencies.map(({ id }) => id),
          ["USD", "EUR"],
        )
      }),
    ),
  )

  it.effect("On-ramp quote failures fall back to built-in mock data, an estimate that cannot be bought on", () =>
    visit(
      down(),
      Effect.gen(function* () {
        const { popup, told } = windowOf()
        yield* connected
        const quote = yield* quoteOnramp({ amount: "250" })
        const error = yield* Effect.flip(openOnramp({ quote }, popup))

        assert.deepInclude(quote, { estimate: true, quoteId: "mocked-quote-id" })
        assert.deepStrictEqual(quote.purchaseAmount, { amount: "250", currency: "USD" })
        assert.strictEqual(error._tag, "QuoteIsEstimate")
        assert.deepStrictEqual(told, ["closed"])
      }),
    ),
  )

  it.effect("buys nothing on a quote for another network than the one in use: it would be delivered elsewhere", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const { popup, told } = windowOf()
        yield* connected
        const quote = yield* quoteOnramp({ amount: "250" })
        const elsewhere = { ...quote, of: { ...quote.of, network: "solana" } }
        const error = yield* Effect.flip(openOnramp({ quote: elsewhere }, popup))

        assert.strictEqual(error._tag, "OnrampNotOffered")
        assert.deepStrictEqual(told, ["closed"])
      }),
    ),
  )

  it.effect("falls back where the provider does not serve the network", () => {
    const world = createWorld({ tick: 0, project: { networks: ["eip155:8453"] } })
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        assert.isTrue((yield* quoteOnramp({ amount: "20" })).estimate)
        assert.strictEqual(world.faults.asked("onrampQuote"), 0)
      }),
    )
  })

  it.effect("tells of a window that the browser blocked, and keeps its address for another click", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const { opened, providers, quote } = yield* use(onramp)
        yield* connected
        const asked = yield* quoteOnramp({ amount: "100" })
        const error = yield* Effect.flip(openOnramp({ quote: asked }, windowOf(true).popup))
        assert.strictEqual(error._tag, "PopupBlocked")

        quote.value = { is: "loaded", value: asked }
        if (providers.value[0]) yield* buy(providers.value[0], windowOf(true).popup)
        yield* rest
        assert.strictEqual(opened.value.is === "loaded" && opened.value.value.blocked, true)
      }),
    ),
  )

  it.effect("fails where the seller's page cannot be had, and closes the window", () => {
    const world = still()
    return visit(
      world,
      Effect.gen(function* () {
        const { popup, told } = windowOf()
        yield* connected
        const quote = yield* quoteOnramp({ amount: "100" })
        world.faults.set("onrampUrl", { status: 502 })
        const error = yield* Effect.flip(openOnramp({ quote }, popup))

        assert.strictEqual(error._tag, "OnrampFailed")
        assert.deepStrictEqual(told, ["closed"])
      }),
    )
  })

  it.effect("On-ramp default payment limit (USD): card: 10.00 to 7500.00; ach_bank_account: 10.00 to 25000.00", () =>
    visit(
      down(),
      Effect.gen(function* () {
        yield* connected
        const { paymentCurrencies } = yield* onrampOptions()
        assert.deepStrictEqual(paymentCurrencies[0], {
          id: "USD",
          payment_method_limits: [
            { id: "card", min: "10.00", max: "7500.00" },
            { id: "ach_bank_account", min: "10.00", max: "25000.00" },
          ],
        })
        for (const amount of ["9.99", "25000.01", "", "lots"]) {
          const error = yield* Effect.flip(quoteOnramp({ amount }))
          assert.deepInclude(error, { _tag: "AmountOutsideLimits", limits: { min: "10.00", max: "25000.00" } })
        }
        yield* quoteOnramp({ amount: "10.00" })
        yield* quoteOnramp({ amount: "25000.00" })
      }),
    ),
  )

  it.effect("is not offered in restricted timezones, on other networks, nor where the project has it off", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const { core } = yield* Modal
        const { timezone } = yield* use(place)
        yield* connected
        yield* onrampOptions()
        timezone.value = "Asia/Hong_Kong"
        assert.strictEqual((yield* Effect.flip(onrampOptions()))._tag, "OnrampNotOffered")
        timezone.value = "Europe/Lisbon"
        yield* onrampOptions()
        core.remoteFeatures.value = { ...core.remoteFeatures.value, onramp: false }
        assert.strictEqual((yield* Effect.flip(quoteOnramp({ amount: "20" })))._tag, "OnrampNotOffered")
        core.remoteFeatures.value = { ...core.remoteFeatures.value, onramp: ["meld"] }
        core.namespace.value = "bip122"
        assert.strictEqual((yield* Effect.flip(quoteOnramp({ amount: "20" })))._tag, "OnrampNotOffered")
      }),
      { options: { networks: [mainnet, bitcoin] } },
    ),
  )

  it.effect("takes no currency that there is not, and buys for nobody", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const error = yield* Effect.flip(quoteOnramp({ amount: "20", purchaseCurrency: "NOPE" }))
        assert.strictEqual(error.message, "Expected purchase currency, received 'NOPE'")
        const other = yield* Effect.flip(quoteOnramp({ amount: "20", paymentCurrency: "XXX" }))
        assert.deepInclude(other, { _tag: "InvalidInput", path: "paymentCurrency" })
        const quote = yield* quoteOnramp({ amount: "20", purchaseCurrency: "ETH", paymentCurrency: "EUR" })
        assert.strictEqual(quote.of.purchaseCurrency.symbol, "ETH")
        assert.strictEqual((yield* Effect.flip(openOnramp({ quote }, undefined)))._tag, "NoActiveCaipAddress")
      }),
    ),
  )

  it.effect("asks for a price a moment after the visitor stopped typing; the newest amount counts", () => {
    const world = still()
    return visit(
      world,
      Effect.gen(function* () {
        const { paymentAmount, quote } = yield* use(onramp)
        yield* connected
        yield* prepareBuying()
        for (const amount of ["2", "25", "250"]) {
          paymentAmount.value = amount
          const fiber = yield* Effect.forkChild(requote())
          yield* TestClock.adjust(100)
          if (amount !== "250") yield* Effect.yieldNow
          if (amount !== "250") fiber.interruptUnsafe()
        }
        yield* TestClock.adjust(500)
        yield* rest

        assert.strictEqual(world.faults.asked("onrampQuote"), 1)
        assert.strictEqual(quote.value.is === "loaded" && quote.value.value.of.amount, "250")
      }),
    )
  })

  it.effect("stands in getState() under the specification's names", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const instance = yield* Modal
        const { quote, paymentAmount } = yield* use(onramp)
        yield* connected
        yield* prepareBuying()
        yield* chooseCurrency("payment", "EUR")
        quote.value = { is: "loaded", value: yield* quoteOnramp({ amount: "100", paymentCurrency: "EUR" }) }
        const { onramp: told } = snapshot(instance) as unknown as { onramp: Record<string, unknown> }

        assert.deepStrictEqual(Object.keys(told), [
          "providers",
          "selectedProvider",
          "purchaseCurrency",
          "paymentCurrency",
          "purchaseCurrencies",
          "paymentCurrencies",
          "purchaseAmount",
          "paymentAmount",
          "quotesLoading",
          "error",
        ])
        assert.deepStrictEqual(JSON.parse(JSON.stringify(told)), told)
        assert.deepInclude(told.paymentCurrency, { id: "EUR" })
        assert.deepInclude(told.purchaseCurrency, { symbol: "USDC", name: "USD Coin" })
        assert.containsAllKeys((told.purchaseCurrency as { networks: object[] }).networks[0] ?? {}, [
          "name",
          "display_name",
          "chain_id",
          "contract_address",
        ])
        assert.strictEqual(told.paymentAmount, paymentAmount.value)
        assert.deepInclude(told, { quotesLoading: false, error: null, selectedProvider: null })
      }),
    ),
  )

  it.effect("tells when what was bought has arrived, as long as its view is there", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const { quote } = yield* use(onramp)
        const { tokens } = yield* use(balances)
        const { shown } = yield* use(snack)
        yield* connected
        quote.value = { is: "loaded", value: yield* quoteOnramp({ amount: "100" }) }
        yield* Effect.forkChild(tellOfArrival((symbol) => `${symbol} arrived`))
        yield* rest
        const held = tokens.peek()
        assert.strictEqual(shown.value.open, false)
        tokens.reconcile(held.map((row) => (row.symbol === "USDC" ? { ...row, quantity: "5000" } : row)))
        yield* rest

        assert.deepInclude(shown.value, { open: true, message: "USDC arrived" })
      }),
    ),
  )
})
