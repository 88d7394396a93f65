import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { demoAccounts } from "../../../layers/demo/accounts.ts"
import { exchange } from "../../../layers/demo/provider/market.ts"
import { decodeUnknown, respond } from "../../../layers/demo/provider/responses.ts"
import { createWorld, type World } from "../../../layers/demo.ts"
import { Api } from "../../../services/Api.ts"
import { balanceEndpoint } from "../../../src/balances/endpoints/balances.ts"
import { formatUnits } from "../../../src/core/amounts.ts"
import { HttpStatus, InvalidInput } from "../../../src/errors/index.ts"
import { registrationMessage } from "../../../src/names/model.ts"
import { base, bitcoin, polygon } from "../../../src/options/networks.ts"
import { walletsEndpoint } from "../../../src/wallets/opening/endpoints.ts"
import { settled } from "../../contracts/settled.ts"
import { allEndpoints } from "../../fixtures/endpoints.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { taking } from "../../fixtures/time.ts"
import { fits } from "../../real/parts/provider.ts"
import { isAnswer, routes } from "../../real/parts/providerRoutes.ts"
import { addressOf, everything, evm, test } from "./demoParts.ts"

const directory = Effect.flatMap(Api, ({ call }) => settled(call(walletsEndpoint, { page: 1, entries: 1_000 })))
/** The balances of the first account, undecoded. */
const demoTokens = (world = createWorld({ tick: 0 })): readonly object[] => {
  const asked = { address: addressOf(world), chainId: "eip155:8453" }
  return (respond(world, balanceEndpoint, asked, now) as { readonly balances: readonly object[] }).balances
}
const tokens = Effect.fnUntraced(function* (world: World, chainId = "eip155:8453") {
  return (yield* settled((yield* Api).call(balanceEndpoint, { address: addressOf(world), chainId }))).balances
})

interface Moved {
  readonly fungible_info: { readonly symbol: string } | null
  readonly direction: "in" | "out"
  readonly quantity: { readonly numeric: string }
}
const now = Date.parse("2026-01-15T12:00:00Z")

describe("the exchange of the demo's world", () => {
  it.effect.each(["eth_call", "eth_estimateGas"])("reverts a swap without its arguments: %s", function* (method) {
    const swap = { to: exchange, data: "0x6548aff0" }
    const error = yield* Effect.flip(createWorld().node("eip155:1", method, [swap]))

    assert.propertyVal(error, "code", 3)
  })
})

describe("the demo's world", () => {
  const seen = (seed: number) => {
    const world = createWorld({ tick: 0, seed })
    return Effect.provide(Effect.all([directory, tokens(world)]), everything(world))
  }

  it.effect("is the same for the same seed, and differs for another", function* () {
    const [first, again, other] = yield* Effect.all([seen(7), seen(7), seen(8)])

    assert.deepStrictEqual(again, first)
    assert.notDeepEqual(other[0], first[0])
    assert.notDeepEqual(other[1], first[1])
  })

  it("gives every account a history that adds up to its balance and never falls below zero", () => {
    for (const seed of [1, 7])
      for (const chain of ["eip155:1", "eip155:8453", "eip155:137"])
        for (const { address } of demoAccounts.filter(({ address }) => address.startsWith("0x"))) {
          const world = createWorld({ seed, tick: 0, transactions: 30 })
          const story = world.history(chain, address, now)
          const held = new Map<string, number>()
          for (const { metadata, transfers } of story.toReversed())
            for (const { fungible_info: token, direction, quantity } of transfers as readonly Moved[]) {
              if (!token || metadata.status === "failed" || metadata.operationType === "approve") continue
              const units = Math.round(Number(quantity.numeric) * 1e6)
              held.set(token.symbol, (held.get(token.symbol) ?? 0) + (direction === "in" ? units : -units))
              assert.isAtLeast(held.get(token.symbol) ?? 0, -transfers.length)
            }
          for (const { coin, units } of world.market.began(chain, address))
            assert.approximately(
              held.get(coin.symbol) ?? 0,
              Number(formatUnits(units, coin.decimals)) * 1e6,
              100,
              `${chain} ${coin.symbol}`,
            )
          assert.deepStrictEqual(createWorld({ seed, tick: 0, transactions: 30 }).history(chain, address, now), story)
          assert.strictEqual(new Set(story.map(({ id }) => id)).size, story.length)
        }
  })

  it("lists a swap as one transaction with both amounts, and earlier entries do not change with it or with prices", () => {
    const [chain, address] = ["eip155:8453", demoAccounts[0]?.address ?? ""]
    const world = createWorld({ seed: 1, tick: 0 })
    const before = createWorld({ seed: 1, tick: 0 }).history(chain, address, now)
    const [from, to] = world.market.listed(chain).filter(({ contract }) => contract !== undefined)
    if (!from || !to) throw new Error("There are no tokens")
    const given = { chain, from: address, to: address, contract: from.contract, units: 10n ** BigInt(from.decimals) }
    const back = { contract: to.contract, units: 3n * 10n ** BigInt(to.decimals), to: address }
    const at = now
    world.ledger.take({ ...given, back, fee: 0n, sent: {}, at })
    const later = now + 60_000
    world.ledger.settle(later)

    const [swap, ...older] = world.history(chain, address, later)
    const moved = ((swap?.transfers ?? []) as readonly Moved[]).map((one) => [one.direction, one.fungible_info?.symbol])
    assert.strictEqual(swap?.metadata.operationType, "trade")
    assert.deepStrictEqual(moved, [
      ["out", from.symbol],
      ["in", to.symbol],
    ])
    assert.deepStrictEqual(
      older.map(({ transfers }) => transfers.map((one) => (one as Moved).quantity)),
      before.map(({ transfers }) => transfers.map((one) => (one as Moved).quantity)),
    )
    const listed = structuredClone(world.history(chain, address, later))
    world.market.tick()
    assert.deepStrictEqual(world.history(chain, address, later), listed)
  })

  test("has about 600 wallets with unique IDs and names, and small generated pictures", {}, function* () {
    const { image } = yield* Api
    const { data, count } = yield* directory
    const pictures = data.map(({ image_id }) => image("wallet", image_id ?? ""))

    assert.strictEqual(count, 640)
    assert.strictEqual(new Set(data.map(({ id }) => id)).size, 640)
    assert.strictEqual(new Set(data.map(({ name }) => name)).size, 640)
    assert.isAbove(new Set(pictures).size, 400)
    for (const picture of pictures) assert.match(picture, /^data:image\/svg\+xml,[\x20-\x7e]{150,900}$/)
  })

  test("has as many wallets and tokens as the script says", { directory: 5_000, tokens: 500 }, function* (world) {
    assert.strictEqual((yield* directory).count, 5_000)
    assert.isAbove((yield* tokens(world)).length, 500)
  })

  test("changes prices over time, and nothing else", { tick: 1_000 }, function* (world) {
    const before = yield* tokens(world)
    yield* TestClock.adjust("5 seconds")
    const after = yield* tokens(world)
    const still = ({ price: _, value: __, ...rest }: (typeof before)[number]) => rest

    assert.notDeepEqual(after, before)
    assert.deepStrictEqual(after.map(still), before.map(still))
    for (const { symbol, price } of after) {
      const was = before.find((one) => one.symbol === symbol)?.price ?? 0
      assert.approximately(price, was, was * 0.04)
    }
  })

  test("changes one price, or all, on demand", { tick: 0 }, function* (world) {
    const before = yield* tokens(world)
    world.market.setPrice("HRB", 5)
    const one = yield* tokens(world)
    world.market.tick()
    const all = yield* tokens(world)

    const changed = one.filter((token, index) => token.price !== before[index]?.price)
    assert.deepStrictEqual(
      changed.map(({ symbol, price }) => [symbol, price]),
      [["HRB", 5]],
    )
    assert.isAbove(all.filter((token, index) => token.price !== one[index]?.price).length, 1)
  })

  test("has the same balance on the chain and in the list", { tick: 0 }, function* (world) {
    const chain = yield* evm
    for (const [network, symbol] of [
      [base, "ETH"],
      [polygon, "POL"],
    ] as const) {
      const balance = yield* settled(chain.balance({ network, address: addressOf(world) }))
      const listed = (yield* tokens(world, network.caipNetworkId)).find((token) => token.symbol === symbol)

      assert.strictEqual(listed?.quantity.numeric, balance)
      assert.isUndefined(listed?.address)
    }
  })

  const faults = { balance: { status: 503, times: 2 }, api: { offline: true } }
  test("fails as often as the script says; an endpoint's fault precedes its service's", {
    tick: 0,
    faults,
  }, function* (world) {
    const messages: unknown[] = []
    for (let time = 0; time < 3; time++) {
      const { cause } = yield* Effect.flip(tokens(world))
      messages.push(cause instanceof Error && cause.message)
    }
    world.faults.heal()

    assert.deepStrictEqual(messages, ["HTTP status code: 503", "HTTP status code: 503", "Unknown error"])
    assert.isNotEmpty(yield* tokens(world))
  })

  for (const [body, cause] of [
    ["truncated", "AnswerInvalid"],
    ["mistyped", "AnswerInvalid"],
    ["huge", "AnswerTooLarge"],
  ] as const)
    test(`fails instead of listing nothing if no balance can be read: ${body}`, {
      tick: 0,
      faults: { balance: { body } },
    }, function* (world) {
      const failure = yield* Effect.flip(tokens(world))
      world.faults.heal()

      assert.propertyVal(failure.cause, "_tag", cause)
      assert.isNotEmpty(yield* tokens(world))
    })

  it("lists nothing for an account whose only token has a name of invisible characters", () => {
    const [token] = demoTokens()
    const listed = decodeUnknown(balanceEndpoint.response)({
      balances: [{ ...token, name: "\u200b", symbol: "\u200b" }],
    })

    assert.deepStrictEqual(listed, { balances: [] })
  })

  test("lists the balances that can be read", { tick: 0 }, function* (world) {
    const balances = demoTokens(world)
    const mixed = decodeUnknown(balanceEndpoint.response)({ balances: [{ symbol: 1 }, ...balances] })

    assert.notInstanceOf(mixed, InvalidInput)
    assert.lengthOf((mixed as { readonly balances: readonly object[] }).balances, balances.length)
  })

  test("responds to a repeated request as it did the first time while its fault is stale", {}, function* (world) {
    world.faults.set("balance", { body: "stale" })
    const first = yield* tokens(world)
    yield* TestClock.adjust("1 minute")

    assert.deepStrictEqual(yield* tokens(world), first)
    world.faults.heal()
    yield* TestClock.adjust("1 minute")
    assert.notDeepEqual(yield* tokens(world), first)
  })

  test("delays a response", { latency: 300, faults: { wallets: { delay: 700 } } }, function* () {
    const { data } = yield* taking(1_000, (yield* Api).call(walletsEndpoint, { page: 1, entries: 4 }))

    assert.lengthOf(data, 4)
  })
})

describe("the demo's provider, and that of the tests of real parts", () => {
  it("respond at every endpoint of every topic, in its format", async () => {
    const world = createWorld()
    const table = [...routes()]
    const address = addressOf(world)
    const chainId = "eip155:1"
    const account = `${chainId}:${address}`
    const token = `${chainId}:0x${"e".repeat(40)}`
    const swapped = { amount: "1", from: token, to: token, userAddress: account }
    const bought = { purchaseCurrency: { symbol: "USDC" }, paymentCurrency: { id: "USD" }, amount: "100" }
    const none = {}
    const inputs: Readonly<Record<string, object>> = {
      ...{ analyticsConfig: none, authNonce: none, config: none, gasPrice: none, onrampOptions: none, origins: none },
      supportedChains: none,
      wallets: { page: 1, entries: 1 },
      balance: { address, chainId },
      history: { address, chainId },
      utxo: { network: bitcoin, address },
      identity: { address },
      userOperation: { chainId, bundler: "demo", id: "0x1" },
      sessions: { account },
      addSession: { account, request: { expiry: 1, permissions: [] } },
      activateSession: { account, pci: "1" },
      revokeSession: { address, pci: "1" },
      lookUpName: { name: "ansel.reown.id" },
      namesOf: { address },
      suggestions: { name: "ansel" },
      registerName: { coinType: 60, address, message: registrationMessage("harbour", 0), signature: "0x" },
      authenticate: { data: { nonce: "1" }, nonceToken: "" },
      authMe: { token: "" },
      authAccountMetadata: { token: "", metadata: {} },
      authOtp: { email: "ansel@inkwell.example" },
      authOtpConfirm: { uuid: "1", code: "1" },
      onrampQuote: bought,
      onrampUrl: { ...bought, address },
      exchanges: { page: 0 },
      payUrl: { exchangeId: "none" },
      buyStatus: { sessionId: "none" },
      swapTokens: { chainId },
      swapQuotes: swapped,
      allowance: { tokenAddress: token, userAddress: account },
      buildApprove: swapped,
      buildTransaction: swapped,
      prices: { addresses: [token] },
    }
    const rows = await allEndpoints()

    assert.isAbove(rows.length, 30)
    for (const row of rows) {
      const { name, method, path, query, body } = row
      const input = inputs[name]
      assert.isDefined(input, `${name}: give it an input in this test, {} if it takes none`)
      const asked = { method, path: decodeURIComponent(path(input)), query: { sv: "1", ...query(input) } }
      const [, give] = table.find(([route]) => fits(route, asked)) ?? []
      const responses = {
        "layers/demo/provider/responses.ts": respond(world, row, input, Date.UTC(2026, 0)),
        "test/real/parts/providerRoutes.ts": await give?.({
          ...asked,
          headers: { origin: "http://localhost" },
          body: body?.(input),
        }),
      }
      for (const [file, response] of Object.entries(responses)) {
        assert.isDefined(response, `${name}: ${file} has no response`)
        if (isAnswer(response) || response instanceof HttpStatus) continue
        assert.notInstanceOf(decodeUnknown(row.response)(response), InvalidInput, `${name}: response of ${file}`)
      }
    }
  })
})
