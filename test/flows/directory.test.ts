import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import * as browser from "../../layers/browser/scripted.ts"
import { demo, type World } from "../../layers/demo.ts"
import { Api } from "../../services/Api.ts"
import { type WalletsQuery, walletsRow } from "../../src/domain/walletsRow.ts"
import { nextPage, restartPages, search, searchWallets } from "../../src/flows/directory.ts"
import { refreshWallets } from "../../src/flows/wallets.ts"
import { use } from "../../src/modal.ts"
import { wallets } from "../../src/state/wallets.ts"
import { createWorld, rest, visit } from "./modal.ts"

const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
const idOf = (world: World, name: string) => world.directory.find((wallet) => wallet.name === name)?.id ?? ""
const phone = { browser: browser.layer({ platform: { mobile: true } }) }

describe("The whole directory", () => {
  it.effect("Wallet lists: paging: 40 per page, until there are no more", () => {
    const world = createWorld({ directory: 100 })
    const run = Effect.gen(function* () {
      const { all, count } = yield* use(wallets)
      const total = (yield* searchWallets({ search: "" })).length
      const asked = world.faults.asked("wallets")
      yield* nextPage(false)
      assert.lengthOf(all.peek(), 40)
      yield* nextPage(false)
      assert.lengthOf(all.peek(), 80)
      yield* nextPage(false)
      assert.lengthOf(all.peek(), total)
      assert.strictEqual(count.value, total)
      yield* nextPage(false)

      assert.strictEqual(world.faults.asked("wallets") - asked, 3)
      assert.strictEqual(new Set(all.peek().map(({ id }) => id)).size, total)
    })
    return visit(world, run)
  })

  it.effect("Wallet lists: images are fetched for the first 20 results of a paged fetch, for 2 s at most", () => {
    const fetched: string[] = []
    const given: string[] = []
    const preloaded = (url: string) =>
      Effect.suspend(() => {
        fetched.push(url)
        return Effect.onInterrupt(Effect.never, () => Effect.sync(() => void given.push(url)))
      })
    const world = createWorld()
    const run = Effect.gen(function* () {
      const { all } = yield* use(wallets)
      const pictures = () => all.peek().map(({ image_id = "" }) => world.picture(image_id))
      yield* nextPage(false)
      assert.deepStrictEqual(fetched, pictures().slice(0, 20))
      yield* nextPage(false)
      assert.deepStrictEqual(fetched.slice(20), pictures().slice(40, 60))

      yield* TestClock.adjust(1_999)
      assert.deepStrictEqual(given, [])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(new Set(given), new Set(fetched))
    })
    return visit(world, run, { leaves: { browser: browser.layer({ preloaded }) } })
  })

  it.effect("nothing is asked for beyond the end on a phone either, where some wallets are left out", () => {
    const world = createWorld({ directory: 100 })
    const run = Effect.gen(function* () {
      const { all, count } = yield* use(wallets)
      for (let page = 0; page < 4; page++) yield* nextPage(false)
      const asked = world.faults.asked("wallets")
      for (let more = 0; more < 3; more++) yield* nextPage(false)

      assert.strictEqual(world.faults.asked("wallets"), asked)
      assert.strictEqual(count.value, all.peek().length)
    })
    return visit(world, run, { leaves: phone })
  })

  it.effect(
    "leaves out of each page what the site excludes and what stands before it already, the same in all pages",
    () => {
      const asked: WalletsQuery[] = []
      const world = createWorld({ directory: 100 })
      const listening = Layer.effect(
        Api,
        Effect.map(Api, ({ call, image }) => ({
          image,
          call: ((row, input) => {
            if ((row as { name: string }).name === walletsRow.name) asked.push(input as WalletsQuery)
            return call(row, input)
          }) as typeof call,
        })),
      )
      const [excluded = "", featured = ""] = ["Orrery", "Ribble"].map((name) => idOf(world, name))
      const run = Effect.gen(function* () {
        const { all, recommended } = yield* use(wallets)
        yield* refreshWallets()
        const first = [featured, ...recommended.peek().map(({ id }) => id)]
        asked.length = 0
        yield* nextPage(false)
        recommended.value = []
        yield* nextPage(false)
        const pages = asked.splice(0)
        yield* restartPages(true)

        assert.lengthOf(first, 5)
        assert.deepStrictEqual(
          pages.map(({ page, exclude }) => [page, new Set(exclude)]),
          [1, 2].map((page) => [page, new Set([excluded, ...first])]),
        )
        assert.deepStrictEqual(asked[0]?.exclude, [excluded])
        assert.strictEqual(new Set(all.peek().map(({ id }) => id)).size, all.peek().length)
      })
      const options = { featuredWalletIds: [featured], excludeWalletIds: [excluded] }
      return visit(world, run, { options, leaves: { api: Layer.provide(listening, demo(world).api) } })
    },
  )

  it.effect("begins with the wallets of the Connect view", () => {
    const world = createWorld()
    const featuredWalletIds = ["Ribble", "Orrery"].map((name) => idOf(world, name))
    const run = Effect.gen(function* () {
      const { all } = yield* use(wallets)
      yield* refreshWallets()
      yield* nextPage(false)
      assert.deepStrictEqual(names(all.peek()).slice(0, 3), ["Ribble", "Orrery", "Halyard"])
      yield* nextPage(false)

      assert.strictEqual(new Set(all.ids.value).size, all.ids.value.length)
    })
    return visit(world, run, { options: { featuredWalletIds } })
  })

  it.effect("the next page is asked for once, however often it is wanted", () => {
    const world = createWorld({ latency: 1_000 })
    const run = Effect.gen(function* () {
      const { all } = yield* use(wallets)
      yield* Effect.forkChild(
        Effect.all(
          [1, 2, 3].map(() => nextPage(false)),
          { concurrency: "unbounded" },
        ),
      )
      yield* rest
      yield* TestClock.adjust("1 second")
      yield* rest

      assert.lengthOf(all.peek(), 40)
      assert.strictEqual(world.faults.asked("wallets"), 1)
    })
    return visit(world, run)
  })

  it.effect("a page that fails leaves the list, and is asked for again", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      const { all, paging } = yield* use(wallets)
      yield* nextPage(false)
      world.faults.set("wallets", { status: 500 })
      yield* nextPage(false)
      assert.lengthOf(all.peek(), 40)
      assert.strictEqual(paging.value.is, "failed")
      world.faults.heal()
      yield* nextPage(false)

      assert.lengthOf(all.peek(), 80)
      assert.strictEqual(paging.value.is, "loaded")
    })
    return visit(world, run)
  })

  it.effect("of certified wallets alone holds no other, and the whole one comes back", () =>
    visit(
      {},
      Effect.gen(function* () {
        const { all } = yield* use(wallets)
        yield* refreshWallets()
        yield* nextPage(false)
        yield* restartPages(true)
        assert.lengthOf(all.peek(), 40)
        for (const { name, badge_type } of all.peek()) assert.strictEqual(badge_type, "certified", name)
        yield* nextPage(true)
        assert.lengthOf(all.peek(), 80)
        yield* restartPages(false)

        assert.include(names(all.peek()).slice(0, 40), "Plover")
        assert.isTrue(all.peek().some(({ badge_type }) => badge_type !== "certified"))
      }),
    ),
  )

  it.effect("of certified wallets alone leaves the count of the directory as it is", () =>
    visit(
      { directory: 100 },
      Effect.gen(function* () {
        const { all, count, total } = yield* use(wallets)
        yield* refreshWallets()
        const known = count.value
        yield* restartPages(true)
        yield* nextPage(true)

        assert.isAbove(known, all.peek().length)
        assert.strictEqual(total.value, all.peek().length)
        assert.strictEqual(count.value, known)
        yield* restartPages(false)
        assert.strictEqual(count.value, known)
        assert.strictEqual(total.value, known)
      }),
    ),
  )

  it.effect("a page of the list before is not taken for the new one's", () => {
    const world = createWorld({ latency: 1_000 })
    const run = Effect.gen(function* () {
      const { all } = yield* use(wallets)
      yield* Effect.forkChild(nextPage(false))
      yield* rest
      yield* TestClock.adjust(500)
      yield* Effect.forkChild(restartPages(true))
      yield* rest
      yield* TestClock.adjust(600)
      yield* rest
      assert.isEmpty(all.peek())
      yield* TestClock.adjust(400)
      yield* rest

      assert.isTrue(all.peek().every(({ badge_type }) => badge_type === "certified"))
      assert.lengthOf(all.peek(), 40)
    })
    return visit(world, run)
  })

  it.effect("excluded wallets are in no list", () => {
    const world = createWorld()
    const out = ["Halyard", "Fathom", "Quillon"]
    const run = Effect.gen(function* () {
      const { recommended, all, found } = yield* use(wallets)
      yield* refreshWallets()
      yield* nextPage(false)
      for (const name of out) {
        yield* Effect.forkChild(search({ search: name, certified: false }))
        yield* rest
        yield* TestClock.adjust(500)
        yield* rest

        for (const list of [recommended.value, all.peek(), found.peek(), yield* searchWallets({ search: name })])
          assert.notInclude(names(list), name)
      }
      assert.include(names(all.peek()), "Cinderbox")
    })
    return visit(world, run, { options: { excludeWalletIds: out.map((name) => idOf(world, name)) } })
  })

  it.effect("where the site names the wallets to include, there are no others", () => {
    const world = createWorld()
    const only = ["Plover", "Quillon"]
    const run = Effect.gen(function* () {
      const { recommended, all } = yield* use(wallets)
      yield* refreshWallets()
      yield* nextPage(false)

      assert.deepStrictEqual(names(recommended.value), only)
      assert.deepStrictEqual(names(all.peek()), only)
      assert.deepStrictEqual(names(yield* searchWallets({ search: "" })), only)
    })
    return visit(world, run, { options: { includeWalletIds: only.map((name) => idOf(world, name)) } })
  })
})
