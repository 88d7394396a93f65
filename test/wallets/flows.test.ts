import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { demo, type World } from "../../layers/demo.ts"
import { Api } from "../../services/Api.ts"
import { decodeUnknown } from "../../src/core/opening/schema.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import type { WalletsQuery } from "../../src/wallets/opening/endpoints.ts"
import { keepWallets, refreshWallets } from "../../src/wallets/opening/flows.ts"
import { nextPage, pickWallet, searchWallets } from "../../src/wallets/operations.ts"
import { changed } from "../fixtures/layers.ts"
import { rest, shelf } from "../fixtures/modal.ts"
import { ended } from "../fixtures/time.ts"
import { begun, idOf, namesOf, onPhone, pass, test } from "../fixtures/visits.ts"

describe("The lists of the Connect view", () => {
  test("Wallet lists: recommended: 4 per page, and how many the directory holds", function* ({ world }) {
    const { featured, recommended, count, directory } = yield* slicesOf(wallets)
    yield* refreshWallets()

    assert.strictEqual(world.faults.requestCount("wallets"), 1)
    assert.deepStrictEqual(namesOf(recommended.value), ["Halyard", "Cinderbox", "Fathom", "Plover"])
    assert.isEmpty(featured.value)
    assert.isAbove(count.value, 500)
    assert.strictEqual(directory.value.status, "loaded")
  })

  const flood = Array.from({ length: 12_000 }, (_, index) => ({ id: `flood-${index}`, name: `Flood ${index}` }))
  const flooding = (world: World) => ({
    api: changed(Api, demo(world).api, ({ call }) => ({
      call: (row, input) =>
        row.name === "wallets"
          ? Effect.succeed(decodeUnknown(row.response)({ data: flood, count: flood.length }) as never)
          : call(row, input),
    })),
  })
  test("hold and store no more wallets than requested, whatever the directory sends", {
    layers: flooding,
  }, function* ({ storage }) {
    const { recommended, all } = yield* slicesOf(wallets)
    yield* refreshWallets()
    assert.lengthOf(recommended.value, 4)
    assert.isBelow(storage.texts.get("wallet_lists")?.length ?? Number.NaN, 2_000)
    assert.lengthOf(yield* searchWallets({ search: "flood" }), 100)
    yield* nextPage(false)
    // The wallets of Connect come before the page, and again among the first of it.
    assert.isAtMost(all.peek().length, 44)
  })

  const flooded = { recommended: flood, featured: flood, count: flood.length }
  const offlineFlooded = {
    script: { faults: { wallets: { offline: true } } },
    storage: shelf({ wallet_lists: JSON.stringify(flooded) }),
  }
  test("show no more stored wallets than they request", offlineFlooded, function* () {
    const { featured, recommended } = yield* slicesOf(wallets)
    yield* begun(refreshWallets())
    assert.deepStrictEqual([featured.value.length, recommended.value.length], [0, 4])
  })

  const offline = { script: { faults: { wallets: { offline: true } } } }
  const line = (online: boolean) =>
    Effect.andThen(
      Effect.map(CurrentModal, ({ core }) => {
        core.online.value = online
      }),
      rest,
    )
  test("are requested again when the page is back online, until they have loaded", offline, function* ({ world }) {
    const { directory, count } = yield* slicesOf(wallets)
    const asked = () => world.faults.requestCount("wallets")
    yield* begun(keepWallets())
    assert.strictEqual(directory.value.status, "failed")
    const first = asked()
    yield* line(false)
    assert.strictEqual(asked(), first)
    yield* line(true)
    assert.strictEqual(directory.value.status, "failed")
    assert.isAbove(asked(), first)

    yield* line(false)
    world.faults.heal()
    yield* line(true)
    assert.strictEqual(directory.value.status, "loaded")
    assert.isAbove(count.value, 500)
    const enough = asked()
    yield* line(false)
    yield* line(true)
    assert.strictEqual(asked(), enough)
  })

  test("are not requested again once the visitor has loaded them", offline, function* ({ world }) {
    yield* begun(keepWallets())
    world.faults.heal()
    yield* refreshWallets()
    const asked = world.faults.requestCount("wallets")
    yield* line(false)
    yield* line(true)
    assert.strictEqual(world.faults.requestCount("wallets"), asked)
  })

  test.visits("show the wallets of the last visit until the directory responds", function* ({ visit }) {
    yield* visit(refreshWallets(), { script: { directory: 3 } })
    yield* visit(
      function* () {
        const { recommended, count, directory } = yield* slicesOf(wallets)
        const view = yield* begun(refreshWallets())
        assert.deepStrictEqual(namesOf(recommended.value), ["Halyard", "Cinderbox", "Fathom"])
        assert.strictEqual(count.value, 3)
        assert.strictEqual(directory.value.status, "loading")
        yield* pass("1 minute")
        yield* ended(view)

        assert.lengthOf(recommended.value, 4)
        assert.isAbove(count.value, 500)
      },
      { script: { faults: { wallets: { delay: 60_000 } } } },
    )
  })

  const featured = { options: { featuredWalletIds: [idOf("Ribble")] } }
  test.visits(
    "show the featured wallets of the last visit while the directory is down",
    featured,
    function* ({ visit }) {
      const names = Effect.map(slicesOf(wallets), (lists) => namesOf(lists.featured.value))
      yield* visit(refreshWallets())
      assert.deepStrictEqual(yield* visit(Effect.andThen(refreshWallets(), names), offline), ["Ribble"])
      assert.isEmpty(yield* visit(names, offline))
    },
  )

  for (const [what, fault] of [
    ["is down", { status: 503 }],
    ["cannot be reached", { offline: true }],
  ] as const)
    test.visits(`stay unchanged if the directory ${what}`, function* ({ storage, visit }) {
      yield* visit(refreshWallets(), { script: { directory: 3 } })
      const kept = storage.texts.get("wallet_lists")
      yield* visit(
        function* ({ world }) {
          const { recommended, directory } = yield* slicesOf(wallets)
          yield* refreshWallets()
          assert.deepStrictEqual(namesOf(recommended.value), ["Halyard", "Cinderbox", "Fathom"])
          assert.strictEqual(directory.value.status, "failed")
          assert.strictEqual(storage.texts.get("wallet_lists"), kept)
          world.faults.heal()
          yield* refreshWallets()

          assert.lengthOf(recommended.value, 4)
        },
        { script: { faults: { wallets: fault } } },
      )
    })

  /** A site that features these wallets, and the page sizes that are requested of the directory, by the wallets they are limited to. */
  const featuring = (featuredWalletIds: readonly string[]) => () => {
    const sizes = new Map<string, number | undefined>()
    const layers = (world: World) => ({
      api: changed(Api, demo(world).api, ({ call }) => ({
        call: (row, input) => {
          const { include = [], entries } = (row.name === "wallets" ? input : {}) as Partial<WalletsQuery>
          sizes.set(include.join(), entries)
          return call(row, input)
        },
      })),
    })
    return { options: { featuredWalletIds }, layers, size: () => sizes.get(featuredWalletIds.join()) }
  }
  const names = ["Quillon", "Halyard", "Samphire", "Orrery", "Latchkey", "Ribble"]
  test(
    "Wallet lists: featured page size is the count of featured ids, in the site's order",
    featuring([...names.map(idOf), "unknown"]),
    function* ({ size }) {
      const { featured, recommended } = yield* slicesOf(wallets)
      yield* refreshWallets()

      assert.deepStrictEqual(namesOf(featured.value), names)
      assert.deepStrictEqual(namesOf(recommended.value), ["Cinderbox", "Fathom", "Plover", "Tessera"])
      assert.strictEqual(size(), 7)
    },
  )

  for (const [what, few, entries] of [
    ["even if they are fewer than the default", ["Quillon", "Halyard"], 2],
    ["and 4 by default", [], 4],
  ] as const)
    test(
      `Wallet lists: featured page size is the count of featured ids, ${what}`,
      featuring(few.map(idOf)),
      function* ({ size }) {
        const { featured } = yield* slicesOf(wallets)
        yield* refreshWallets()

        assert.deepStrictEqual(namesOf(featured.value), few)
        assert.strictEqual(size(), entries)
      },
    )

  test("contain only wallets with a mobile app, on a phone", onPhone, function* () {
    const { all, page, count } = yield* slicesOf(wallets)
    while (all.peek().length < count.value || page.value === 0) {
      const before = page.value
      yield* nextPage(false)
      if (page.value === before) break
    }

    assert.isNotEmpty(all.peek())
    for (const { name, mobile_link } of all.peek()) assert.isDefined(mobile_link, name)
  })
})

describe("A click on a wallet of the directory", () => {
  for (const [name, expected] of [
    ["Halyard", { name: "ConnectingExternal", connector: "example.halyard" }],
    ["Plover", { name: "ConnectingWalletConnect", wallet: idOf("Plover") }],
  ] as const)
    test(`opens ${expected.name} (${name})`, function* ({ core }) {
      const [wallet] = yield* searchWallets({ search: name })
      if (wallet) yield* pickWallet(wallet)

      assert.deepInclude(core.route.value, expected)
    })
})
