import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { demo, type World } from "../../layers/demo.ts"
import { Api } from "../../services/Api.ts"
import { connectRows } from "../../src/connect/first-paint/state.ts"
import { closeModal, openModal } from "../../src/navigation/opening/flows.ts"
import { bitcoin, solana } from "../../src/options/networks.ts"
import type { ModalOptions } from "../../src/options/options.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { bundledWallets } from "../../src/wallets/first-paint/model/bundledWallets.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { loadExcludedWallets } from "../../src/wallets/flows/excludedWallets.ts"
import { refreshWallets } from "../../src/wallets/opening/flows.ts"
import { changed } from "../fixtures/layers.ts"
import { rest } from "../fixtures/modal.ts"
import { ended } from "../fixtures/time.ts"
import { begun, idOf as demoId, namesOf, pass, visiting } from "../fixtures/visits.ts"

/** The demo services, with the bundled wallets instead of the live directory. */
const layers = (world: World) => ({
  api: changed(Api, demo(world).api, () => ({ bundled: bundledWallets })),
})
const test = visiting({ layers })

const idOf = (name: string) => bundledWallets.find((wallet) => wallet.name === name)?.id ?? ""

const down = { script: { faults: { wallets: { status: 503 } } } }
const slow = { script: { faults: { wallets: { delay: 60_000 } }, wallets: { "*": "absent" } } } as const

describe("The bundled wallets on a first visit", () => {
  test("replace the directory while it is down", down, function* ({ world }) {
    const { recommended, directory, count } = yield* slicesOf(wallets)
    yield* refreshWallets()
    assert.deepStrictEqual(namesOf(recommended.value), ["MetaMask", "Trust Wallet", "OKX Wallet", "Bitget Wallet"])
    assert.strictEqual(directory.value.status, "failed")
    assert.strictEqual(count.value, 0)
    world.faults.heal()
    yield* refreshWallets()

    assert.deepStrictEqual(namesOf(recommended.value), ["Halyard", "Cinderbox", "Fathom", "Plover"])
  })

  test("show at once and keep their places; those of the directory appear at the next opening", slow, function* () {
    const { count, directory, recommended } = yield* slicesOf(wallets)
    const { rows } = (yield* slicesOf(connectRows))()
    const shown = () => rows.ids.value.map((id) => rows.get(id).value.name)
    yield* openModal()
    const view = yield* begun(refreshWallets())
    assert.deepStrictEqual(shown(), ["WalletConnect", "MetaMask", "Trust Wallet"])
    assert.strictEqual(directory.value.status, "loading")
    yield* pass("1 minute")
    yield* ended(view)
    assert.strictEqual(directory.value.status, "loaded")
    assert.isAbove(count.value, 500)
    assert.deepStrictEqual(shown(), ["WalletConnect", "MetaMask", "Trust Wallet"])
    assert.lengthOf(recommended.value, 4)

    yield* closeModal()
    yield* rest
    yield* openModal()
    assert.deepStrictEqual(shown(), ["WalletConnect", "Halyard", "Cinderbox"])
  })

  const featured = { ...slow, options: { featuredWalletIds: [demoId("Fathom"), idOf("OKX Wallet")] } }
  test("are placed between the rows reserved for the other featured wallets", featured, function* () {
    const { rows } = (yield* slicesOf(connectRows))()
    const shown = () => rows.ids.value.map((id) => rows.get(id).value).map((row) => row.awaited ?? row.name)
    yield* openModal()
    const view = yield* begun(refreshWallets())
    assert.deepStrictEqual(shown(), ["WalletConnect", true, "OKX Wallet"])
    yield* pass("1 minute")
    yield* ended(view)

    assert.deepStrictEqual(shown(), ["WalletConnect", "Fathom", "OKX Wallet"])
  })

  const few = { options: { includeWalletIds: [idOf("Trust Wallet"), demoId("Fathom"), demoId("Plover")] } }
  test("are followed by the directory's if there are too few", few, function* () {
    const { recommended } = yield* slicesOf(wallets)
    yield* openModal()
    yield* refreshWallets()

    assert.deepStrictEqual(namesOf(recommended.value), ["Trust Wallet", "Fathom", "Plover"])
  })

  const pictured = (world: World) => ({
    api: changed(Api, demo(world).api, () => ({
      bundled: ["Northfell", "Halyard"].map((name) => ({ id: demoId(name), name })),
    })),
  })
  test("have their pictures from the directory, even for those it does not recommend, and are listed once", {
    layers: pictured,
  }, function* () {
    const { recommended } = yield* slicesOf(wallets)
    yield* openModal()
    yield* refreshWallets()

    assert.deepStrictEqual(namesOf(recommended.value), ["Northfell", "Halyard", "Cinderbox", "Fathom"])
    for (const { image_id } of recommended.value) assert.isDefined(image_id)
  })

  test.visits("are not stored, nor used once the directory has loaded during a visit", function* ({ storage, visit }) {
    const recommended = Effect.map(Effect.andThen(refreshWallets(), slicesOf(wallets)), (lists) =>
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
      ["Trust Wallet", "Bitget Wallet", "Rainbow", "Uniswap Wallet"],
    ],
    [
      "no excluded wallet",
      { excludeWalletIds: ["MetaMask"].map(idOf) },
      [],
      ["Trust Wallet", "OKX Wallet", "Bitget Wallet", "Rainbow"],
    ],
    ["only included wallets", { includeWalletIds: ["Trust Wallet"].map(idOf) }, [], ["Trust Wallet"]],
    ["Solana wallets", { networks: [solana] }, [], ["Trust Wallet", "Phantom", "Solflare", "OKX Wallet"]],
    [
      "wallets of any of the networks",
      { networks: [solana, bitcoin] },
      [],
      ["Trust Wallet", "Phantom", "Solflare", "Xverse"],
    ],
    ["Bitcoin wallets", { networks: [bitcoin] }, [], ["Xverse", "Leather", "OKX Wallet", "Bitget Wallet"]],
  ]
  for (const [what, options, featured, recommended] of cases)
    test(`contain ${what}`, { ...down, options }, function* () {
      const lists = yield* slicesOf(wallets)
      yield* refreshWallets()

      assert.deepStrictEqual(namesOf(lists.featured.value), featured)
      assert.deepStrictEqual(namesOf(lists.recommended.value), recommended)
    })

  const id = idOf("Trust Wallet")
  test("identify the installed wallets that the site excludes", {
    ...down,
    options: { excludeWalletIds: [id] },
  }, function* () {
    yield* loadExcludedWallets

    const excluded = [{ id, name: "Trust Wallet", rdns: "com.trustwallet.app" }]
    assert.deepStrictEqual((yield* slicesOf(wallets)).excluded.value, excluded)
  })
})
