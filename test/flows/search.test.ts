import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { nextPage, search, searchWallets } from "../../src/flows/directory.ts"
import { use } from "../../src/modal.ts"
import { wallets } from "../../src/state/wallets.ts"
import { createWorld, rest, visit } from "./modal.ts"

const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)

describe("Searching", () => {
  const typing = (text: string, certified = false) =>
    Effect.tap(Effect.forkChild(search({ search: text, certified })), () => rest)

  it.effect("local matches show first, then the directory's, after the visitor has paused", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      const { found, searching } = yield* use(wallets)
      yield* nextPage(false)
      const asked = world.faults.asked("wallets")
      yield* typing("wallet")
      const local = names(found.peek())
      assert.include(local, "Aquarelle Wallet with a long name")
      assert.isBelow(local.length, 40)
      assert.strictEqual(searching.value.is, "loading")
      yield* TestClock.adjust(499)
      yield* rest
      assert.strictEqual(world.faults.asked("wallets"), asked)
      yield* TestClock.adjust(1)
      yield* rest

      assert.strictEqual(world.faults.asked("wallets"), asked + 1)
      assert.isAbove(found.peek().length, local.length)
      for (const { name } of found.peek()) assert.match(name, /wallet/i)
      assert.strictEqual(searching.value.is, "loaded")
    })
    return visit(world, run)
  })

  it.effect("the newest text wins, and the older ones are not even asked for", () => {
    const world = createWorld({ latency: 2_000 })
    const run = Effect.gen(function* () {
      const { found } = yield* use(wallets)
      for (const text of ["ha", "hal", "halyard"]) {
        yield* typing(text)
        yield* TestClock.adjust(100)
      }
      yield* TestClock.adjust(500)
      yield* rest
      assert.strictEqual(world.faults.asked("wallets"), 1)
      yield* typing("cinder")
      yield* TestClock.adjust(500)
      yield* rest
      yield* TestClock.adjust(10_000)
      yield* rest

      assert.deepStrictEqual(names(found.peek()), ["Cinderbox"])
      assert.strictEqual(world.faults.asked("wallets"), 2)
    })
    return visit(world, run)
  })

  it.effect("Wallet lists: search returns up to 100", () =>
    visit(
      { directory: 2_000 },
      Effect.gen(function* () {
        assert.lengthOf(yield* searchWallets({ search: "a" }), 100)
      }),
    ),
  )

  it.effect("finds certified wallets alone, if asked", () =>
    visit(
      {},
      Effect.gen(function* () {
        const { found } = yield* use(wallets)
        yield* nextPage(false)
        yield* typing("e", true)
        const local = found.peek()
        yield* TestClock.adjust(500)
        yield* rest

        assert.isNotEmpty(found.peek())
        for (const { name, badge_type } of [...local, ...found.peek()])
          assert.strictEqual(badge_type, "certified", name)
      }),
    ),
  )

  it.effect("that fails leaves what is known from before", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      const { found, searching } = yield* use(wallets)
      yield* nextPage(false)
      world.faults.set("wallets", { status: 500 })
      yield* typing("halyard")
      yield* TestClock.adjust(500)
      yield* rest

      assert.strictEqual(searching.value.is, "failed")
      assert.deepStrictEqual(names(found.peek()), ["Halyard"])
    })
    return visit(world, run)
  })
})
