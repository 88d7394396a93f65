import { afterEach, assert, describe, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as local from "../../layers/storage/local.ts"
import { connect } from "../../src/connect/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { deleteConnection, disconnect } from "../../src/connections/operations/connections.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { polygon } from "../../src/options/networks.ts"
import { caches } from "../../src/persistence/caches.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import type { Needs } from "../../src/runtime/flow.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, createWorld, halyard, tessera } from "../fixtures/modal.ts"
import { Shelf } from "../fixtures/shelf.ts"
import { type Browser, type Steps, visiting } from "../fixtures/visits.ts"

afterEach(() => vi.unstubAllGlobals())

const test = visiting(() => ({ world: createWorld({ wallets: { [tessera]: { locked: false } } }) }))
const connectors = (stored: unknown) =>
  (stored as readonly { readonly connectorId: string }[]).map(({ connectorId }) => connectorId).sort()
const recent = Effect.map(slicesOf(connecting), ({ recentWallets }) => recentWallets.value.map(({ id }) => id))
const toPolygon = switchNetwork({ network: polygon.caipNetworkId })

/** Runs an effect in the other tab. */
type Other = <A, E>(does: Effect.Effect<A, E, Needs | Scope.Scope>) => Effect.Effect<A, E>

/** Runs steps in one of two tabs. Both started before a wallet was connected. */
const twoTabs = ({ visit }: Browser, steps: (other: Other) => Steps) =>
  visit(function* () {
    const context = yield* Effect.context<Needs | Scope.Scope>()
    yield* visit(() => steps((does) => Effect.provide(does, context)))
  })

describe("Two tabs that share storage", () => {
  test.visits("store and restore what both connect", function* (browser) {
    yield* twoTabs(browser, function* (other) {
      yield* other(connect({ wallet: halyard }))
      yield* connect({ wallet: cinderbox })
      yield* other(settled(toPolygon))
      yield* connect({ wallet: tessera })
      // Only this tab has the wallet. The connections of the other tab stay.
      yield* deleteConnection({ namespace: "eip155", connectorId: tessera })
    })
    assert.deepStrictEqual(connectors(browser.storage.json("connections")), [cinderbox, halyard])
    assert.deepStrictEqual(connectors(yield* browser.look(({ account }) => account().connections)), [
      cinderbox,
      halyard,
    ])
  })

  test.visits("keep the active connector of the tab that has one", function* (browser) {
    yield* twoTabs(browser, function* (other) {
      yield* other(connect({ wallet: halyard }))
      yield* toPolygon
    })
    assert.deepStrictEqual(browser.storage.json("connected_connector_ids"), { eip155: halyard })
    assert.deepStrictEqual(connectors(browser.storage.json("connections")), [halyard])
  })

  test.visits("do not restore what either of them signs out of", function* (browser) {
    yield* twoTabs(browser, function* (other) {
      yield* other(connect({ wallet: halyard }))
      yield* connect({ wallet: cinderbox })
      yield* other(disconnect())
      yield* disconnect()
    })
    const { json } = browser.storage
    const ids = [`eip155:${halyard}`, `eip155:${cinderbox}`]
    assert.deepStrictEqual(json("connections"), [])
    assert.sameMembers(json("disconnected_connector_ids") as string[], ids)
  })

  test.visits("share the recent wallets", function* (browser) {
    yield* twoTabs(browser, function* (other) {
      yield* other(connect({ wallet: halyard }))
      yield* connect({ wallet: cinderbox })
      assert.deepStrictEqual(yield* recent, [cinderbox, halyard])
      yield* other(connect({ wallet: tessera }))
      assert.deepStrictEqual(yield* other(recent), [tessera, cinderbox])
    })
  })

  test.visits("share the caches", function* (browser) {
    yield* twoTabs(browser, function* (other) {
      yield* other(caches.nativeBalance.set("1", "0x1", "eip155:1"))
      yield* caches.nativeBalance.set("2", "0x2", "eip155:1")
      yield* other(caches.nativeBalance.set("3", "0x3", "eip155:1"))
    })
    const kept = Object.keys(browser.storage.json("native_balance_cache") as object)
    assert.sameMembers(kept, ["0x1 eip155:1", "0x2 eip155:1", "0x3 eip155:1"])
  })

  test.visits("replace invalid items that a foreign tab writes", function* (browser) {
    const { json, texts } = browser.storage
    yield* twoTabs(browser, function* (other) {
      yield* other(connect({ wallet: halyard }))
      for (const key of texts.keys()) texts.set(key, '[{"namespace":"__proto__"},7,null]')
      yield* connect({ wallet: cinderbox })
      yield* other(settled(toPolygon))
      assert.deepStrictEqual(yield* recent, [cinderbox])
    })
    assert.deepStrictEqual(connectors(json("connections")), [cinderbox, halyard])
  })
})

describe("Two modals that share storage", () => {
  test.visits("share no connections, wallets or caches", function* ({ look, visit }) {
    const page = new Shelf()
    vi.stubGlobal("localStorage", page)
    const of = (id: string) => ({ layers: { storage: local.layer(`portico:${id}:`) }, options: { id } })
    const keys = () => Array.from({ length: page.length }, (_, at) => page.key(at) ?? "")
    const itemsOf = (id: string) =>
      keys().flatMap((key) => (key.startsWith(`portico:${id}:`) ? [page.getItem(key)] : []))
    yield* visit(
      function* () {
        yield* visit(function* () {
          yield* connect({ wallet: halyard })
          yield* caches.nativeBalance.set("1", "0x1", "eip155:1")
        }, of("one"))
        const before = itemsOf("one")
        yield* connect({ wallet: cinderbox })
        yield* disconnect()
        assert.isUndefined(yield* caches.nativeBalance.get("0x1", "eip155:1"))
        assert.deepStrictEqual(yield* recent, [cinderbox])
        assert.deepStrictEqual(itemsOf("one"), before)
      },
      { world: createWorld(), ...of("other") },
    )
    assert.strictEqual(yield* look(({ account }) => account().active, of("one")), halyard)
    assert.isTrue(keys().every((key) => /^portico:(one|other):/.test(key)))
  })
})
