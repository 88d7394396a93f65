import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { connect } from "../../src/flows/connect.ts"
import { disconnect } from "../../src/flows/connections.ts"
import { refreshWallets } from "../../src/flows/wallets.ts"
import { use } from "../../src/modal.ts"
import { connectRows } from "../../src/state/connectRows.ts"
import { wallets } from "../../src/state/wallets.ts"
import { createWorld, halyard, shelf, visit } from "./modal.ts"

/** The names on Connect, from the top. */
const shown = Effect.map(use(connectRows), (rowsOf) => {
  const { rows } = rowsOf()
  return rows.ids.value.map((id) => rows.get(id).value.name)
})
const idOf = (name: string) => createWorld().directory.find((wallet) => wallet.name === name)?.id ?? ""
const options = { excludeWalletIds: ["Halyard", "Plover"].map(idOf) }

describe("Excluded wallets", () => {
  it.effect("are not shown on Connect, installed or not", () =>
    visit(
      {},
      Effect.gen(function* () {
        assert.include(yield* shown, "Halyard")
        yield* refreshWallets()

        assert.deepStrictEqual(yield* shown, ["WalletConnect", "Cinderbox", "Tessera"])
      }),
      { options },
    ),
  )

  it.effect("are not shown while the directory is down, by what the last visit learned of them", () =>
    Effect.gen(function* () {
      const leaves = { storage: shelf().leaf }
      yield* visit({}, refreshWallets(), { options, leaves })

      const names = yield* visit({ faults: { wallets: { status: 503 } } }, shown, { options, leaves })
      assert.deepStrictEqual(names, ["WalletConnect", "Cinderbox", "Tessera"])
    }),
  )

  it.effect("are not shown among the wallets used last, nor among those that the last visit saw", () =>
    Effect.gen(function* () {
      const leaves = { storage: shelf().leaf }
      const used = Effect.gen(function* () {
        yield* refreshWallets()
        yield* connect({ wallet: halyard })
        yield* disconnect()
      })
      const scripted = { wallets: { "*": "absent" } } as const
      yield* visit({}, used, { leaves })
      const again = Effect.gen(function* () {
        const { recommended } = yield* use(wallets)
        yield* refreshWallets()
        assert.deepStrictEqual(
          recommended.value.map(({ name }) => name),
          ["Cinderbox", "Fathom"],
        )
        return yield* shown
      })

      const down = { ...scripted, faults: { wallets: { status: 503 } } }
      assert.deepStrictEqual(yield* visit(down, again, { options, leaves }), ["WalletConnect", "Halyard", "Cinderbox"])
      yield* visit(scripted, refreshWallets(), { options, leaves })
      assert.deepStrictEqual(yield* visit(down, shown, { options, leaves }), ["WalletConnect"])
    }),
  )

  it.effect("that the directory does not tell of are retried with it, and the others are shown meanwhile", () => {
    const world = createWorld({ faults: { wallets: { status: 500 } } })
    const run = Effect.gen(function* () {
      const { directory } = yield* use(wallets)
      yield* refreshWallets()
      assert.strictEqual(directory.value.is, "failed")
      assert.deepStrictEqual(yield* shown, ["WalletConnect", "Halyard", "Cinderbox", "Tessera"])
      world.faults.heal()
      yield* refreshWallets()

      assert.deepStrictEqual(yield* shown, ["WalletConnect", "Cinderbox", "Tessera"])
    })
    return visit(world, run, { options })
  })
})
