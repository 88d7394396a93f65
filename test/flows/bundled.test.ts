import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { bundledWallets } from "../../src/domain/bundledWallets.ts"
import { bitcoin, solana } from "../../src/domain/networks.ts"
import type { ModalOptions } from "../../src/domain/options.ts"
import { refreshWallets } from "../../src/flows/wallets.ts"
import { use } from "../../src/modal.ts"
import { connectRows } from "../../src/state/connectRows.ts"
import { wallets } from "../../src/state/wallets.ts"
import { createWorld, rest, shelf, visit } from "./modal.ts"

const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
const idOf = (name: string) => bundledWallets.find((wallet) => wallet.name === name)?.id ?? ""

/** What a site sets, and whom it then sees featured and recommended. */
type Case = readonly [what: string, options: Partial<ModalOptions>, featured: string[], recommended: string[]]
const down = { faults: { wallets: { status: 503 } } }
const slow = { faults: { wallets: { delay: 60_000 } } }

describe("On a first visit the bundled wallets", () => {
  it.effect("stand in for a directory that is down, until it answers", () => {
    const world = createWorld(down)
    const run = Effect.gen(function* () {
      const { recommended, directory, count } = yield* use(wallets)
      yield* refreshWallets()
      assert.deepStrictEqual(names(recommended.value), ["MetaMask", "Trust Wallet", "OKX Wallet", "Bitget Wallet"])
      assert.strictEqual(directory.value.is, "failed")
      assert.strictEqual(count.value, 0)
      world.faults.heal()
      yield* refreshWallets()

      assert.deepStrictEqual(names(recommended.value), ["Halyard", "Cinderbox", "Fathom", "Plover"])
    })
    return visit(world, run)
  })

  it.effect("stand in for a directory that is slow, in place and for as long as it is", () => {
    const run = Effect.gen(function* () {
      const { recommended, directory } = yield* use(wallets)
      const { rows } = (yield* use(connectRows))()
      const view = yield* Effect.forkChild(refreshWallets())
      yield* rest
      yield* TestClock.adjust(999)
      yield* rest
      assert.isEmpty(recommended.value)
      yield* TestClock.adjust(1)
      yield* rest
      assert.deepStrictEqual(
        rows.ids.value.map((id) => rows.get(id).value.name),
        ["WalletConnect", "MetaMask", "Trust Wallet"],
      )
      assert.strictEqual(directory.value.is, "loading")
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(view)

      assert.deepStrictEqual(
        rows.ids.value.map((id) => rows.get(id).value.name),
        ["WalletConnect", "Halyard", "Cinderbox"],
      )
      assert.strictEqual(directory.value.is, "loaded")
    })
    return visit({ ...slow, wallets: { "*": "absent" } }, run)
  })

  it.effect("are not kept for the next, nor shown where the last one saw the directory", () =>
    Effect.gen(function* () {
      const { leaf, texts } = shelf()
      const leaves = { storage: leaf }
      const listed = Effect.gen(function* () {
        yield* refreshWallets()
        return names((yield* use(wallets)).recommended.value)
      })
      yield* visit(down, listed, { leaves })
      assert.isFalse(texts.has("wallet_lists"))
      yield* visit({}, listed, { leaves })

      assert.include(yield* visit(down, listed, { leaves }), "Halyard")
    }),
  )

  for (const [what, options, featured, recommended] of [
    [
      "those that the site features first, in its order",
      { featuredWalletIds: ["OKX Wallet", "MetaMask"].map(idOf) },
      ["OKX Wallet", "MetaMask"],
      ["Trust Wallet", "Bitget Wallet"],
    ],
    [
      "none that the site excludes",
      { excludeWalletIds: ["MetaMask"].map(idOf) },
      [],
      ["Trust Wallet", "OKX Wallet", "Bitget Wallet"],
    ],
    ["no others than the site includes", { includeWalletIds: ["Trust Wallet"].map(idOf) }, [], ["Trust Wallet"]],
    ["none on a site without an EVM network", { networks: [solana, bitcoin] }, [], []],
  ] satisfies Case[])
    it.effect(`show ${what}`, () =>
      visit(
        down,
        Effect.gen(function* () {
          const lists = yield* use(wallets)
          yield* refreshWallets()

          assert.deepStrictEqual(names(lists.featured.value), featured)
          assert.deepStrictEqual(names(lists.recommended.value), recommended)
        }),
        { options },
      ),
    )

  it.effect("tell which installed wallets the site excludes", () => {
    const id = idOf("Trust Wallet")
    const run = Effect.gen(function* () {
      yield* refreshWallets()

      assert.deepStrictEqual((yield* use(wallets)).excluded.value, [
        { id, name: "Trust Wallet", rdns: "com.trustwallet.app" },
      ])
    })
    return visit(down, run, { options: { excludeWalletIds: [id] } })
  })
})
