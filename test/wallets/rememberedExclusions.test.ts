import { assert, describe } from "@effect/vitest"
import { connect } from "../../src/connect/operations.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { refreshWallets } from "../../src/wallets/opening/flows.ts"
import { halyard } from "../fixtures/modal.ts"
import { connectNames, idOf, namesOf, visiting } from "../fixtures/visits.ts"

const options = { excludeWalletIds: ["Halyard", "Plover"].map(idOf) }
const test = visiting({ options })
const down = { wallets: { status: 503 } }

describe("Excluded wallets", () => {
  test("are not shown on Connect, installed or not", function* () {
    assert.include(yield* connectNames, "Halyard")
    yield* refreshWallets()

    assert.deepStrictEqual(yield* connectNames, ["WalletConnect", "Cinderbox", "Tessera"])
  })

  test.visits(
    "are not shown while the directory is down, if an earlier visit has identified them",
    function* ({ visit }) {
      yield* visit(refreshWallets())

      const names = yield* visit(connectNames, { script: { faults: down } })
      assert.deepStrictEqual(names, ["WalletConnect", "Cinderbox", "Tessera"])
    },
  )

  test.visits("are not shown among recent wallets, nor among those of the last visit", function* ({ visit }) {
    const none = { wallets: { "*": "absent" } } as const
    const absent = { script: none }
    const absentAndDown = { script: { ...none, faults: down } }
    yield* visit(
      function* () {
        yield* refreshWallets()
        yield* connect({ wallet: halyard })
        yield* disconnect()
      },
      { options: { excludeWalletIds: [] } },
    )
    yield* visit(function* () {
      const { recommended } = yield* slicesOf(wallets)
      yield* refreshWallets()
      assert.deepStrictEqual(namesOf(recommended.value), ["Cinderbox", "Fathom"])
      assert.deepStrictEqual(yield* connectNames, ["WalletConnect", "Halyard", "Cinderbox"])
    }, absentAndDown)
    yield* visit(refreshWallets(), absent)

    assert.deepStrictEqual(yield* visit(connectNames, absentAndDown), ["WalletConnect"])
  })

  const failing = { script: { faults: { wallets: { status: 500 } } } }
  test("are identified when the directory responds again, and shown until then", failing, function* ({ world }) {
    const { directory } = yield* slicesOf(wallets)
    yield* refreshWallets()
    assert.strictEqual(directory.value.status, "failed")
    assert.deepStrictEqual(yield* connectNames, ["WalletConnect", "Halyard", "Cinderbox", "Tessera"])
    world.faults.heal()
    yield* refreshWallets()

    assert.deepStrictEqual(yield* connectNames, ["WalletConnect", "Cinderbox", "Tessera"])
  })
})
