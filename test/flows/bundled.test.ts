import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { bundledWallets } from "../../src/domain/bundledWallets.ts"
import { bitcoin, solana } from "../../src/domain/networks.ts"
import type { ModalOptions } from "../../src/domain/options.ts"
import { refreshWallets } from "../../src/flows/wallets.ts"
import { use } from "../../src/modal.ts"
import { connectRows } from "../../src/state/connectRows.ts"
import { wallets } from "../../src/state/wallets.ts"
import { begun, namesOf, pass, test } from "./visiting.ts"

const idOf = (name: string) => bundledWallets.find((wallet) => wallet.name === name)?.id ?? ""

const down = { script: { faults: { wallets: { status: 503 } } } }
const slow = { script: { faults: { wallets: { delay: 60_000 } }, wallets: { "*": "absent" } } } as const

describe("On a first visit the bundled wallets", () => {
  test("replace the directory while it is down", down, function* ({ world }) {
    const { recommended, directory, count } = yield* use(wallets)
    yield* refreshWallets()
    assert.deepStrictEqual(namesOf(recommended.value), ["MetaMask", "Trust Wallet", "OKX Wallet", "Bitget Wallet"])
    assert.strictEqual(directory.value.is, "failed")
    assert.strictEqual(count.value, 0)
    world.faults.heal()
    yield* refreshWallets()

    assert.deepStrictEqual(namesOf(recommended.value), ["Halyard", "Cinderbox", "Fathom", "Plover"])
  })

  test("replace the directory after 1 s, until it responds", slow, function* () {
    const { recommended, directory } = yield* use(wallets)
    const { rows } = (yield* use(connectRows))()
    const shown = () => rows.ids.value.map((id) => rows.get(id).value.name)
    const view = yield* begun(refreshWallets())
    yield* pass(999)
    assert.isEmpty(recommended.value)
    yield* pass(1)
    assert.deepStrictEqual(shown(), ["WalletConnect", "MetaMask", "Trust Wallet"])
    assert.strictEqual(directory.value.is, "loading")
    yield* pass("1 minute")
    yield* Fiber.join(view)

    assert.deepStrictEqual(shown(), ["WalletConnect", "Halyard", "Cinderbox"])
    assert.strictEqual(directory.value.is, "loaded")
  })

  test.visits("are not stored, nor used once a visit has loaded the directory", function* ({ storage, visit }) {
    const recommended = Effect.map(Effect.andThen(refreshWallets(), use(wallets)), (lists) =>
      namesOf(lists.recommended.value),
    )
    yield* visit(recommended, down)
    assert.isFalse(storage.texts.has("wallet_lists"))
    yield* visit(recommended)

    assert.include(yield* visit(recommended, down), "Halyard")
  })

  const cases: readonly (readonly [
    what: string,
    options: Partial<ModalOptions>,
    featured: string[],
    recommended: string[],
  ])[] = [
    [
      "featured wallets first, in the site's order",
      { featuredWalletIds: ["OKX Wallet", "MetaMask"].map(idOf) },
      ["OKX Wallet", "MetaMask"],
      ["Trust Wallet", "Bitget Wallet"],
    ],
    [
      "no excluded wallet",
      { excludeWalletIds: ["MetaMask"].map(idOf) },
      [],
      ["Trust Wallet", "OKX Wallet", "Bitget Wallet"],
    ],
    ["only included wallets", { includeWalletIds: ["Trust Wallet"].map(idOf) }, [], ["Trust Wallet"]],
    ["no wallet on a site without an EVM network", { networks: [solana, bitcoin] }, [], []],
  ]
  for (const [what, options, featured, recommended] of cases)
    test(`contain ${what}`, { ...down, options }, function* () {
      const lists = yield* use(wallets)
      yield* refreshWallets()

      assert.deepStrictEqual(namesOf(lists.featured.value), featured)
      assert.deepStrictEqual(namesOf(lists.recommended.value), recommended)
    })

  const id = idOf("Trust Wallet")
  test("identify the installed wallets that the site excludes", {
    ...down,
    options: { excludeWalletIds: [id] },
  }, function* () {
    yield* refreshWallets()

    const excluded = [{ id, name: "Trust Wallet", rdns: "com.trustwallet.app" }]
    assert.deepStrictEqual((yield* use(wallets)).excluded.value, excluded)
  })
})
