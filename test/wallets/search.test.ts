import { assert, describe } from "@effect/vitest"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { nextPage, search, searchWallets } from "../../src/wallets/operations.ts"
import { listening } from "../fixtures/layers.ts"
import { begun, namesOf, pass, test, visiting } from "../fixtures/visits.ts"

const typing = (text: string, certified = false) => begun(search({ search: text, certified }))

describe("search", () => {
  test("shows local matches first, then the directory's once the visitor has paused", function* ({ world }) {
    const { found, searching } = yield* slicesOf(wallets)
    yield* nextPage(false)
    const asked = world.faults.requestCount("wallets")
    yield* typing("  Wallet ")
    const local = namesOf(found.peek())
    assert.include(local, "Aquarelle Wallet with a long name")
    assert.isBelow(local.length, 40)
    assert.strictEqual(searching.value.status, "loading")
    yield* pass(499)
    assert.strictEqual(world.faults.requestCount("wallets"), asked)
    yield* pass(1)

    assert.strictEqual(world.faults.requestCount("wallets"), asked + 1)
    assert.isAbove(found.peek().length, local.length)
    for (const { name } of found.peek()) assert.match(name, /wallet/i)
    assert.strictEqual(searching.value.status, "loaded")
  })

  const slow = { script: { latency: 2_000 } }
  test("requests only the newest text, and shows its results", slow, function* ({ world }) {
    const { found } = yield* slicesOf(wallets)
    for (const text of ["ha", "hal", "halyard"]) {
      yield* typing(text)
      yield* pass(100)
    }
    yield* pass(500)
    assert.strictEqual(world.faults.requestCount("wallets"), 1)
    yield* typing("cinder")
    yield* pass(500)
    yield* pass(10_000)

    assert.deepStrictEqual(namesOf(found.peek()), ["Cinderbox"])
    assert.strictEqual(world.faults.requestCount("wallets"), 2)
  })

  const recorded = visiting(() => {
    const { events, telemetry } = listening()
    return { events, script: { latency: 2_000 }, layers: { telemetry } }
  })
  recorded("records only a search whose results are shown", function* ({ events, world }) {
    const searches = () => events.flatMap((one) => (one.event === "SEARCH_WALLET" ? [one.properties.search] : []))
    yield* typing("ha")
    yield* pass(100)
    yield* typing("halyard")
    yield* pass(10_000)
    assert.deepStrictEqual(searches(), ["halyard"])
    world.faults.set("wallets", { status: 500 })
    yield* typing("cinder")
    yield* pass(100_000)

    assert.deepStrictEqual(searches(), ["halyard"])
  })

  test("Wallet lists: search returns up to 100", { script: { directory: 2_000 } }, function* () {
    for (const filter of [{}, { certified: true }, { namespace: "eip155" }] as const)
      assert.lengthOf(yield* searchWallets({ search: "a", ...filter }), 100, JSON.stringify(filter))
  })

  test("finds only certified wallets on request, once the visitor has paused", function* ({ world }) {
    const { found } = yield* slicesOf(wallets)
    yield* nextPage(false)
    const asked = world.faults.requestCount("wallets")
    yield* typing("e", true)
    const local = found.peek()
    yield* pass(499)
    assert.strictEqual(world.faults.requestCount("wallets"), asked)
    yield* pass(1)
    assert.strictEqual(world.faults.requestCount("wallets"), asked + 1)

    assert.isNotEmpty(local)
    assert.isNotEmpty(found.peek())
    for (const { name, badge_type } of [...local, ...found.peek()]) assert.strictEqual(badge_type, "certified", name)
  })

  test("keeps the local matches if the directory fails", function* ({ world }) {
    const { found, searching } = yield* slicesOf(wallets)
    yield* nextPage(false)
    world.faults.set("wallets", { status: 500 })
    yield* typing("halyard")
    yield* pass(500)

    assert.strictEqual(searching.value.status, "failed")
    assert.deepStrictEqual(namesOf(found.peek()), ["Halyard"])
  })
})
