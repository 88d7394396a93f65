import { assert, describe, it } from "@effect/vitest"
import { effect } from "@preact/signals-core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import type { Script } from "../../layers/demo.ts"
import { Api } from "../../services/Api.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { HttpStatus } from "../../src/domain/errors.ts"
import type { HistoryQuery } from "../../src/domain/historyRow.ts"
import { activity as limits } from "../../src/domain/limits.ts"
import { bitcoin, mainnet, solana } from "../../src/domain/networks.ts"
import { decodeUnknown } from "../../src/domain/schema.ts"
import { fetchActivity, moreActivity, refreshActivity, showActivity } from "../../src/flows/activity.ts"
import { connect } from "../../src/flows/connect.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { Modal, use } from "../../src/modal.ts"
import { snapshot } from "../../src/snapshot.ts"
import { activity } from "../../src/state/activity.ts"
import { project } from "../../src/state/project.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { createWorld, halyard, rest, visit, walletOf } from "./modal.ts"
import "../../src/domain/historyRow.ts"

const still = (script: Script = {}) => createWorld({ tick: 0, ...script })
const connected = connect({ wallet: halyard })
const ids = Effect.map(use(activity), ({ transactions }) => transactions.peek().map(({ id }) => id))
const pass = (milliseconds: number) => Effect.andThen(TestClock.adjust(milliseconds), rest)
const snacks = Effect.map(use(snack), ({ shown }) => {
  const seen: string[] = []
  shown.subscribe(({ open, variant, message }) => void (open && seen.push(`${variant}: ${message}`)))
  return seen
})

/** Pages of a service that answers as it likes, by cursor; what it was asked for is noted. */
const pages = (answers: Readonly<Record<string, unknown>>) => {
  const asked: (string | undefined)[] = []
  const leaf = Layer.succeed(Api, {
    call: (row, input) => {
      if (row.name !== "history") return Effect.fail(row.failure(new HttpStatus(404)))
      const { cursor } = input as HistoryQuery
      asked.push(cursor)
      return Effect.succeed(decodeUnknown(row.answer)(answers[cursor ?? "first"]) as never)
    },
    image: () => "",
  })
  return { asked, leaves: { api: leaf } }
}
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

describe("Activity", () => {
  it.effect("A visitor can view activity", () => {
    const world = still()
    const run = Effect.gen(function* () {
      const { transactions, months, next, progress } = yield* use(activity)
      yield* connected
      yield* refreshActivity()
      const [newest] = transactions.peek()

      assert.strictEqual(progress.value.is, "loaded")
      assert.strictEqual(newest?.metadata.operationType, "send")
      assert.isDefined(next.value)
      assert.strictEqual(
        months.value.reduce((sum, { count }) => sum + count, 0),
        transactions.peek().length,
      )
      // The one that is all spam is not among them.
      assert.strictEqual(transactions.peek().length, 24)
    })
    return visit(world, run)
  })

  it.effect("is paged through by cursor, to its end, and no page is asked for twice", () => {
    const world = still()
    const run = Effect.gen(function* () {
      const { next } = yield* use(activity)
      yield* connected
      yield* refreshActivity()
      const first = yield* ids
      while (next.value !== undefined) yield* moreActivity()
      const all = yield* ids
      const asked = world.faults.asked("history")
      yield* moreActivity()

      assert.deepStrictEqual(all.slice(0, first.length), first)
      assert.strictEqual(new Set(all).size, all.length)
      assert.strictEqual(
        all.length,
        world.history("eip155:1", walletOf(world).state().addresses[0] ?? "", 0).length - 1,
      )
      assert.strictEqual(world.faults.asked("history"), asked)
      assert.strictEqual(asked, Math.ceil((all.length + 1) / 25))
    })
    return visit(world, run)
  })

  it.effect("Transactions are grouped by year, then month, newest first, in the state of the modal", () =>
    visit(
      still(),
      Effect.gen(function* () {
        yield* connected
        yield* refreshActivity()
        const state = snapshot(yield* Modal) as unknown as {
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
      }),
    ),
  )

  it.effect("that has not changed leaves its rows alone; what is new stands before it", () => {
    const first = { data: [sent("b"), sent("a")], next: null }
    const answers: Record<string, unknown> = { first }
    const { leaves } = pages(answers)
    const run = Effect.gen(function* () {
      const { transactions } = yield* use(activity)
      yield* connected
      yield* refreshActivity()
      const before = transactions.get("a")
      const shown = before?.peek()
      answers.first = { data: [sent("c", { minedAt: "1969-12-01T00:00:00Z" }), sent("b"), sent("a")], next: null }
      yield* refreshActivity()

      assert.deepStrictEqual(yield* ids, ["c", "b", "a"])
      assert.strictEqual(transactions.get("a"), before)
      assert.strictEqual(before?.peek(), shown)
    })
    return visit(still(), run, { leaves })
  })

  it.effect("that was read again without news calls nobody who looks at it", () => {
    const { leaves } = pages({
      first: { data: [sent("c"), sent("b")], next: "2" },
      2: { data: [sent("a")], next: null },
    })
    const run = Effect.gen(function* () {
      const { transactions, months } = yield* use(activity)
      yield* connected
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
    })
    return visit(still(), run, { leaves })
  })

  it.effect("that was paged through stays when its first page is read again, but for what the chain dropped", () => {
    const answers: Record<string, unknown> = {
      first: { data: [sent("pending", { status: "pending", minedAt: "1969-12-02T00:00:00Z" }), sent("b")], next: "2" },
      2: { data: [sent("a", { minedAt: "1969-10-01T00:00:00Z" })], next: "3" },
      3: { data: [sent("0", { minedAt: "1969-09-01T00:00:00Z" })], next: null },
    }
    const { asked, leaves } = pages(answers)
    const run = Effect.gen(function* () {
      yield* connected
      yield* refreshActivity()
      yield* moreActivity()
      answers.first = { data: [sent("mined", { minedAt: "1969-12-02T00:00:00Z" }), sent("b")], next: "2" }
      yield* refreshActivity()
      assert.deepStrictEqual(yield* ids, ["mined", "b", "a"])
      yield* moreActivity()

      assert.deepStrictEqual(yield* ids, ["mined", "b", "a", "0"])
      assert.deepStrictEqual(asked, [undefined, "2", undefined, "3"])
    })
    return visit(still(), run, { leaves })
  })

  const hostile: readonly (readonly [
    what: string,
    answers: Readonly<Record<string, unknown>>,
    listed: readonly string[],
    asked: number,
  ])[] = [
    [
      "the next page is the page itself",
      { first: { data: [sent("a")], next: "1" }, 1: { data: [sent("b")], next: "1" } },
      ["a", "b"],
      2,
    ],
    [
      "a page leads back to one before it",
      {
        first: { data: [sent("a")], next: "1" },
        1: { data: [sent("b")], next: "2" },
        2: { data: [sent("c")], next: "1" },
      },
      ["a", "b", "c"],
      3,
    ],
    [
      "every page brings the same under another cursor",
      {
        first: { data: [sent("a")], next: "1" },
        1: { data: [sent("a")], next: "2" },
        2: { data: [sent("a")], next: "3" },
      },
      ["a"],
      2,
    ],
    ["a page holds one twice", { first: { data: [sent("a"), sent("a"), sent("b")], next: null } }, ["a", "b"], 1],
    [
      "a page of nothing but spam comes between",
      {
        first: { data: [sent("a")], next: "1" },
        1: { data: [spam("x")], next: "2" },
        2: { data: [sent("b")], next: null },
      },
      ["a", "b"],
      3,
    ],
    [
      "the first page is all spam",
      { first: { data: [spam("x")], next: "1" }, 1: { data: [sent("b")], next: null } },
      ["b"],
      2,
    ],
    ["the cursor is no text", { first: { data: [sent("a")], next: 7 } }, ["a"], 1],
    [
      "what is of another chain is mixed in",
      { first: { data: [sent("a"), sent("b", { chain: "eip155:137" })], next: null } },
      ["a"],
      1,
    ],
    [
      "a transaction is none",
      { first: { data: [null, { id: "x" }, sent("a", { minedAt: "soon" }), sent("b")], next: null } },
      ["b"],
      1,
    ],
  ]
  for (const [what, answers, listed, count] of hostile)
    it.effect(`ends, and repeats nothing, where ${what}`, () => {
      const { asked, leaves } = pages(answers)
      const run = Effect.gen(function* () {
        const { next, months } = yield* use(activity)
        yield* connected
        yield* refreshActivity()
        for (let page = 0; page < 6; page++) yield* moreActivity()

        assert.deepStrictEqual(yield* ids, listed)
        assert.strictEqual(
          months.value.reduce((sum, { count }) => sum + count, 0),
          listed.length,
        )
        assert.isUndefined(next.value)
        assert.lengthOf(asked, count)
      })
      return visit(still(), run, { leaves })
    })

  it.effect("ends where page after page brings nothing to show", () => {
    const endless = Object.fromEntries(
      Array.from({ length: 100 }, (_, page) => [
        page === 0 ? "first" : page,
        { data: [spam(`${page}`)], next: `${page + 1}` },
      ]),
    )
    const { asked, leaves } = pages(endless)
    const run = Effect.gen(function* () {
      const { next, progress } = yield* use(activity)
      yield* connected
      yield* refreshActivity()

      assert.lengthOf(asked, limits.emptyPages)
      assert.strictEqual(progress.value.is, "loaded")
      assert.isUndefined(next.value)
    })
    return visit(still(), run, { leaves })
  })

  for (const [what, networks, remote] of [
    ["a namespace that has none, Solana", [mainnet, solana], {}],
    ["a namespace that has none, Bitcoin", [mainnet, bitcoin], {}],
    ["a site that turned it off", [mainnet], { activity: false }],
  ] as const)
    it.effect(`is not asked for: ${what}`, () => {
      const world = still()
      const run = Effect.gen(function* () {
        const { core } = yield* Modal
        const last = networks.at(-1)
        yield* connect({
          wallet: last === solana ? "example.plover" : last === bitcoin ? "example.sheepshank" : halyard,
        })
        if (last !== mainnet) yield* switchNetwork({ network: last?.caipNetworkId ?? mainnet.caipNetworkId })
        if ("activity" in remote) core.remoteFeatures.value = { ...core.remoteFeatures.peek(), ...remote }
        yield* refreshActivity()

        assert.deepStrictEqual(yield* fetchActivity(), { transactions: [], next: undefined })
        assert.deepStrictEqual(yield* ids, [])
        assert.strictEqual(world.faults.asked("history"), 0)
      })
      return visit(world, run, { options: { networks } })
    })

  it.effect("of nobody, offline, or on a network that the provider does not serve, is not asked for", () => {
    const world = still()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const { served } = yield* use(project)
      yield* refreshActivity()
      yield* connected
      core.online.value = false
      yield* refreshActivity()
      yield* moreActivity()
      core.online.value = true
      served.value = new Set(["eip155:8453"])
      yield* refreshActivity()

      assert.strictEqual(world.faults.asked("history"), 0)
      assert.deepStrictEqual(yield* ids, [])
    })
    return visit(world, run)
  })

  it.effect("of one account never shows as another's", () => {
    const world = still({ faults: { history: { delay: 5_000 } } })
    const run = Effect.gen(function* () {
      yield* connected
      const asked = yield* Effect.forkChild(refreshActivity())
      yield* rest
      walletOf(world).select(1)
      yield* pass(5_000)
      yield* Fiber.join(asked)
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
    return visit(world, run)
  })
})

describe("Activity that cannot be read", () => {
  it.effect("'Failed to fetch transactions': a snack error", () => {
    const world = still({ faults: { history: { status: 500 } } })
    const run = Effect.gen(function* () {
      const { progress } = yield* use(activity)
      const seen = yield* snacks
      yield* connected
      yield* refreshActivity()
      yield* rest

      assert.deepStrictEqual(seen, ["error: Failed to fetch transactions"])
      assert.strictEqual(progress.value.is, "failed")
      const error = yield* Effect.flip(fetchActivity())
      assert.deepInclude(error, { _tag: "TransactionsFailed", message: "Failed to fetch transactions" })
      assert.strictEqual(error.cause instanceof HttpStatus && error.cause.status, 500)
    })
    return visit(world, run)
  })

  it.effect(
    "'Failed to fetch transactions': the list is marked empty, the cursor is cleared; trying again begins anew",
    () => {
      const world = still()
      const run = Effect.gen(function* () {
        const { next, months, progress } = yield* use(activity)
        yield* connected
        yield* refreshActivity()
        const before = yield* ids
        world.faults.set("history", { status: 503, times: 1 })
        yield* moreActivity()
        assert.deepStrictEqual([yield* ids, months.value, next.value], [[], [], undefined])
        assert.strictEqual(progress.value.is, "failed")
        yield* refreshActivity()

        assert.deepStrictEqual(yield* ids, before)
        assert.isDefined(next.value)
      })
      return visit(world, run)
    },
  )
})

describe("What analytics hears of activity", () => {
  it.effect("is its opening, each further page, and what failed", () => {
    const world = still()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const { next } = yield* use(activity)
      yield* (yield* Telemetry).allow(true)
      yield* connected
      yield* showActivity()
      assert.strictEqual(core.route.value?.name, "Transactions")
      yield* refreshActivity()
      const cursor = next.value
      world.faults.set("history", { status: 500 })
      yield* moreActivity()
      yield* rest
      const page = {
        address: core.address.value,
        projectId: "demo",
        cursor,
        isSmartAccount: false,
      }
      const told = (event: string) => world.events.find(({ props }) => props.event === event)?.props.properties

      assert.deepInclude(told("CLICK_TRANSACTIONS"), { isSmartAccount: false })
      assert.deepInclude(told("LOAD_MORE_TRANSACTIONS"), page)
      assert.deepInclude(told("ERROR_FETCH_TRANSACTIONS"), page)
    })
    return visit(world, run)
  })
})
