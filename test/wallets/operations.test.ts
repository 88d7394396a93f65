import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import * as browser from "../../layers/browser/withoutWindow.ts"
import { demo, type World } from "../../layers/demo.ts"
import { Api } from "../../services/Api.ts"
import { mainnet, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { type WalletsQuery, walletsEndpoint } from "../../src/wallets/opening/endpoints.ts"
import { refreshWallets } from "../../src/wallets/opening/flows.ts"
import { nextPage, restartPages, search, searchWallets } from "../../src/wallets/operations.ts"
import { changed } from "../fixtures/layers.ts"
import { begun, connectNames, idOf, namesOf, onPhone, pass, test } from "../fixtures/visits.ts"

const small = { script: { directory: 100 } }
const slow = { script: { latency: 1_000 } }
const ids = (list: readonly { readonly id: string }[]) => new Set(list.map(({ id }) => id))

describe("The whole directory", () => {
  test("Wallet lists: paging: 40 per page, until there are no more", small, function* ({ world }) {
    const { all, count } = yield* slicesOf(wallets)
    const total = (yield* searchWallets({ search: "" })).length
    const asked = world.faults.requestCount("wallets")
    for (const loaded of [40, 80, total, total]) {
      yield* nextPage(false)
      assert.lengthOf(all.peek(), loaded)
    }

    assert.strictEqual(count.value, total)
    assert.strictEqual(world.faults.requestCount("wallets") - asked, 3)
    assert.strictEqual(ids(all.peek()).size, total)
  })

  test("Wallet lists: paging: 40 per page, in addition to those that the Connect view lists", small, function* () {
    const { all, featured, recommended } = yield* slicesOf(wallets)
    yield* refreshWallets()
    const before = featured.peek().length + recommended.peek().length
    assert.isAbove(before, 0)
    for (const loaded of [40, 80]) {
      yield* nextPage(false)
      assert.lengthOf(all.peek(), before + loaded)
    }
  })

  const preloading = () => {
    const fetched: string[] = []
    const abandoned: string[] = []
    const preloaded = (url: string) =>
      Effect.suspend(() => {
        fetched.push(url)
        return Effect.onInterrupt(Effect.never, () => Effect.sync(() => void abandoned.push(url)))
      })
    return { fetched, abandoned, layers: { browser: browser.layer({ preloaded }) } }
  }
  test(
    "Wallet lists: images are fetched for the first 20 results of a paged fetch, for 2 s at most",
    preloading,
    function* ({ abandoned, fetched, world }) {
      const { all } = yield* slicesOf(wallets)
      const pictures = () => all.peek().map(({ image_id = "" }) => world.picture(image_id))
      yield* nextPage(false)
      assert.deepStrictEqual(fetched, pictures().slice(0, 20))
      yield* nextPage(false)
      assert.deepStrictEqual(fetched.slice(20), pictures().slice(40, 60))
      // The list limited to certified wallets, or to a namespace, is a list of its own.
      for (const [certified, namespace] of [[true], [false, "solana"]] as const) {
        const before = fetched.length
        yield* restartPages(certified, namespace)
        assert.isAbove(all.peek().length, 20)
        const own = fetched.slice(before)
        assert.deepStrictEqual(own, pictures().slice(-40).slice(0, 20))
      }

      yield* TestClock.adjust(1_999)
      assert.deepStrictEqual(abandoned, [])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(new Set(abandoned), new Set(fetched))
    },
  )

  test("ends on a phone too, where some wallets are omitted", { ...small, ...onPhone }, function* ({ world }) {
    const { all, count } = yield* slicesOf(wallets)
    for (let page = 0; page < 4; page++) yield* nextPage(false)
    const asked = world.faults.requestCount("wallets")
    for (let more = 0; more < 3; more++) yield* nextPage(false)

    assert.strictEqual(world.faults.requestCount("wallets"), asked)
    assert.strictEqual(count.value, all.peek().length)
  })

  const [excluded, featured] = [idOf("Orrery"), idOf("Ribble")]
  const querying = () => {
    const asked: WalletsQuery[] = []
    const api = (world: World) =>
      changed(Api, demo(world).api, ({ call }) => ({
        call: ((row, input) => {
          if ((row as { name: string }).name === walletsEndpoint.name) asked.push(input as WalletsQuery)
          return call(row, input)
        }) as typeof call,
      }))
    const options = { featuredWalletIds: [featured], excludeWalletIds: [excluded] }
    return { asked, ...small, options, layers: (world: World) => ({ api: api(world) }) }
  }
  test(
    "omits the same wallets from all pages: excluded ones and those listed before it",
    querying,
    function* ({ asked }) {
      const { all, recommended } = yield* slicesOf(wallets)
      yield* refreshWallets()
      const first = [featured, ...ids(recommended.peek())]
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
      assert.strictEqual(ids(all.peek()).size, all.peek().length)
    },
  )

  const featuring = { options: { featuredWalletIds: ["Ribble", "Orrery"].map(idOf) } }
  test("starts with the wallets of the Connect view", featuring, function* () {
    const { all, count } = yield* slicesOf(wallets)
    yield* refreshWallets()
    const known = count.value
    yield* nextPage(false)
    assert.deepStrictEqual(namesOf(all.peek()).slice(0, 3), ["Ribble", "Orrery", "Halyard"])
    assert.strictEqual(count.value, known)
    yield* nextPage(false)

    assert.strictEqual(new Set(all.ids.value).size, all.ids.value.length)
  })

  test("requests a page once for several calls", slow, function* ({ world }) {
    const { all } = yield* slicesOf(wallets)
    const pages = [1, 2, 3].map(() => nextPage(false))
    yield* begun(Effect.all(pages, { concurrency: "unbounded" }))
    yield* pass(500)
    yield* begun(nextPage(false))
    yield* pass(500)

    assert.lengthOf(all.peek(), 40)
    assert.strictEqual(world.faults.requestCount("wallets"), 1)
  })

  test("keeps its wallets if a page fails, and requests that page again", function* ({ world }) {
    const { all, paging } = yield* slicesOf(wallets)
    yield* nextPage(false)
    world.faults.set("wallets", { status: 500 })
    yield* nextPage(false)
    assert.lengthOf(all.peek(), 40)
    assert.strictEqual(paging.value.status, "failed")
    world.faults.heal()
    yield* nextPage(false)

    assert.lengthOf(all.peek(), 80)
    assert.strictEqual(paging.value.status, "loaded")
  })

  test("can be limited to certified wallets, and extended again", function* () {
    const { all } = yield* slicesOf(wallets)
    yield* refreshWallets()
    yield* nextPage(false)
    yield* restartPages(true)
    assert.lengthOf(all.peek(), 40)
    for (const { name, badge_type } of all.peek()) assert.strictEqual(badge_type, "certified", name)
    yield* nextPage(true)
    assert.lengthOf(all.peek(), 80)
    yield* restartPages(false)

    assert.include(namesOf(all.peek()).slice(0, 40), "Plover")
    assert.isTrue(all.peek().some(({ badge_type }) => badge_type !== "certified"))
  })

  const evm = { ...small, options: { networks: [mainnet, solana] } }
  test("keeps its count while it is limited to a namespace or to certified wallets", evm, function* () {
    const { all, count, recommended, total } = yield* slicesOf(wallets)
    yield* refreshWallets()
    const known = count.value
    recommended.value = [{ id: "evm", name: "Only EVM", chains: ["eip155:1"] }, ...recommended.value]
    yield* restartPages(false, "solana")
    assert.strictEqual(count.value, known)
    assert.isAbove(known, total.value)
    for (const { name, chains = [] } of all.peek()) assert.include(chains, solana.caipNetworkId, name)
    recommended.value = recommended.value.slice(1)

    yield* restartPages(true)
    yield* nextPage(true)

    assert.isAbove(known, all.peek().length)
    assert.strictEqual(total.value, all.peek().length)
    assert.strictEqual(count.value, known)
    yield* restartPages(false)
    assert.strictEqual(count.value, known)
    assert.strictEqual(total.value, known)
  })

  test("stays listed while it is loaded again with the same filter, but not with another", slow, function* () {
    const { all, paging, total } = yield* slicesOf(wallets)
    yield* begun(restartPages(false))
    yield* pass(1_000)
    const before = all.peek()
    assert.isNotEmpty(before)
    const cells = before.map(({ id }) => all.get(id)?.peek())

    yield* begun(restartPages(false))
    yield* pass(500)
    assert.strictEqual(paging.value.status, "loading")
    assert.deepStrictEqual(all.peek(), before)
    yield* pass(500)

    assert.strictEqual(paging.value.status, "loaded")
    assert.deepStrictEqual(
      before.map(({ id }) => all.get(id)?.peek()),
      cells,
    )
    yield* begun(restartPages(true))
    yield* pass(500)
    assert.isEmpty(all.peek())
    assert.strictEqual(total.value, 0)
  })

  test("ignores a page of the previous list", slow, function* () {
    const { all } = yield* slicesOf(wallets)
    yield* begun(nextPage(false))
    yield* pass(500)
    yield* begun(restartPages(true))
    yield* pass(600)
    assert.isEmpty(all.peek())
    yield* pass(400)

    assert.isTrue(all.peek().every(({ badge_type }) => badge_type === "certified"))
    assert.lengthOf(all.peek(), 40)
  })

  const out = ["Halyard", "Fathom", "Quillon"]
  const disobeying = (world: World) => ({
    api: changed(Api, demo(world).api, ({ call }) => ({ call: (row, input) => call(row, { ...input, exclude: [] }) })),
  })
  const excluding = { options: { excludeWalletIds: out.map(idOf) }, layers: disobeying }
  test("has no excluded wallet in any list, even if the directory sends some", excluding, function* () {
    const { recommended, all, found } = yield* slicesOf(wallets)
    yield* refreshWallets()
    yield* nextPage(false)
    for (const name of out) {
      yield* begun(search({ search: name, certified: false }))
      yield* pass(500)

      for (const list of [recommended.value, all.peek(), found.peek(), yield* searchWallets({ search: name })])
        assert.notInclude(namesOf(list), name)
    }
    assert.include(namesOf(all.peek()), "Cinderbox")
  })

  const only = ["Plover", "Quillon"]
  test("has only the included wallets if the site lists any", {
    options: { includeWalletIds: only.map(idOf) },
  }, function* () {
    const { recommended, all } = yield* slicesOf(wallets)
    yield* refreshWallets()
    yield* nextPage(false)

    for (const list of [recommended.value, all.peek(), yield* searchWallets({ search: "" })])
      assert.deepStrictEqual(namesOf(list), only)
  })

  const own = ["one", "two", "three"].map((id) => ({ id, name: `Wallet ${id}` }))
  test("has every wallet that the site adds, in the site's order", { options: { customWallets: own } }, function* () {
    const added = (yield* connectNames).filter((name) => namesOf(own).includes(name))
    assert.deepStrictEqual(added, namesOf(own))
  })

  const included = () => {
    const { options, ...scene } = querying()
    return { ...scene, options: { ...options, networks: [mainnet, solana], includeWalletIds: only.map(idOf) } }
  }
  test(
    "is filtered by text, certificate, networks, and included and excluded wallets",
    included,
    function* ({ asked }) {
      asked.length = 0
      yield* searchWallets({ search: " a ", certified: true })
      yield* searchWallets({ search: "a", namespace: "eip155" })

      const query = { page: 1, entries: 100, search: "a", include: only.map(idOf), exclude: [excluded] }
      const chains = ["eip155:1", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"]
      assert.deepStrictEqual<object>(asked, [
        { ...query, chains, badge: "certified" },
        { ...query, chains: ["eip155:1"] },
      ])
      for (const certified of [true, false]) {
        yield* restartPages(certified)
        assert.deepInclude(asked.at(-1), { page: 1, include: only.map(idOf) }, `${certified}`)
      }
    },
  )
})
