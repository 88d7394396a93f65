import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { Api } from "../../services/Api.ts"
import { balanceRow } from "../../src/domain/balancesRow.ts"
import { analyticsRow, configRow, originsRow, supportedChainsRow } from "../../src/domain/configRow.ts"
import { historyRow } from "../../src/domain/historyRow.ts"
import { identityRow } from "../../src/domain/identityRow.ts"
import { fresh } from "../../src/domain/limits.ts"
import type { BuyStatus } from "../../src/domain/pay.ts"
import { type AskedBy, buyStatusRow, exchangesRow, payUrlRow } from "../../src/domain/payRows.ts"
import { type WalletsQuery, walletsRow } from "../../src/domain/walletsRow.ts"
import { breath, settled } from "./settled.ts"

/** A leaf, what it knows, and a hand on the line to its services. */
export interface ApiCase {
  readonly layer: Layer.Layer<Api>
  /** An account with a name, and with tokens on this network (CAIP-2). */
  readonly account: { readonly address: string; readonly chainId: string }
  /** How many requests for a row have left. */
  readonly asked: (row: "wallets" | "balance") => number
  /** Makes requests for a row fail with an HTTP status, so many times. */
  readonly fail: (row: "wallets" | "balance", status: number, times: number) => void
}

/** What every leaf of `Api` must do. Its directory holds hundreds of wallets. `make` gives a fresh case for each test. */
export const apiContract = (make: Effect.Effect<ApiCase, never, Scope.Scope>): void => {
  const test = (
    title: string,
    run: (api: Api["Service"], the: ApiCase) => Effect.Effect<void, unknown, Api | Scope.Scope>,
  ) =>
    it.effect(title, () =>
      Effect.flatMap(make, (the) =>
        Effect.provide(
          Effect.flatMap(Api, (api) => run(api, the)),
          the.layer,
        ),
      ),
    )
  const wallets = (api: Api["Service"], query: Partial<WalletsQuery> = {}) =>
    settled(api.call(walletsRow, { page: 1, entries: 40, ...query }))

  test("pages through the directory", (api) =>
    Effect.gen(function* () {
      const first = yield* wallets(api)
      const second = yield* wallets(api, { page: 2 })
      const last = yield* wallets(api, { page: Math.ceil(first.count / 40) })
      const beyond = yield* wallets(api, { page: Math.ceil(first.count / 40) + 1 })

      assert.isAbove(first.count, 200)
      assert.lengthOf(first.data, 40)
      assert.lengthOf(second.data, 40)
      assert.lengthOf(last.data, first.count % 40 || 40)
      assert.lengthOf(beyond.data, 0)
      const ids = [...first.data, ...second.data].map(({ id }) => id)
      assert.strictEqual(new Set(ids).size, ids.length)
    }))

  test("narrows the directory by ids, name, certificate and network", (api) =>
    Effect.gen(function* () {
      const all = yield* wallets(api)
      const [one, two] = all.data.map(({ id }) => id)
      const included = yield* wallets(api, { include: [one ?? "", two ?? ""] })
      const excluded = yield* wallets(api, { exclude: [one ?? ""] })
      const named = yield* wallets(api, { search: all.data[1]?.name.toUpperCase() ?? "" })
      const certified = yield* wallets(api, { badge: "certified" })
      const elsewhere = yield* wallets(api, { chains: ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"] })

      assert.deepStrictEqual(new Set(included.data.map(({ id }) => id)), new Set([one, two]))
      assert.strictEqual(included.count, 2)
      assert.strictEqual(excluded.count, all.count - 1)
      assert.notInclude(
        excluded.data.map(({ id }) => id),
        one,
      )
      assert.include(
        named.data.map(({ id }) => id),
        two,
      )
      assert.isBelow(named.count, all.count)
      assert.isTrue(certified.data.every(({ badge_type }) => badge_type === "certified"))
      assert.isBelow(certified.count, all.count)
      assert.isBelow(elsewhere.count, all.count)
      assert.isAbove(elsewhere.count, 0)
    }))

  test("finds nothing where nothing fits", (api) =>
    Effect.gen(function* () {
      const { data, count } = yield* wallets(api, { search: "no wallet is called this" })

      assert.deepStrictEqual([data, count], [[], 0])
    }))

  test("knows the tokens and the name of an account", (api, { account }) =>
    Effect.gen(function* () {
      const { balances } = yield* settled(api.call(balanceRow, account))
      const { name } = yield* settled(api.call(identityRow, { address: account.address }))

      assert.isNotEmpty(balances)
      assert.isTrue(balances.every(({ chainId }) => chainId === account.chainId))
      assert.isTrue(balances.every(({ address }) => !address || address.startsWith(`${account.chainId}:`)))
      assert.isNotEmpty(name)
    }))

  test("pages through what an account did, each thing once, to its end", (api, { account }) =>
    Effect.gen(function* () {
      const ids: string[] = []
      const times: number[] = []
      let cursor: string | undefined
      for (let page = 0; page < 50; page++) {
        const { data, next } = yield* settled(api.call(historyRow, { ...account, cursor }))
        if (page === 0) assert.isNotEmpty(data)
        assert.isTrue(data.every(({ metadata }) => metadata.chain === account.chainId))
        ids.push(...data.map(({ id }) => id))
        times.push(...data.map(({ metadata }) => Date.parse(metadata.minedAt)))
        if (next === undefined) break
        assert.notStrictEqual(next, cursor)
        cursor = next
      }

      assert.isDefined(cursor)
      assert.strictEqual(new Set(ids).size, ids.length)
      assert.deepStrictEqual(
        times,
        [...times].sort((one, other) => other - one),
      )
      const { data, next } = yield* settled(
        api.call(historyRow, { address: `0x${"5".repeat(40)}`, chainId: account.chainId }),
      )
      assert.deepStrictEqual([data, next], [[], undefined])
    }))

  test("has a payment made by an exchange, and tells what becomes of it", (api, { account }) =>
    Effect.gen(function* () {
      const who: AskedBy = { projectId: "p", sdkType: "portico", sdkVersion: "html-test-1", source: "pay" }
      const asset = `${account.chainId}/slip44:60`
      const list = yield* settled(api.call(exchangesRow, { ...who, page: 0, asset, amount: "1" }))
      if (!("result" in list)) return assert.fail(list.refused)
      const [first] = list.result.exchanges
      if (!first) return assert.fail("there is no exchange")
      const others = yield* settled(api.call(exchangesRow, { ...who, page: 0, asset, exclude: [first.id] }))
      const recipient = `${account.chainId}:${account.address}`
      const paying = { ...who, asset, amount: "1", recipient }
      const page = yield* settled(api.call(payUrlRow, { ...paying, exchangeId: first.id }))
      if (!("result" in page)) return assert.fail(page.refused)
      const { url, sessionId } = page.result
      const told: BuyStatus[] = []
      let hash: string | undefined
      for (let asked = 0; asked < 10 && told.at(-1) !== "SUCCESS"; asked++) {
        const now = yield* settled(api.call(buyStatusRow, { ...who, exchangeId: first.id, sessionId }))
        if (!("result" in now)) return assert.fail(now.refused)
        if (told.at(-1) !== now.result.status) told.push(now.result.status)
        hash = now.result.txHash
        yield* TestClock.adjust(2_000)
      }

      assert.deepInclude(others, {
        result: {
          exchanges: list.result.exchanges.filter(({ id }) => id !== first.id),
          total: list.result.total - 1,
        },
      })
      assert.match(url, /^https?:/)
      assert.deepStrictEqual(told, ["UNKNOWN", "IN_PROGRESS", "SUCCESS"])
      assert.match(hash ?? "", /^0x[\da-f]{64}$/)
      const nobody = yield* settled(api.call(payUrlRow, { ...paying, exchangeId: "nobody" }))
      assert.hasAllKeys(nobody, ["refused"])
    }))

  test("has no name for an address that nobody knows", (api) =>
    Effect.gen(function* () {
      const known = yield* settled(api.call(identityRow, { address: `0x${"5".repeat(40)}` }))

      assert.deepStrictEqual(known, {})
    }))

  test("tells the project's configuration, origins, analytics and networks", (api) =>
    Effect.gen(function* () {
      const { features } = yield* settled(api.call(configRow, undefined))
      const { allowedOrigins } = yield* settled(api.call(originsRow, undefined))
      const { isAnalyticsEnabled } = yield* settled(api.call(analyticsRow, undefined))
      const { http } = yield* settled(api.call(supportedChainsRow, undefined))

      assert.include(
        (features ?? []).map(({ id }) => id),
        "multi_wallet",
      )
      assert.isArray(allowedOrigins)
      assert.isBoolean(isAnalyticsEnabled)
      assert.include(http, "eip155:1")
    }))

  test("fails with the row's own failure, whose cause is 'HTTP status code: {status}', and works again afterwards", (api, the) =>
    Effect.gen(function* () {
      the.fail("balance", 503, 1)
      const error = yield* Effect.flip(settled(api.call(balanceRow, the.account)))
      const { balances } = yield* settled(api.call(balanceRow, the.account))

      assert.strictEqual(error.message, "Token Balance Unavailable")
      assert.strictEqual(error.cause instanceof Error && error.cause.message, "HTTP status code: 503")
      assert.isNotEmpty(balances)
    }))

  test("gives a fresh answer again without a request, and asks anew when it is not", (api, the) =>
    Effect.gen(function* () {
      const first = yield* settled(api.call(balanceRow, the.account))
      yield* TestClock.adjust(fresh.portfolio / 2)
      const again = yield* settled(api.call(balanceRow, the.account))

      assert.deepStrictEqual(again, first)
      assert.strictEqual(the.asked("balance"), 1)
      yield* TestClock.adjust(fresh.portfolio)
      yield* settled(api.call(balanceRow, the.account))
      assert.strictEqual(the.asked("balance"), 2)
    }))

  test("keeps no answer that is never fresh", (api, the) =>
    Effect.gen(function* () {
      yield* wallets(api)
      yield* breath
      yield* wallets(api)

      assert.strictEqual(the.asked("wallets"), 2)
    }))

  test("shares calls that are under way", (api, the) =>
    Effect.gen(function* () {
      const call = api.call(balanceRow, the.account)
      const answers = yield* settled(Effect.all([call, call, call], { concurrency: "unbounded" }))

      assert.strictEqual(the.asked("balance"), 1)
      assert.deepStrictEqual(answers[2], answers[0])
    }))

  test("has the address of any picture", (api) =>
    Effect.sync(() => {
      const addresses = (["wallet", "asset", "currency", "token"] as const).map((kind) => api.image(kind, "a picture"))

      for (const address of addresses) assert.match(address, /^(https?:\/\/|data:image\/)/)
    }))
}
