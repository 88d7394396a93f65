import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import type { World } from "../../layers/demo.ts"
import { caches } from "../../src/caches.ts"
import { fresh, keptAnswers } from "../../src/domain/limits.ts"
import { latest } from "../../src/domain/loadable.ts"
import { refreshAccount } from "../../src/flows/account.ts"
import { refreshActivity } from "../../src/flows/activity.ts"
import { refreshBalances } from "../../src/flows/balances.ts"
import { connect } from "../../src/flows/connect.ts"
import { disconnect } from "../../src/flows/connections.ts"
import { Modal, use } from "../../src/modal.ts"
import { account } from "../../src/state/account.ts"
import { activity } from "../../src/state/activity.ts"
import { balances } from "../../src/state/balances.ts"
import { createWorld, halyard, rest, shelf, visit } from "./modal.ts"

const address = Effect.map(Modal, ({ core }) => core.address.value ?? "")
const symbols = Effect.map(use(balances), ({ tokens }) => tokens.peek().map(({ symbol }) => symbol))
const amount = Effect.map(use(account), ({ balance }) => latest(balance.value)?.amount)
const name = Effect.map(use(account), ({ identity }) => latest(identity.value)?.name)

/** More than a visit takes to start up. */
const starting = 5_000

/** A visit that connects and reads, then the line goes down; what a second one shows comes from storage, after so many milliseconds. */
const again = <A, E>(
  passed: number,
  second: (world: World, storage: ReturnType<typeof shelf>) => Effect.Effect<A, E, Modal | never>,
) =>
  Effect.gen(function* () {
    const world = createWorld({ tick: 0 })
    const storage = shelf()
    const given = { leaves: { storage: storage.leaf } }
    const read = Effect.all([refreshAccount(), refreshBalances(), refreshActivity()])
    yield* visit(world, Effect.andThen(connect({ wallet: halyard }), read), given)
    yield* TestClock.adjust(passed)
    world.faults.set("balance", { status: 500 })
    world.faults.set("history", { status: 500 })
    world.faults.set("identity", { status: 500 })
    world.faults.set("rpc", { status: 500 })
    return yield* visit(world, Effect.andThen(Effect.andThen(read, rest), second(world, storage)), given)
  })

describe("Local storage", () => {
  it.effect("Local storage holds: cache for balances", () =>
    Effect.gen(function* () {
      const shown = yield* again(fresh.portfolio - starting, (world, { json }) =>
        Effect.gen(function* () {
          const { refresh } = yield* use(balances)
          assert.deepStrictEqual(Object.keys(json("portfolio_cache") as object), [`${yield* address} eip155:1`])
          // It was asked for all the same, and could not be had.
          assert.strictEqual(world.faults.asked("balance"), 2)
          assert.strictEqual(refresh.value.is, "failed")
          return yield* symbols
        }),
      )
      assert.include(shown, "USDC")

      assert.deepStrictEqual(yield* again(fresh.portfolio, () => symbols), [])
    }),
  )

  it.effect("Local storage holds: cache for native balance", () =>
    Effect.gen(function* () {
      const shown = yield* again(fresh.nativeBalance - starting, () =>
        Effect.gen(function* () {
          const { balance } = yield* use(account)
          assert.strictEqual(balance.value.is, "failed")
          return yield* amount
        }),
      )
      assert.strictEqual(shown, "1.204")

      assert.isUndefined(yield* again(fresh.nativeBalance, () => amount))
    }),
  )

  it.effect("Local storage holds: cache for ENS names", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* again(fresh.ens - starting, () => name), "marguerite.eth")

      assert.isUndefined(yield* again(fresh.ens, () => name))
    }),
  )

  it.effect("Local storage holds: cache for identity, for who has no name on the chain", () => {
    const world = createWorld()
    const { leaf, json } = shelf()
    const nameless = { leaves: { storage: leaf } }
    const visitor = Effect.gen(function* () {
      yield* refreshAccount()
      return { name: yield* name, asked: world.faults.asked("identity"), kept: json("identity_cache") }
    })
    return Effect.gen(function* () {
      const quiet: World = { ...world, identity: () => ({ name: null, avatar: null }) }
      const first = yield* visit(quiet, Effect.andThen(connect({ wallet: halyard }), visitor), nameless)
      assert.isUndefined(first.name)
      const [asked] = Object.values(first.kept as Record<string, { readonly value: unknown }>)
      assert.deepInclude(asked, { value: {} })

      const second = yield* visit(quiet, visitor, nameless)
      assert.deepStrictEqual(second.kept, first.kept)
      yield* TestClock.adjust(fresh.identity)
      const third = yield* visit(quiet, visitor, nameless)
      assert.notDeepEqual(third.kept, first.kept)
    })
  })

  it.effect("Local storage holds: cache for transactions", () =>
    Effect.gen(function* () {
      const world = createWorld({ tick: 0 })
      const storage = shelf()
      const given = { leaves: { storage: storage.leaf } }
      const first = Effect.gen(function* () {
        yield* connect({ wallet: halyard })
        yield* refreshActivity()
        assert.deepStrictEqual(Object.keys(storage.json("history_transactions_cache") as object), [
          `${yield* address} eip155:1`,
        ])
      })
      yield* visit(world, first, given)
      world.faults.set("history", { delay: 1_000 })
      const shown = Effect.gen(function* () {
        const { transactions } = yield* use(activity)
        yield* Effect.forkChild(refreshActivity())
        yield* rest
        return transactions.peek().length
      })
      yield* TestClock.adjust(fresh.history - starting)
      assert.strictEqual(yield* visit(world, shown, given), 24)

      yield* TestClock.adjust(fresh.history)
      assert.strictEqual(yield* visit(world, shown, given), 0)
    }),
  )

  const unread = [["token prices", caches.tokenPrice, 1.25, fresh.tokenPrice, "token_price_cache"]] as const
  for (const [what, cache, value, life, key] of unread)
    it.effect(`Local storage holds: cache for ${what}`, () => {
      const { leaf, json } = shelf()
      const run = Effect.gen(function* () {
        yield* cache.set(value, "0x1", "eip155:1")
        const timestamp = yield* Clock.currentTimeMillis
        assert.deepStrictEqual(json(key), { "0x1 eip155:1": { timestamp, value } })
        yield* TestClock.adjust(life - 1)
        assert.deepStrictEqual(yield* cache.get("0x1", "eip155:1"), value)
        assert.isUndefined(yield* cache.get("0x1", "eip155:137"))
        yield* TestClock.adjust(1)
        assert.isUndefined(yield* cache.get("0x1", "eip155:1"))
        // What has had its time is gone from storage too.
        assert.isNull(json(key))
      })
      return visit({}, run, { leaves: { storage: leaf } })
    })
})

describe("The caches", () => {
  it.effect("forget who signs out, and nobody else", () => {
    const { leaf, json } = shelf()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      yield* refreshAccount()
      yield* refreshBalances()
      yield* caches.nativeBalance.set("1", "0x1", "eip155:1")
      yield* disconnect()

      assert.isNull(json("portfolio_cache"))
      assert.isNull(json("ens_cache"))
      assert.deepStrictEqual(Object.keys(json("native_balance_cache") as object), ["0x1 eip155:1"])
    })
    return visit({}, run, { leaves: { storage: leaf } })
  })

  it.effect("are bounded: the newest answers stay, and one that is too large is not kept", () => {
    const { leaf, json } = shelf()
    const run = Effect.gen(function* () {
      for (let at = 0; at < keptAnswers.entries + 4; at++) {
        yield* TestClock.adjust(1)
        yield* caches.nativeBalance.set(`${at}`, `0x${at}`, "eip155:1")
      }
      const kept = Object.keys(json("native_balance_cache") as object)
      assert.lengthOf(kept, keptAnswers.entries)
      assert.include(kept, `0x${keptAnswers.entries + 3} eip155:1`)
      assert.notInclude(kept, "0x0 eip155:1")

      yield* caches.portfolio.set(["small"], "0x1", "eip155:1")
      yield* caches.portfolio.set(["x".repeat(keptAnswers.length)], "0x2", "eip155:1")
      assert.deepStrictEqual(Object.keys(json("portfolio_cache") as object), ["0x1 eip155:1"])
    })
    return visit({}, run, { leaves: { storage: leaf } })
  })

  const odd = (entry: unknown) => JSON.stringify({ "0x1 eip155:1": entry })
  const foreign: readonly (readonly [what: string, text: string])[] = [
    ["no JSON", "{"],
    ["a list", "[1]"],
    ["entries of another shape", odd([1])],
    ["a text for a time", odd({ timestamp: "0", value: "1" })],
    ["a time to come", odd({ timestamp: 9e15, value: "1" })],
    ["another kind of value", odd({ timestamp: 0, value: { amount: 1 } })],
    ["no number", odd({ timestamp: 0, value: "lots" })],
    ["no value", odd({ timestamp: 0 })],
    ["a key of objects", '{"__proto__":{"timestamp":0,"value":"1"}}'],
  ]
  for (const [what, text] of foreign)
    it.effect(`give nothing of what they cannot have written: ${what}`, () =>
      visit(
        {},
        Effect.gen(function* () {
          for (const cache of [caches.nativeBalance, caches.ens, caches.identity, caches.tokenPrice])
            assert.notProperty((yield* cache.get("0x1", "eip155:1")) ?? {}, "name")
          assert.isUndefined(yield* caches.nativeBalance.get("0x1", "eip155:1"))
          yield* caches.nativeBalance.set("2", "0x2", "eip155:1")
          assert.strictEqual(yield* caches.nativeBalance.get("0x2", "eip155:1"), "2")
        }),
        {
          leaves: {
            storage: shelf({
              native_balance_cache: text,
              ens_cache: text,
              identity_cache: text,
              token_price_cache: text,
            }).leaf,
          },
        },
      ),
    )

  it.effect("names and pictures of theirs are as hostile as any", () => {
    const kept = { name: "<b>\u202eevil", avatar: "javascript:alert(1)" }
    const { leaf } = shelf({ ens_cache: JSON.stringify({ "0x1": { timestamp: 0, value: kept } }) })
    const run = Effect.map(caches.ens.get("0x1"), (found) => assert.deepStrictEqual(found, { name: "<b>evil" }))
    return visit({}, run, { leaves: { storage: leaf } })
  })

  it.effect("a token list that was tampered with shows what decodes", () =>
    Effect.gen(function* () {
      const world = createWorld({ tick: 0 })
      const { leaf, texts, json } = shelf()
      const given = { leaves: { storage: leaf } }
      yield* visit(world, Effect.andThen(connect({ wallet: halyard }), refreshBalances()), given)
      const kept = json("portfolio_cache") as Record<string, { readonly timestamp: number; readonly value: unknown[] }>
      const [[key, entry] = ["", { timestamp: 0, value: [] }]] = Object.entries(kept)
      const [first] = entry.value
      texts.set("portfolio_cache", JSON.stringify({ [key]: { ...entry, value: [first, { symbol: 1 }, null] } }))
      world.faults.set("balance", { status: 500 })
      yield* visit(
        world,
        Effect.gen(function* () {
          yield* refreshBalances()
          assert.lengthOf(yield* symbols, 1)
        }),
        given,
      )
    }),
  )

  for (const [what, storage] of [
    ["full", shelf({}, { room: 0 })],
    ["forbidden", shelf({}, { forbidden: true })],
  ] as const)
    it.effect(`a ${what} storage costs them and nothing else`, () =>
      visit(
        createWorld({ tick: 0 }),
        Effect.gen(function* () {
          yield* connect({ wallet: halyard })
          yield* refreshAccount()
          yield* refreshBalances()
          assert.include(yield* symbols, "USDC")
          assert.strictEqual(yield* amount, "1.204")
          assert.strictEqual(yield* name, "marguerite.eth")
        }),
        { leaves: { storage: storage.leaf } },
      ),
    )
})
