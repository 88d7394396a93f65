import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import * as TestClock from "effect/testing/TestClock"
import { Api } from "../../services/Api.ts"
import { identityEndpoint } from "../../src/account/endpoints.ts"
import { historyEndpoint } from "../../src/activity/endpoints.ts"
import { balanceEndpoint } from "../../src/balances/endpoints/balances.ts"
import { buyStatusEndpoint, exchangesEndpoint, payUrlEndpoint, type Requester } from "../../src/pay/endpoints.ts"
import type { BuyStatus } from "../../src/pay/model.ts"
import { cacheLifetimes } from "../../src/persistence/limits.ts"
import {
  analyticsEndpoint,
  configEndpoint,
  originsEndpoint,
  supportedChainsEndpoint,
} from "../../src/project/opening/endpoints.ts"
import { type WalletsQuery, walletsEndpoint } from "../../src/wallets/opening/endpoints.ts"
import { assert } from "../fixtures/it.ts"
import { contract } from "./contract.ts"
import { breath, settled } from "./settled.ts"

/** A layer, its data, and control of its services. */
export interface ApiCase {
  readonly layer: Layer.Layer<Api>
  /** An account with a name, and with tokens on this network (CAIP-2). */
  readonly account: { readonly address: string; readonly chainId: string }
  /** Number of requests sent to an endpoint. */
  readonly asked: (row: "wallets" | "balance") => number
  /** Makes requests to an endpoint fail with an HTTP status, this number of times. */
  readonly fail: (row: "wallets" | "balance", status: number, times: number) => void
}

const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
const stranger = `0x${"5".repeat(40)}`

/** Contract of every layer of `Api`. Its directory has hundreds of wallets. */
export const apiContract = (make: Effect.Effect<ApiCase, never, Scope.Scope>): void => {
  const test = contract(make, (the) =>
    Effect.map(Api, (api) => {
      const call: Api["Service"]["call"] = (row, input) => settled(api.call(row, input))
      const wallets = (query: Partial<WalletsQuery> = {}) => call(walletsEndpoint, { page: 1, entries: 40, ...query })
      return [{ ...the, api, call, wallets }] as const
    }),
  )

  test("pages through the directory", function* ({ wallets }) {
    const first = yield* wallets()
    const second = yield* wallets({ page: 2 })
    const pages = Math.ceil(first.count / 40)

    assert.isAbove(first.count, 200)
    assert.lengthOf(first.data, 40)
    assert.lengthOf(second.data, 40)
    assert.lengthOf((yield* wallets({ page: pages })).data, first.count % 40 || 40)
    assert.lengthOf((yield* wallets({ page: pages + 1 })).data, 0)
    assert.strictEqual(new Set([...ids(first.data), ...ids(second.data)]).size, 80)
  })

  test("filters the directory by IDs, name, certificate and network", function* ({ wallets }) {
    const all = yield* wallets()
    const [one = "", two = ""] = ids(all.data)
    const included = yield* wallets({ include: [one, two] })
    const excluded = yield* wallets({ exclude: [one] })
    const named = yield* wallets({ search: all.data[1]?.name.toUpperCase() ?? "" })
    const certified = yield* wallets({ badge: "certified" })
    const elsewhere = yield* wallets({ chains: ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"] })

    assert.sameMembers(ids(included.data), [one, two])
    assert.strictEqual(included.count, 2)
    assert.strictEqual(excluded.count, all.count - 1)
    assert.notInclude(ids(excluded.data), one)
    assert.include(ids(named.data), two)
    assert.isBelow(named.count, all.count)
    assert.isTrue(certified.data.every(({ badge_type }) => badge_type === "certified"))
    assert.isBelow(certified.count, all.count)
    assert.isBelow(elsewhere.count, all.count)
    assert.isAbove(elsewhere.count, 0)
  })

  test("finds nothing if nothing matches", function* ({ wallets }) {
    const { data, count } = yield* wallets({ search: "no wallet is called this" })

    assert.deepStrictEqual([data, count], [[], 0])
  })

  test("returns the tokens and the name of an account", function* ({ account, call }) {
    const { balances } = yield* call(balanceEndpoint, account)
    const { name } = yield* call(identityEndpoint, { address: account.address })

    assert.isNotEmpty(balances)
    assert.isTrue(balances.every(({ chainId }) => chainId === account.chainId))
    assert.isTrue(balances.every(({ address }) => !address || address.startsWith(`${account.chainId}:`)))
    assert.isNotEmpty(name)
  })

  test("pages through the history of an account, each entry once, to its end", function* ({ account, call }) {
    const found: string[] = []
    const times: number[] = []
    let cursor: string | undefined
    for (let page = 0; page < 50; page++) {
      const { data, next } = yield* call(historyEndpoint, { ...account, cursor })
      if (page === 0) assert.isNotEmpty(data)
      assert.isTrue(data.every(({ metadata }) => metadata.chain === account.chainId))
      found.push(...ids(data))
      times.push(...data.map(({ metadata }) => Date.parse(metadata.minedAt)))
      if (next === undefined) break
      assert.notStrictEqual(next, cursor)
      cursor = next
    }

    assert.isDefined(cursor)
    assert.strictEqual(new Set(found).size, found.length)
    assert.deepStrictEqual(
      times,
      [...times].sort((one, other) => other - one),
    )
    const { data, next } = yield* call(historyEndpoint, { address: stranger, chainId: account.chainId })
    assert.deepStrictEqual([data, next], [[], undefined])
  })

  test("creates a payment at an exchange, and reports its status", function* ({ account, call }) {
    const asset = `${account.chainId}/slip44:60`
    const asker: Requester = { projectId: "p", sdkType: "portico", sdkVersion: "html-test-1", source: "pay" }
    const list = yield* call(exchangesEndpoint, { ...asker, page: 0, asset, amount: "1" })
    if (!("result" in list)) return assert.fail(list.refused)
    const { exchanges, total } = list.result
    const [first, ...rest] = exchanges
    if (!first) return assert.fail("there is no exchange")
    const others = yield* call(exchangesEndpoint, { ...asker, page: 0, asset, exclude: [first.id] })
    assert.deepInclude(others, { result: { exchanges: rest, total: total - 1 } })

    const paying = { ...asker, asset, amount: "1", recipient: `${account.chainId}:${account.address}` }
    const page = yield* call(payUrlEndpoint, { ...paying, exchangeId: first.id })
    if (!("result" in page)) return assert.fail(page.refused)
    const { url, sessionId } = page.result
    assert.match(url, /^https?:/)
    const statuses: BuyStatus[] = []
    let hash: string | undefined
    for (let asked = 0; asked < 10 && statuses.at(-1) !== "SUCCESS"; asked++) {
      const now = yield* call(buyStatusEndpoint, { ...asker, exchangeId: first.id, sessionId })
      if (!("result" in now)) return assert.fail(now.refused)
      if (statuses.at(-1) !== now.result.status) statuses.push(now.result.status)
      hash = now.result.txHash
      yield* TestClock.adjust(2_000)
    }
    assert.deepStrictEqual(statuses, ["UNKNOWN", "IN_PROGRESS", "SUCCESS"])
    assert.match(hash ?? "", /^0x[\da-f]{64}$/)
    assert.hasAllKeys(yield* call(payUrlEndpoint, { ...paying, exchangeId: "unknown" }), ["refused"])
  })

  test("finds no name for an unknown address", function* ({ call }) {
    assert.deepStrictEqual(yield* call(identityEndpoint, { address: stranger }), {})
  })

  test("returns the project's configuration, origins, analytics and networks", function* ({ call }) {
    const { features } = yield* call(configEndpoint, undefined)
    const { allowedOrigins } = yield* call(originsEndpoint, undefined)
    const { isAnalyticsEnabled } = yield* call(analyticsEndpoint, undefined)
    const { http } = yield* call(supportedChainsEndpoint, undefined)

    assert.include(ids(features ?? []), "multi_wallet")
    assert.isArray(allowedOrigins)
    assert.isBoolean(isAnalyticsEnabled)
    assert.include(http, "eip155:1")
  })

  test("fails with the endpoint's own error, caused by 'HTTP status code: {status}', and recovers", function* (the) {
    the.fail("balance", 503, 1)
    const error = yield* Effect.flip(the.call(balanceEndpoint, the.account))

    assert.strictEqual(error.message, "Token Balance Unavailable")
    assert.strictEqual(error.cause instanceof Error && error.cause.message, "HTTP status code: 503")
    assert.isNotEmpty((yield* the.call(balanceEndpoint, the.account)).balances)
  })

  test("fails with 'AnswerInvalid' as the cause if the endpoint does not accept the response", function* ({
    account,
    call,
  }) {
    const { cause } = yield* Effect.flip(call({ ...balanceEndpoint, response: Schema.Never }, account))
    assert.propertyVal(cause, "_tag", "AnswerInvalid")
  })

  for (const address of [".", ".."])
    test(`requests nothing of an account whose address is '${address}', and fails with the endpoint's own error`, function* ({
      account,
      asked,
      call,
    }) {
      const error = yield* Effect.flip(call(balanceEndpoint, { ...account, address }))

      assert.strictEqual(error.message, "Token Balance Unavailable")
      assert.nestedPropertyVal(error, "cause.cause.message", `Expected path segment, received '${address}'`)
      assert.strictEqual(asked("balance"), 0)
    })

  test("traces each request under the endpoint's name", function* ({ account, call }) {
    const names: string[] = []
    const span: Tracer.Tracer["span"] = (options) => {
      names.push(options.name)
      return new Tracer.NativeSpan(options)
    }
    yield* Effect.provideService(call(balanceEndpoint, account), Tracer.Tracer, Tracer.make({ span }))
    assert.include(names, "api balance")
  })

  test("repeats a request only once its response is stale", function* ({ account, asked, call }) {
    const first = yield* call(balanceEndpoint, account)
    yield* TestClock.adjust(cacheLifetimes.portfolio / 2)

    assert.deepStrictEqual(yield* call(balanceEndpoint, account), first)
    assert.strictEqual(asked("balance"), 1)
    yield* TestClock.adjust(cacheLifetimes.portfolio)
    yield* call(balanceEndpoint, account)
    assert.strictEqual(asked("balance"), 2)
  })

  test("caches no response that is never fresh", function* ({ asked, wallets }) {
    yield* wallets()
    yield* breath
    yield* wallets()

    assert.strictEqual(asked("wallets"), 2)
  })

  test("shares concurrent requests", function* ({ account, api, asked }) {
    const call = api.call(balanceEndpoint, account)
    const [first, , third] = yield* settled(Effect.all([call, call, call], { concurrency: "unbounded" }))

    assert.strictEqual(asked("balance"), 1)
    assert.deepStrictEqual(third, first)
  })

  test("returns the URL of every kind of picture", function* ({ api }) {
    for (const kind of ["wallet", "asset", "currency", "token"] as const)
      assert.match(api.image(kind, "a picture"), /^(https?:\/\/|data:image\/)/)
  })
}
