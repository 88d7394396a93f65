import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import * as browser from "../../layers/browser/scripted.ts"
import type { World } from "../../layers/demo.ts"
import { nextPage, pickWallet, searchWallets } from "../../src/flows/directory.ts"
import { keepWallets, refreshWallets } from "../../src/flows/wallets.ts"
import { Modal, use } from "../../src/modal.ts"
import { wallets } from "../../src/state/wallets.ts"
import { createWorld, rest, shelf, visit } from "./modal.ts"

const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
const idOf = (world: World, name: string) => world.directory.find((wallet) => wallet.name === name)?.id ?? ""
const route = Effect.map(Modal, ({ core }) => core.route.value)
const phone = { browser: browser.layer({ platform: { mobile: true } }) }

describe("The lists of the Connect view", () => {
  it.effect("Wallet lists: recommended: 4 per page, and how many the directory holds", () =>
    visit(
      {},
      Effect.gen(function* () {
        const { featured, recommended, count, directory } = yield* use(wallets)
        yield* refreshWallets()

        assert.deepStrictEqual(names(recommended.value), ["Halyard", "Cinderbox", "Fathom", "Plover"])
        assert.isEmpty(featured.value)
        assert.isAbove(count.value, 500)
        assert.strictEqual(directory.value.is, "loaded")
      }),
    ),
  )

  it.effect("are asked for again by themselves when the line is back, and no more once they are there", () => {
    const world = createWorld({ faults: { wallets: { offline: true } } })
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const { directory, count } = yield* use(wallets)
      const line = (online: boolean) =>
        Effect.andThen(
          Effect.sync(() => {
            core.online.value = online
          }),
          rest,
        )
      yield* Effect.forkChild(keepWallets())
      yield* rest
      assert.strictEqual(directory.value.is, "failed")
      const asked = world.faults.asked("wallets")
      yield* line(false)
      assert.strictEqual(world.faults.asked("wallets"), asked)
      yield* line(true)
      assert.strictEqual(directory.value.is, "failed")
      assert.isAbove(world.faults.asked("wallets"), asked)

      yield* line(false)
      world.faults.heal()
      yield* line(true)
      assert.strictEqual(directory.value.is, "loaded")
      assert.isAbove(count.value, 500)
      const enough = world.faults.asked("wallets")
      yield* line(false)
      yield* line(true)
      assert.strictEqual(world.faults.asked("wallets"), enough)
    })
    return visit(world, run)
  })

  it.effect("show what the last visit saw at once, and what the directory says when it answers", () =>
    Effect.gen(function* () {
      const { leaf } = shelf()
      const leaves = { storage: leaf }
      yield* visit({ directory: 3 }, refreshWallets(), { leaves })
      const run = Effect.gen(function* () {
        const { recommended, count, directory } = yield* use(wallets)
        const view = yield* Effect.forkChild(refreshWallets())
        yield* rest
        assert.deepStrictEqual(names(recommended.value), ["Halyard", "Cinderbox", "Fathom"])
        assert.strictEqual(count.value, 3)
        assert.strictEqual(directory.value.is, "loading")
        yield* TestClock.adjust("1 minute")
        yield* Fiber.join(view)

        assert.lengthOf(recommended.value, 4)
        assert.isAbove(count.value, 500)
      })
      yield* visit({ faults: { wallets: { delay: 60_000 } } }, run, { leaves })
    }),
  )

  for (const [what, fault] of [
    ["is down", { status: 503 }],
    ["cannot be reached", { offline: true }],
  ] as const)
    it.effect(`stay as they were when the directory ${what}`, () =>
      Effect.gen(function* () {
        const { leaf, texts } = shelf()
        const leaves = { storage: leaf }
        yield* visit({ directory: 3 }, refreshWallets(), { leaves })
        const kept = texts.get("wallet_lists")
        const world = createWorld({ faults: { wallets: fault } })
        const run = Effect.gen(function* () {
          const { recommended, directory } = yield* use(wallets)
          yield* refreshWallets()
          assert.deepStrictEqual(names(recommended.value), ["Halyard", "Cinderbox", "Fathom"])
          assert.strictEqual(directory.value.is, "failed")
          assert.strictEqual(texts.get("wallet_lists"), kept)
          world.faults.heal()
          yield* refreshWallets()

          assert.lengthOf(recommended.value, 4)
        })
        yield* visit(world, run, { leaves })
      }),
    )

  it.effect("Wallet lists: featured page size is the count of featured ids, in the order that the site gives", () => {
    const world = createWorld()
    const featuredWalletIds = ["Quillon", "Halyard", "Samphire", "Orrery", "Latchkey", "Ribble"].map((name) =>
      idOf(world, name),
    )
    const run = Effect.gen(function* () {
      const { featured, recommended } = yield* use(wallets)
      yield* refreshWallets()

      assert.deepStrictEqual(names(featured.value), ["Quillon", "Halyard", "Samphire", "Orrery", "Latchkey", "Ribble"])
      assert.deepStrictEqual(names(recommended.value), ["Cinderbox", "Fathom", "Plover", "Tessera"])
    })
    return visit(world, run, { options: { featuredWalletIds: [...featuredWalletIds, "unknown"] } })
  })

  it.effect("hold only wallets that a phone can open on a phone", () =>
    visit(
      {},
      Effect.gen(function* () {
        const { all, page, count } = yield* use(wallets)
        while (all.peek().length < count.value || page.value === 0) {
          const before = page.value
          yield* nextPage(false)
          if (page.value === before) break
        }

        assert.isNotEmpty(all.peek())
        for (const { name, mobile_link } of all.peek()) assert.isDefined(mobile_link, name)
      }),
      { leaves: phone },
    ),
  )
})

describe("A press on a wallet of the directory", () => {
  for (const [name, expected] of [
    ["Halyard", { name: "ConnectingExternal", connector: "example.halyard" }],
    ["Plover", { name: "ConnectingWalletConnect" }],
  ] as const)
    it.effect(`leads to ${expected.name} (${name})`, () => {
      const world = createWorld()
      const run = Effect.gen(function* () {
        const [wallet] = yield* searchWallets({ search: name })
        if (wallet) yield* pickWallet(wallet)

        assert.deepInclude(
          yield* route,
          expected.name === "ConnectingExternal" ? expected : { ...expected, wallet: idOf(world, name) },
        )
      })
      return visit(world, run)
    })
})
