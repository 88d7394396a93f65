import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { refreshAccount } from "../../src/account/flows.ts"
import { account } from "../../src/account/state/account.ts"
import { refreshActivity } from "../../src/activity/operations.ts"
import { activity } from "../../src/activity/state.ts"
import { refreshBalances } from "../../src/balances/flows/tokens.ts"
import { balances } from "../../src/balances/state/tokens.ts"
import { connect } from "../../src/connect/operations.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { namespaceTable } from "../../src/namespaces/model/namespaceTable.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { mainnet, polygon, solana } from "../../src/options/networks.ts"
import { caches } from "../../src/persistence/caches.ts"
import { cacheLifetimes, responseCacheLimits } from "../../src/persistence/limits.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import { quoteSwap } from "../../src/swap/operations.ts"
import { settled } from "../contracts/settled.ts"
import { changedChains } from "../fixtures/layers.ts"
import { cinderbox, createWorld, halyard, rest, shelf } from "../fixtures/modal.ts"
import { type Browser, begun, visiting } from "../fixtures/visits.ts"

const symbols = Effect.map(slicesOf(balances), ({ tokens }) => tokens.peek().map(({ symbol }) => symbol))
const amount = Effect.map(slicesOf(account), ({ balance }) => latest(balance.value)?.amount)
const name = Effect.map(slicesOf(account), ({ identity }) => latest(identity.value)?.name)
const connected = connect({ wallet: halyard })
const read = Effect.andThen(Effect.all([refreshAccount(), refreshBalances(), refreshActivity()]), rest)
/** Storage key of the cached responses about the active account. */
const key = Effect.map(CurrentModal, ({ core }) => `${core.address.value} eip155:1`)

/** Longer than start-up takes. */
const starting = 5_000

/** Prices do not change. */
const test = visiting(() => ({ world: createWorld({ tick: 0 }) }))

/** Reads everything on one visit. After it every service is down, so later visits show only stored data. */
const filled = Effect.fnUntraced(function* ({
  visit,
  world,
}: Browser & { readonly world: ReturnType<typeof createWorld> }) {
  yield* visit(Effect.andThen(connected, read))
  for (const service of ["balance", "history", "identity", "rpc"]) world.faults.set(service, { status: 500 })
})

describe("Local storage", () => {
  test.visits("Local storage holds: cache for balances", function* (browser) {
    const { storage, visit, world } = browser
    yield* filled(browser)
    yield* TestClock.adjust(cacheLifetimes.portfolio - starting)
    yield* visit(function* () {
      const { refresh } = yield* slicesOf(balances)
      yield* read
      assert.deepStrictEqual(Object.keys(storage.json("portfolio_cache") ?? {}), [yield* key])
      assert.include(yield* symbols, "USDC")
      // It was requested, but the request failed.
      assert.strictEqual(world.faults.requestCount("balance"), 2)
      assert.strictEqual(refresh.value.status, "failed")
    })
    yield* TestClock.adjust(starting)
    assert.deepStrictEqual(yield* visit(Effect.andThen(read, symbols)), [])
  })

  for (const [what, key, life, value, shown, asked] of [
    // No node responds any more: a fresh balance is not requested, any other request fails.
    ["native balance", "native_balance_cache", cacheLifetimes.nativeBalance, amount, "1.204", "loaded"],
    ["ENS names", "ens_cache", cacheLifetimes.ens, name, "marguerite.eth", "failed"],
  ] as const)
    test.visits(`Local storage holds: cache for ${what}`, function* (browser) {
      const { visit, storage } = browser
      yield* filled(browser)
      assert.include(JSON.stringify(storage.json(key)), shown)
      yield* TestClock.adjust(life - starting)
      yield* visit(function* () {
        const { balance } = yield* slicesOf(account)
        yield* read
        assert.strictEqual(yield* value, shown)
        assert.strictEqual(balance.value.status, asked)
      })
      yield* TestClock.adjust(starting)
      assert.isUndefined(yield* visit(Effect.andThen(read, value)))
    })

  const nameless = changedChains(() => ({ identity: () => Effect.succeed({}) }))
  test.visits(
    "Local storage holds: cache for identity, for an account without an on-chain name",
    nameless,
    function* ({ storage, visit }) {
      const kept = Effect.andThen(
        refreshAccount(),
        Effect.map(name, (shown) => {
          const entries = Object.values(
            (storage.json("identity_cache") ?? {}) as Record<string, { readonly value: { readonly name?: string } }>,
          )
          assert.strictEqual(entries[0]?.value.name, "marguerite.eth")
          assert.strictEqual(shown, "marguerite.eth")
          return entries
        }),
      )
      const first = yield* visit(Effect.andThen(connected, kept))

      yield* TestClock.adjust(cacheLifetimes.identity - starting)
      assert.deepStrictEqual(yield* visit(kept), first)
      yield* TestClock.adjust(starting)
      assert.notDeepEqual(yield* visit(kept), first)
    },
  )

  test.visits("Local storage holds: cache for transactions", function* ({ storage, visit, world }) {
    yield* visit(function* () {
      yield* connected
      yield* refreshActivity()
      assert.deepStrictEqual(Object.keys(storage.json("history_transactions_cache") ?? {}), [yield* key])
    })
    world.faults.set("history", { delay: 1_000 })
    const shown = visit(function* () {
      const { transactions } = yield* slicesOf(activity)
      yield* begun(refreshActivity())
      return transactions.peek().length
    })
    yield* TestClock.adjust(cacheLifetimes.history - starting)
    assert.strictEqual(yield* shown, 24)

    yield* TestClock.adjust(cacheLifetimes.history)
    assert.strictEqual(yield* shown, 0)
  })

  test.visits("Local storage holds: cache for token prices", function* ({ storage, visit, world }) {
    const quote = Effect.map(
      settled(quoteSwap({ fromToken: "ETH", toToken: "USDC", amount: "0.1" })),
      ({ from, to }) => [from.price, to.price],
    )
    const first = yield* visit(Effect.andThen(connected, quote))
    const kept = (storage.json("token_price_cache") ?? {}) as Readonly<Record<string, { readonly value: number }>>
    assert.sameMembers(
      Object.values(kept).map(({ value }) => value),
      first,
    )
    assert.include(Object.keys(kept).join(), `eip155:1:${namespaceTable.eip155.nativeToken.toLowerCase()}`)

    const asked = world.faults.requestCount("prices")
    yield* TestClock.adjust(cacheLifetimes.tokenPrice - starting)
    assert.deepStrictEqual(yield* visit(quote), first)
    assert.strictEqual(world.faults.requestCount("prices"), asked)
    yield* TestClock.adjust(starting)
    yield* visit(quote)
    assert.strictEqual(world.faults.requestCount("prices"), asked + 1)
  })
})

describe("The caches", () => {
  const everywhere = { options: { networks: [mainnet, polygon, solana] } }
  test("Local storage holds: caches of every account and network that was read", everywhere, function* (visit) {
    const { core, storage } = visit
    const read = Effect.gen(function* () {
      yield* Effect.all([refreshAccount(), refreshBalances(), refreshActivity()])
      yield* rest
      return `${core.address.value} ${core.network.value?.caipNetworkId}`
    })
    const kept = (item: string) => Object.keys((storage.json(item) as object | null) ?? {})
    yield* connect({ wallet: cinderbox })
    const ansels = yield* read
    yield* connected
    const onMainnet = yield* read
    yield* settled(switchNetwork({ network: polygon.caipNetworkId }))
    const onPolygon = yield* read
    yield* settled(quoteSwap({ fromToken: "POL", toToken: "USDC", amount: "0.1" }))
    yield* settled(connect({ wallet: halyard, namespace: "solana" }))
    const onSolana = yield* read

    assert.sameMembers(kept("portfolio_cache"), [ansels, onMainnet, onPolygon, onSolana])
    assert.sameMembers(kept("native_balance_cache"), [ansels, onMainnet, onPolygon, onSolana])
    assert.sameMembers(kept("history_transactions_cache"), [ansels, onMainnet, onPolygon])
    assert.sameMembers(
      kept("ens_cache"),
      [ansels, onMainnet].map((key) => key.split(" ")[0]),
    )
    assert.include(kept("token_price_cache"), `eip155:137:${namespaceTable.eip155.nativeToken.toLowerCase()}`)
  })

  test(
    "stay as old as the response that they came from, also between those of other networks",
    everywhere,
    function* ({ core, storage }) {
      const on = (network: typeof mainnet | typeof polygon) =>
        Effect.gen(function* () {
          yield* settled(switchNetwork({ network: network.caipNetworkId }))
          yield* refreshActivity()
          const kept = storage.json("history_transactions_cache") as Readonly<Record<string, unknown>>
          return kept[`${core.address.value} ${network.caipNetworkId}`]
        })
      yield* connected
      const first = yield* on(mainnet)
      yield* on(polygon)
      assert.deepStrictEqual(yield* on(mainnet), first)
      yield* TestClock.adjust(cacheLifetimes.history)
      assert.notDeepEqual(yield* on(mainnet), first)
    },
  )

  test("forget only the visitor who signs out", function* ({ storage }) {
    yield* connected
    yield* refreshAccount()
    yield* refreshBalances()
    yield* caches.nativeBalance.set("1", "0x1", "eip155:1")
    yield* disconnect()

    assert.isNull(storage.json("portfolio_cache"))
    assert.isNull(storage.json("ens_cache"))
    assert.deepStrictEqual(Object.keys(storage.json("native_balance_cache") as object), ["0x1 eip155:1"])
  })

  test("keep a limited number of entries, the newest, and none that is too large", function* ({ storage }) {
    const kept = (cache: string) => Object.keys(storage.json(cache) as object)
    for (let at = 0; at < responseCacheLimits.entries + 4; at++) {
      yield* TestClock.adjust(1)
      yield* caches.nativeBalance.set(`${at}`, `0x${at}`, "eip155:1")
    }
    assert.lengthOf(kept("native_balance_cache"), responseCacheLimits.entries)
    assert.include(kept("native_balance_cache"), `0x${responseCacheLimits.entries + 3} eip155:1`)
    assert.notInclude(kept("native_balance_cache"), "0x0 eip155:1")

    /** A value whose JSON has this many characters. */
    const sized = (length: number) => "x".repeat(length - '""'.length)
    yield* caches.portfolio.set("small", "0x1", "eip155:1")
    yield* caches.portfolio.set(sized(responseCacheLimits.length + 1), "0x2", "eip155:1")
    assert.deepStrictEqual(kept("portfolio_cache"), ["0x1 eip155:1"])
    yield* caches.portfolio.set(sized(responseCacheLimits.length), "0x3", "eip155:1")
    assert.deepStrictEqual(kept("portfolio_cache"), ["0x3 eip155:1"])
    yield* caches.portfolio.set(sized(responseCacheLimits.length / 2 + 1), "0x4", "eip155:1")
    yield* caches.portfolio.set(sized(responseCacheLimits.length / 2), "0x5", "eip155:1")
    assert.deepStrictEqual(kept("portfolio_cache"), ["0x5 eip155:1"])
  })

  test("replace an entry, keep it for its lifetime, and then remove it", function* ({ storage }) {
    yield* TestClock.adjust(cacheLifetimes.nativeBalance)
    yield* caches.nativeBalance.set("1", "0x1", "eip155:1")
    yield* caches.nativeBalance.set("2", "0x1", "eip155:1")
    yield* TestClock.adjust(cacheLifetimes.nativeBalance - 1)
    const writes = storage.writes()
    assert.strictEqual(yield* caches.nativeBalance.get("0x1", "eip155:1"), "2")
    yield* caches.nativeBalance.forget("0x2")
    assert.strictEqual(storage.writes(), writes)

    yield* caches.nativeBalance.set("3", "0x2", "eip155:1")
    yield* TestClock.adjust(1)
    assert.strictEqual(yield* caches.nativeBalance.get("0x2", "eip155:1"), "3")
    assert.deepStrictEqual(Object.keys(storage.json("native_balance_cache") as object), ["0x2 eip155:1"])
  })

  const odd = (entry: unknown) => JSON.stringify({ "0x1 eip155:1": entry })
  for (const [what, text] of [
    ["no JSON", "{"],
    ["a list", "[1]"],
    ["entries of another shape", odd([1])],
    ["a string instead of a time", odd({ timestamp: "0", value: "1" })],
    ["a time in the future", odd({ timestamp: 9e15, value: "1" })],
    ["another type of value", odd({ timestamp: 0, value: { amount: 1 } })],
    ["no number", odd({ timestamp: 0, value: "lots" })],
    ["a list of numbers", odd({ timestamp: 0, value: ["1"] })],
    ["null instead of a value", odd({ timestamp: 0, value: null })],
    ["no value", odd({ timestamp: 0 })],
    ["a key of Object.prototype", '{"__proto__":{"timestamp":0,"value":"1"}}'],
  ] as const) {
    const names = ["native_balance_cache", "ens_cache", "identity_cache", "token_price_cache"]
    const storage = shelf(Object.fromEntries(names.map((name) => [name, text])))
    test(`return nothing for invalid data: ${what}`, { storage }, function* () {
      for (const cache of [caches.ens, caches.identity])
        assert.notProperty((yield* cache.get("0x1", "eip155:1")) ?? {}, "name")
      for (const cache of [caches.nativeBalance, caches.tokenPrice])
        assert.isUndefined(yield* cache.get("0x1", "eip155:1"))
      yield* caches.nativeBalance.set("2", "0x2", "eip155:1")
      assert.strictEqual(yield* caches.nativeBalance.get("0x2", "eip155:1"), "2")
    })
  }

  test("return prices and balances only if they are amounts", function* ({ storage: { texts } }) {
    const read = Effect.fnUntraced(function* (value: string) {
      const text = `{"0x1":{"timestamp":0,"value":${value}}}`
      for (const key of ["native_balance_cache", "token_price_cache"]) texts.set(key, text)
      return [yield* caches.nativeBalance.get("0x1"), yield* caches.tokenPrice.get("0x1")]
    })
    for (const value of ["-1", "1e999", "null", '"lots"', "[1]"])
      assert.deepStrictEqual(yield* read(value), [undefined, undefined], value)
    for (const value of [0, 1.5]) assert.deepStrictEqual(yield* read(`${value}`), [undefined, value])
    assert.deepStrictEqual(yield* read('"1.5"'), ["1.5", undefined])
  })

  const hostile = { name: "<b>\u202eevil", avatar: "javascript:alert(1)" }
  const avatar = "https://pictures.example/face.png"
  const ens = [
    hostile,
    { name: "marguerite.eth", avatar, more: 1 },
    { name: 7, avatar: 7 },
    { avatar },
    "marguerite.eth",
  ]
  const entries = ens.map((value, at) => [`0x${at}`, { timestamp: 0, value }] as const)
  const stored = { storage: shelf({ ens_cache: JSON.stringify(Object.fromEntries(entries)) }) }
  test("sanitize the names and pictures in them", stored, function* () {
    assert.deepStrictEqual(yield* Effect.forEach(entries, ([address]) => caches.ens.get(address)), [
      { name: "<b>evil" },
      { name: "marguerite.eth", avatar },
      {},
      { avatar },
      undefined,
    ])
  })

  test.visits("return the valid part of a manipulated token list", function* ({ storage, visit, world }) {
    yield* visit(Effect.andThen(connected, refreshBalances()))
    const kept = storage.json("portfolio_cache") as Readonly<Record<string, { readonly value: readonly unknown[] }>>
    const [[key, entry] = ["", { value: [] }]] = Object.entries(kept)
    world.faults.set("balance", { status: 500 })
    for (const [value, valid] of [
      [[entry.value[0], { symbol: 1 }, null], 1],
      ["none", 0],
    ] as const) {
      storage.texts.set("portfolio_cache", JSON.stringify({ [key]: { ...entry, value } }))
      assert.lengthOf(yield* visit(Effect.andThen(refreshBalances(), symbols)), valid)
    }
  })

  for (const [what, storage] of [
    ["full", shelf({}, { room: 0 })],
    ["blocked", shelf({}, { forbidden: true })],
  ] as const)
    test(`are the only loss if storage is ${what}`, { storage }, function* () {
      yield* connected
      yield* refreshAccount()
      yield* refreshBalances()
      assert.include(yield* symbols, "USDC")
      assert.strictEqual(yield* amount, "1.204")
      assert.strictEqual(yield* name, "marguerite.eth")
    })
})
