import { afterEach, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { vi } from "vitest"
import * as local from "../../layers/storage/local.ts"
import { caches } from "../../src/caches.ts"
import { polygon } from "../../src/domain/networks.ts"
import type { Needs } from "../../src/engine.ts"
import { connect } from "../../src/flows/connect.ts"
import { deleteConnection, disconnect } from "../../src/flows/connections.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { Modal, use } from "../../src/modal.ts"
import { connecting } from "../../src/state/connecting.ts"
import { settled } from "../contracts/settled.ts"
import { Shelf } from "../fixtures/shelf.ts"
import { cinderbox, createWorld, halyard, shelf, tessera, visit } from "./modal.ts"

afterEach(() => vi.unstubAllGlobals())

const script = { wallets: { [tessera]: { locked: false } } }
const connectors = (stored: unknown) =>
  (stored as readonly { readonly connectorId: string }[]).map(({ connectorId }) => connectorId).sort()
const recent = Effect.map(use(connecting), ({ recentWallets }) => recentWallets.value.map(({ id }) => id))

describe("Two tabs on one storage", () => {
  /** Two tabs that both started before anybody was connected; what each does comes in turn. */
  const twoTabs = (run: (other: <A, E>(does: Does<A, E>) => Effect.Effect<A, E>) => Does<void, unknown>) => {
    const world = createWorld(script)
    const storage = shelf()
    const given = { leaves: { storage: storage.leaf } }
    const body = visit(
      world,
      Effect.gen(function* () {
        const context = yield* Effect.context<Needs | Scope.Scope>()
        yield* visit(
          world,
          run((does) => Effect.provide(does, context)),
          given,
        )
      }),
      given,
    )
    return { body, storage, given, world }
  }

  it.effect("what both connect is kept, and comes back", () => {
    const { body, storage, given, world } = twoTabs((other) =>
      Effect.gen(function* () {
        yield* other(connect({ wallet: halyard }))
        yield* connect({ wallet: cinderbox })
        yield* other(settled(switchNetwork({ network: polygon.caipNetworkId })))
        yield* connect({ wallet: tessera })
        // Signed out of in the tab that knows it, the others' stay.
        yield* deleteConnection({ namespace: "eip155", connectorId: tessera })
      }),
    )
    return Effect.gen(function* () {
      yield* body
      assert.deepStrictEqual(connectors(storage.json("connections")), [cinderbox, halyard])
      const back = Effect.map(Modal, ({ core }) => connectors(core.accounts.eip155.value.connections))
      assert.deepStrictEqual(yield* visit(world, back, given), [cinderbox, halyard])
    })
  })

  it.effect("a tab where nobody is connected leaves the other's connector in use", () => {
    const { body, storage } = twoTabs((other) =>
      Effect.gen(function* () {
        yield* other(connect({ wallet: halyard }))
        yield* switchNetwork({ network: polygon.caipNetworkId })
      }),
    )
    return Effect.map(body, () => {
      assert.deepStrictEqual(storage.json("connected_connector_ids"), { eip155: halyard })
      assert.deepStrictEqual(connectors(storage.json("connections")), [halyard])
    })
  })

  it.effect("what both sign out of stays signed out", () => {
    const { body, storage } = twoTabs((other) =>
      Effect.gen(function* () {
        yield* other(connect({ wallet: halyard }))
        yield* connect({ wallet: cinderbox })
        yield* other(disconnect())
        yield* disconnect()
      }),
    )
    return Effect.map(body, () => {
      assert.deepStrictEqual(storage.json("connections"), [])
      assert.sameMembers(storage.json("disconnected_connector_ids") as string[], [
        `eip155:${halyard}`,
        `eip155:${cinderbox}`,
      ])
    })
  })

  it.effect("the wallets used last are those of both", () => {
    const { body } = twoTabs((other) =>
      Effect.gen(function* () {
        yield* other(connect({ wallet: halyard }))
        yield* connect({ wallet: cinderbox })
        assert.deepStrictEqual(yield* recent, [cinderbox, halyard])
        yield* other(connect({ wallet: tessera }))
        assert.deepStrictEqual(yield* other(recent), [tessera, cinderbox])
      }),
    )
    return body
  })

  it.effect("each keeps answers beside the other's", () => {
    const { body, storage } = twoTabs((other) =>
      Effect.gen(function* () {
        yield* other(caches.nativeBalance.set("1", "0x1", "eip155:1"))
        yield* caches.nativeBalance.set("2", "0x2", "eip155:1")
        yield* other(caches.nativeBalance.set("3", "0x3", "eip155:1"))
      }),
    )
    return Effect.map(body, () =>
      assert.sameMembers(Object.keys(storage.json("native_balance_cache") as object), [
        "0x1 eip155:1",
        "0x2 eip155:1",
        "0x3 eip155:1",
      ]),
    )
  })

  it.effect("what a foreign tab writes meanwhile is read with suspicion, and written over", () => {
    const { body, storage } = twoTabs((other) =>
      Effect.gen(function* () {
        yield* other(connect({ wallet: halyard }))
        for (const key of storage.texts.keys()) storage.texts.set(key, '[{"namespace":"__proto__"},7,null]')
        yield* connect({ wallet: cinderbox })
        yield* other(switchNetwork({ network: polygon.caipNetworkId }).pipe(settled))
        assert.deepStrictEqual(yield* recent, [cinderbox])
      }),
    )
    return Effect.map(body, () => assert.deepStrictEqual(connectors(storage.json("connections")), [cinderbox, halyard]))
  })
})

describe("Two modals on one storage", () => {
  it.effect("know nothing of each other's: neither connections nor wallets nor answers", () => {
    const page = new Shelf()
    vi.stubGlobal("localStorage", page)
    const of = (id: string) => ({ leaves: { storage: local.layer(`portico:${id}:`) }, options: { id } })
    const keysOf = (id: string) =>
      Array.from({ length: page.length }, (_, at) => page.key(at)).filter((key) => key?.startsWith(`portico:${id}:`))
    return Effect.gen(function* () {
      const world = createWorld(script)
      const used = Effect.gen(function* () {
        yield* connect({ wallet: halyard })
        yield* caches.nativeBalance.set("1", "0x1", "eip155:1")
      })
      yield* visit(
        createWorld(script),
        Effect.gen(function* () {
          yield* visit(world, used, of("one"))
          const before = keysOf("one").map((key) => page.getItem(key ?? ""))
          yield* connect({ wallet: cinderbox })
          yield* disconnect()
          assert.isUndefined(yield* caches.nativeBalance.get("0x1", "eip155:1"))
          assert.deepStrictEqual(yield* recent, [cinderbox])
          assert.deepStrictEqual(
            keysOf("one").map((key) => page.getItem(key ?? "")),
            before,
          )
        }),
        of("other"),
      )
      const back = Effect.map(Modal, ({ core }) => core.accounts.eip155.value.active)
      assert.strictEqual(yield* visit(world, back, of("one")), halyard)
      assert.isEmpty(
        Array.from({ length: page.length }, (_, at) => page.key(at)).filter(
          (key) => !/^portico:(one|other):/.test(key ?? ""),
        ),
      )
    })
  })
})

type Does<A, E> = Effect.Effect<A, E, Needs | Scope.Scope>
