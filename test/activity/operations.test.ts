import { assert, describe, it } from "@effect/vitest"
import { effect } from "@preact/signals-core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Api } from "../../services/Api.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import type { HistoryQuery } from "../../src/activity/endpoints.ts"
import { activity as limits } from "../../src/activity/limits.ts"
import { fetchActivity, moreActivity, refreshActivity, showActivity } from "../../src/activity/operations.ts"
import { activity } from "../../src/activity/state.ts"
import { connect } from "../../src/connect/operations.ts"
import { decodeUnknown } from "../../src/core/opening/schema.ts"
import { HttpStatus } from "../../src/errors/index.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { base, bitcoin, mainnet, type Network, solana } from "../../src/options/networks.ts"
import { cacheLifetimes } from "../../src/persistence/limits.ts"
import { project } from "../../src/project/first-paint/state.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { settled } from "../contracts/settled.ts"
import { halyard, rest, walletOf } from "../fixtures/modal.ts"
import { recordedSnacks, test, whenConnected } from "../fixtures/scenes.ts"
import { ended } from "../fixtures/time.ts"
import { begun, fails, pass } from "../fixtures/visits.ts"
import "../../src/activity/endpoints.ts"

const ids = Effect.map(slicesOf(activity), ({ transactions }) => transactions.peek().map(({ id }) => id))

type Page = { readonly data: readonly unknown[]; readonly next: unknown }

/** A service with these pages by cursor, starting with `first`. Records the requested cursors. */
const serving = (pages: Readonly<Record<string, Page>>) => {
  const asked: (string | undefined)[] = []
  const api = Layer.succeed(Api, {
    call: (row, input) => {
      if (row.name !== "history") return Effect.fail(row.failure(new HttpStatus(404)))
      const { cursor } = row.query(input) as Partial<HistoryQuery>
      asked.push(cursor)
      return Effect.succeed(decodeUnknown(row.response)(pages[cursor ?? "first"]) as never)
    },
    image: () => "",
  })
  return { asked, layers: { api } }
}
const page = (data: readonly unknown[], next: unknown = null): Page => ({ data, next })
const sent = (id: string, metadata: object = {}, transfers: readonly object[] = []) => ({
  id,
  metadata: {
    minedAt: "1969-11-01T00:00:00Z",
    chain: "eip155:1",
    operationType: "send",
    status: "confirmed",
    ...metadata,
  },
  transfers,
})
const spam = (id: string) => sent(id, {}, [{ nft_info: { flags: { is_spam: true } }, quantity: { numeric: "1" } }])

describe("activity", () => {
  test("A visitor can view activity", function* () {
    const { transactions, months, next, progress } = yield* slicesOf(activity)
    yield* refreshActivity()
    const [newest] = transactions.peek()

    assert.strictEqual(progress.value.status, "loaded")
    assert.strictEqual(newest?.metadata.operationType, "send")
    assert.isDefined(next.value)
    assert.strictEqual(
      months.value.reduce((sum, { count }) => sum + count, 0),
      transactions.peek().length,
    )
    assert.lengthOf(transactions.peek(), 24, "all but the one that is spam")
  })

  test("is paged by cursor to its end, and no page is requested twice", function* ({ world }) {
    const { next } = yield* slicesOf(activity)
    yield* refreshActivity()
    const first = yield* ids
    while (next.value !== undefined) yield* moreActivity()
    const all = yield* ids
    const asked = world.faults.requestCount("history")
    yield* moreActivity()

    assert.deepStrictEqual(all.slice(0, first.length), first)
    assert.strictEqual(new Set(all).size, all.length)
    const history = world.history("eip155:1", walletOf(world).state().addresses[0] ?? "", 0)
    assert.lengthOf(all, history.length - 1)
    assert.strictEqual(world.faults.requestCount("history"), asked)
    assert.strictEqual(asked, Math.ceil((all.length + 1) / 25))
  })

  test("Transactions are grouped by year, then month, newest first, in the state of the modal", function* ({
    instance,
  }) {
    yield* refreshActivity()
    const state = snapshot(instance) as unknown as {
      transactions: { id: string; metadata: { minedAt: string } }[]
      transactionsByYear: Record<string, Record<string, { id: string }[]>>
    }
    const grouped = Object.entries(state.transactionsByYear)
      .reverse()
      .flatMap(([, months]) => Object.entries(months).reverse())
      .flatMap(([, transactions]) => transactions)

    assert.deepStrictEqual(grouped, state.transactions)
    const times = state.transactions.map(({ metadata }) => Date.parse(metadata.minedAt))
    assert.deepStrictEqual(
      times,
      [...times].sort((one, other) => other - one),
    )
    const [first] = state.transactions
    assert.hasAllKeys(first, ["id", "metadata", "transfers"])
    assert.containsAllKeys(first?.metadata, ["minedAt", "chain", "operationType", "status", "sentFrom", "sentTo"])
  })

  const [address, hash] = [`0x${"a".repeat(40)}`, `0x${"b".repeat(64)}`]
  const url = "https://p.example/1.png"
  const one = { quantity: { numeric: "1" } }
  const token = { name: "Ether", symbol: "ETH", icon: { url } }
  const collectible = { name: "Mask #1", content: { preview: { url } }, flags: { is_spam: false } }
  const forms = {
    first: page([
      sent("whole", { status: "pending", sentFrom: address, sentTo: address, hash }, [
        { ...one, value: 0 },
        { ...one, fungible_info: token, direction: "in", value: 12.5 },
        { ...one, nft_info: collectible, direction: "out" },
        {
          ...one,
          fungible_info: { ...token, name: "\u202e", icon: { url: "javascript:1" } },
          direction: "self",
          value: -1,
        },
        { ...one, nft_info: { name: "\u202e", content: 7, flags: {} }, direction: "up" },
        { quantity: { numeric: "-1" } },
      ]),
      sent("longer", { status: "unheard of", sentFrom: `${address}a`, sentTo: `x${address}`, hash: `${hash}b` }),
      sent("prefixed", { status: "failed", hash: `x${hash}` }),
    ]),
    2: page([sent("a")], "2"),
  }
  test(
    "drops malformed addresses, hashes and parts of transfers, and keeps a pending status",
    serving(forms),
    function* () {
      const { transactions } = yield* fetchActivity()
      const parts = transactions.map(({ metadata: { status, sentFrom, sentTo, hash } }) => [
        status,
        sentFrom,
        sentTo,
        hash,
      ])
      assert.deepStrictEqual(parts, [
        ["pending", address, address, hash],
        ["confirmed", undefined, undefined, undefined],
        ["failed", undefined, undefined, undefined],
      ])
      assert.deepStrictEqual<unknown>(transactions[0]?.transfers, [
        { ...one, value: 0 },
        { ...one, fungible_info: token, direction: "in", value: 12.5 },
        { ...one, nft_info: collectible, direction: "out" },
        { ...one, fungible_info: { symbol: "ETH" }, direction: "self" },
        { ...one, nft_info: {} },
      ])
    },
  )

  test("has no next page if a page names itself as the next", serving(forms), function* () {
    assert.isUndefined((yield* fetchActivity({ cursor: "2" })).next)
  })

  const pendingBetween = {
    first: page([
      sent("old", { minedAt: "1969-11-01T00:00:00Z" }),
      sent("pending", { minedAt: "1969-11-02T00:00:00Z", status: "pending" }),
      sent("new", { minedAt: "1969-11-03T00:00:00Z" }),
    ]),
  }
  test("lists newest first, even with an older transaction pending", serving(pendingBetween), function* () {
    yield* refreshActivity()
    assert.deepStrictEqual(yield* ids, ["new", "pending", "old"])
  })

  const growing = { first: page([sent("b"), sent("a")]) }
  test("keeps the rows that did not change, and lists new ones first", serving(growing), function* () {
    const { transactions } = yield* slicesOf(activity)
    yield* refreshActivity()
    const before = transactions.get("a")
    const shown = before?.peek()
    growing.first = page([sent("c", { minedAt: "1969-12-01T00:00:00Z" }), sent("b", { status: "failed" }), sent("a")])
    yield* refreshActivity()

    assert.deepStrictEqual(yield* ids, ["c", "b", "a"])
    assert.strictEqual(transactions.get("a"), before)
    assert.strictEqual(before?.peek(), shown)
    assert.strictEqual(transactions.get("b")?.peek().metadata.status, "failed")
  })

  test(
    "notifies no reader when a refresh brings nothing new",
    serving({ first: page([sent("c"), sent("b")], "2"), 2: page([sent("a")]) }),
    function* () {
      const { transactions, months } = yield* slicesOf(activity)
      yield* refreshActivity()
      yield* moreActivity()
      let calls = 0
      const stop = effect(() => {
        calls += 1
        for (const id of transactions.order.value) void transactions.get(id)?.value
        void months.value
      })
      yield* refreshActivity()
      stop()

      assert.deepStrictEqual(yield* ids, ["c", "b", "a"])
      assert.strictEqual(calls, 1)
    },
  )

  const minedAt = "1969-12-02T00:00:00Z"
  const refreshed = {
    first: page([sent("pending", { status: "pending", minedAt }), sent("b")], "2"),
    2: page([sent("a", { minedAt: "1969-10-01T00:00:00Z" })], "3"),
    3: page([sent("0", { minedAt: "1969-09-01T00:00:00Z" })]),
  }
  test(
    "keeps later pages when the first is refreshed, but not transactions that the chain dropped",
    serving(refreshed),
    function* ({ asked }) {
      yield* refreshActivity()
      yield* moreActivity()
      refreshed.first = page([sent("mined", { minedAt }), sent("b")], "2")
      yield* refreshActivity()
      assert.deepStrictEqual(yield* ids, ["mined", "b", "a"])
      yield* moreActivity()

      assert.deepStrictEqual(yield* ids, ["mined", "b", "a", "0"])
      assert.deepStrictEqual(asked, [undefined, "2", undefined, "3"])
    },
  )

  const later = { minedAt: "1969-12-01T00:00:00Z" }
  const moving: Record<string, Page> = {
    first: page([sent("b")], "2"),
    2: page([sent("a")], "3"),
    n: page([sent("c")]),
  }
  test("starts again at a newest page that is all new, and follows its cursor", serving(moving), function* ({ asked }) {
    yield* refreshActivity()
    moving.first = page([sent("b")], "2b")
    moving["2b"] = page([sent("a")], "3")
    yield* refreshActivity()
    yield* Effect.all([moreActivity(), moreActivity()], { concurrency: "unbounded" })
    assert.deepStrictEqual(yield* ids, ["b", "a"])
    moving.first = page([sent("e", later), sent("d", later)], "n")
    yield* refreshActivity()
    assert.deepStrictEqual(yield* ids, ["e", "d"])
    yield* moreActivity()

    assert.deepStrictEqual(yield* ids, ["e", "d", "c"])
    assert.deepStrictEqual(asked, [undefined, undefined, "2b", undefined, "n"])
  })

  const revisited: Record<string, Page> = { first: page([sent("b"), sent("a")], "2"), 2: page([sent("z")]) }
  test(
    "shows the first page from the cache on return, and goes on after the new first page",
    serving(revisited),
    function* ({ asked }) {
      const { next } = yield* slicesOf(activity)
      const go = (network: Network) => settled(switchNetwork({ network: network.caipNetworkId }))
      yield* refreshActivity()
      yield* moreActivity()
      assert.deepStrictEqual(yield* ids, ["b", "a", "z"])
      yield* go(base)
      yield* go(mainnet)
      revisited.first = page([sent("c", later), sent("b")], "n")
      revisited.n = page([sent("a"), sent("y")])
      yield* refreshActivity()
      assert.deepStrictEqual(yield* ids, ["c", "b", "a"])
      assert.strictEqual(next.value, "n")
      yield* moreActivity()

      assert.deepStrictEqual(yield* ids, ["c", "b", "a", "y"])
      assert.deepStrictEqual(asked, [undefined, "2", undefined, "n"])
    },
  )

  const [a, b, c, x] = [sent("a"), sent("b"), sent("c"), spam("x")]
  const elsewhere = sent("b", { chain: "eip155:137" })
  const undated = sent("a", { minedAt: "soon" })
  it.effect.each<
    readonly [what: string, pages: Readonly<Record<string, Page>>, listed: readonly string[], asked: number]
  >([
    ["a page links to itself", { first: page([a], "1"), 1: page([b], "1") }, ["a", "b"], 2],
    [
      "a page links back to an earlier one",
      { first: page([a], "1"), 1: page([b], "2"), 2: page([c], "1") },
      ["a", "b", "c"],
      3,
    ],
    ["every page is the same", { first: page([a], "1"), 1: page([a], "2"), 2: page([a], "3") }, ["a"], 2],
    ["a page has duplicates", { first: page([a, a, b]) }, ["a", "b"], 1],
    ["a later page is all spam", { first: page([a], "1"), 1: page([x], "2"), 2: page([b]) }, ["a", "b"], 3],
    ["the first page is all spam", { first: page([x], "1"), 1: page([b]) }, ["b"], 2],
    ["the cursor is not a string", { first: page([a], 7) }, ["a"], 1],
    ["another chain's transaction is mixed in", { first: page([a, elsewhere]) }, ["a"], 1],
    ["some are malformed", { first: page([null, { id: "x" }, undated, b]) }, ["b"], 1],
  ])("ends without repeating anything when %s", ([, pages, listed, count]) => {
    const { asked, layers } = serving(pages)
    return whenConnected({ layers }, function* () {
      const { next, months } = yield* slicesOf(activity)
      yield* refreshActivity()
      yield* Effect.repeat(moreActivity(), { times: 5 })

      assert.deepStrictEqual(yield* ids, listed)
      assert.strictEqual(
        months.value.reduce((sum, { count }) => sum + count, 0),
        listed.length,
      )
      assert.isUndefined(next.value)
      assert.lengthOf(asked, count)
    })
  })

  test(
    "lists no spam and no other chain's transactions from the cache either",
    serving({ first: page([sent("far", { chain: "eip155:137" }), x, a], "2"), 2: page([b]) }),
    function* ({ core }) {
      const { progress } = yield* slicesOf(activity)
      const shown: unknown[] = []
      yield* refreshActivity()
      yield* moreActivity()
      core.online.value = false
      for (const { caipNetworkId } of [base, mainnet, base, mainnet]) {
        yield* settled(switchNetwork({ network: caipNetworkId }))
        yield* refreshActivity()
        shown.push(yield* ids)
        if (shown.length === 2) core.remoteFeatures.value = { ...core.remoteFeatures.peek(), activity: false }
      }

      assert.deepStrictEqual(shown, [[], ["a"], [], []])
      assert.deepStrictEqual(progress.value, { status: "idle" })
    },
  )

  test("shows a cached page for 15 s from its response, even if it was repeated", function* ({ core }) {
    const onReturn = Effect.gen(function* () {
      for (const { caipNetworkId: network } of [base, mainnet]) yield* switchNetwork({ network })
      yield* refreshActivity()
      return yield* ids
    })
    yield* refreshActivity()
    yield* pass(cacheLifetimes.history - 1)
    yield* refreshActivity()
    core.online.value = false
    assert.isNotEmpty(yield* onReturn)
    yield* pass(1)
    assert.deepStrictEqual(yield* onReturn, [])
  })

  test("is loaded even if the cached page is malformed", function* ({ core, storage }) {
    const entry = { timestamp: 0, value: { data: 7 } }
    const key = "history_transactions_cache"
    storage.texts.set(key, JSON.stringify({ [`${core.address.value} eip155:1`]: entry }))
    yield* refreshActivity()
    assert.isNotEmpty(yield* ids)
  })

  const cursors = Array.from({ length: 100 }, (_, index) => (index === 0 ? "first" : index))
  const endless = cursors.map((cursor, index) => [cursor, page([spam(`${index}`)], `${index + 1}`)])
  test("ends after several pages that are all spam", serving(Object.fromEntries(endless)), function* ({ asked }) {
    const { next, progress } = yield* slicesOf(activity)
    yield* refreshActivity()

    assert.lengthOf(asked, limits.emptyPages)
    assert.strictEqual(progress.value.status, "loaded")
    assert.isUndefined(next.value)
  })

  const served = ({ caipNetworkId }: Network) => ({ project: { networks: [caipNetworkId] } })
  it.effect.each([
    ["on Solana", solana, "example.plover", {}],
    ["on Bitcoin", bitcoin, "example.sheepshank", {}],
    ["if the site turned it off", mainnet, halyard, { activity: false }],
  ] as const)("is not requested %s", ([, network, wallet, remote]) =>
    // The provider's other services support the network.
    whenConnected({ options: { networks: [base, network] }, wallet, script: served(network) }, function* (visit) {
      const { world, core } = visit
      yield* switchNetwork({ network: network.caipNetworkId })
      core.remoteFeatures.value = { ...core.remoteFeatures.peek(), ...remote }
      yield* refreshActivity()

      assert.deepStrictEqual(yield* fetchActivity(), { transactions: [], next: undefined })
      assert.deepStrictEqual(yield* ids, [])
      assert.strictEqual(world.faults.requestCount("history"), 0)
    }),
  )

  test.started(
    "is not requested without a wallet, offline, or on a network that the provider does not serve",
    function* ({ world, core }) {
      const { served } = yield* slicesOf(project)
      const { progress } = yield* slicesOf(activity)
      yield* refreshActivity()
      assert.strictEqual(progress.value.status, "idle")
      assert.deepStrictEqual(yield* fetchActivity(), { transactions: [], next: undefined })
      yield* connect({ wallet: halyard })
      core.online.value = false
      yield* refreshActivity()
      yield* moreActivity()
      core.online.value = true
      served.value = new Set(["eip155:8453"])
      yield* refreshActivity()

      assert.strictEqual(world.faults.requestCount("history"), 0)
      assert.deepStrictEqual(yield* ids, [])
    },
  )

  test("is never shown for another account or network", {
    script: { faults: { history: { delay: 5_000 } } },
  }, function* ({ world }) {
    const asked = yield* Effect.forkChild(refreshActivity())
    yield* rest
    walletOf(world).select(1)
    yield* pass("5 seconds")
    yield* ended(asked)
    assert.deepStrictEqual(yield* ids, [])
    world.faults.heal()
    yield* refreshActivity()
    const other = yield* ids
    assert.isNotEmpty(other)
    yield* settled(switchNetwork({ network: "eip155:8453" }))
    world.faults.set("history", { status: 500 })
    yield* refreshActivity()

    assert.deepStrictEqual(yield* ids, [])
  })
})

describe("activity that cannot be loaded", () => {
  test("'Failed to fetch transactions': a snack error", {
    script: { faults: { history: { status: 500 } } },
  }, function* () {
    const { progress } = yield* slicesOf(activity)
    const seen = yield* recordedSnacks
    yield* refreshActivity()
    yield* rest

    assert.deepStrictEqual(seen, ["error: Failed to fetch transactions"])
    assert.strictEqual(progress.value.status, "failed")
    const expected = { _tag: "TransactionsFailed", message: "Failed to fetch transactions" }
    const error = yield* fails(fetchActivity(), expected)
    assert.strictEqual(error.cause instanceof HttpStatus && error.cause.status, 500)
  })

  test("'Failed to fetch transactions': the list is marked empty, the cursor is cleared; trying again starts from the first page", function* ({
    world,
  }) {
    const { next, months, progress } = yield* slicesOf(activity)
    const seen = yield* recordedSnacks
    yield* refreshActivity()
    const before = yield* ids
    for (const load of [moreActivity, refreshActivity]) {
      world.faults.set("history", { status: 503, times: 1 })
      yield* pass(15_000)
      yield* load()
      yield* pass(3_000)
      assert.deepStrictEqual([yield* ids, months.value, next.value], [[], [], undefined])
      assert.strictEqual(progress.value.status, "failed")
      yield* refreshActivity()
      assert.deepStrictEqual(yield* ids, before)
      assert.isDefined(next.value)
    }

    assert.deepStrictEqual(seen, Array(2).fill("error: Failed to fetch transactions"))
  })
})

describe("analytics of activity", () => {
  test("include its opening, each further page, and failures", function* ({ world, core }) {
    const { next } = yield* slicesOf(activity)
    yield* (yield* Telemetry).allow(true)
    yield* showActivity()
    assert.strictEqual(core.route.value?.name, "Transactions")
    yield* refreshActivity()
    const cursor = next.value
    world.faults.set("history", { status: 500, delay: 1_000 })
    const asked = yield* begun(moreActivity())
    yield* moreActivity()
    yield* pass("10 seconds")
    yield* ended(asked)
    assert.lengthOf(
      world.events.filter(({ props }) => props.event === "LOAD_MORE_TRANSACTIONS"),
      1,
    )
    const properties = (event: string) => world.events.find(({ props }) => props.event === event)?.props.properties
    const page = { address: core.address.value, projectId: "demo", cursor, isSmartAccount: false }
    assert.deepInclude(properties("CLICK_TRANSACTIONS"), { isSmartAccount: false })
    assert.deepInclude(properties("LOAD_MORE_TRANSACTIONS"), page)
    assert.deepInclude(properties("ERROR_FETCH_TRANSACTIONS"), page)
  })
})
