import { afterEach, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { vi } from "vitest"
import { createWorld } from "../../layers/demo.ts"
import * as local from "../../layers/storage/local.ts"
import * as memory from "../../layers/storage/memory.ts"
import { Chains } from "../../services/Chains.ts"
import { Relay, type RelayChange } from "../../services/Relay.ts"
import { openPrompt } from "../../src/domain/limits.ts"
import { base, mainnet, polygon } from "../../src/domain/networks.ts"
import type { Connector } from "../../src/domain/wallets.ts"
import { breath, settled } from "../contracts/settled.ts"
import { Shelf } from "../fixtures/shelf.ts"
import { everything, evm, halyard, walletOf } from "./demoParts.ts"

/** A storage that outlives the worlds that are built on it. */
const lasting = () => {
  vi.stubGlobal("localStorage", new Shelf())
  return local.layer("portico:test:")
}

afterEach(() => vi.unstubAllGlobals())

/** The embedded wallet is in no browser. */
const namesOf = (connectors: readonly Connector[]) =>
  connectors.flatMap(({ name, type }) => (type === "AUTH" ? [] : [name]))

describe("the demo's wallets", () => {
  const connect = (id = halyard) =>
    Effect.flatMap(evm, (chain) => settled(chain.connect({ connectorId: id, network: base })))

  it.effect("are three, of which one is locked", () => {
    const world = createWorld()
    return Effect.gen(function* () {
      const told: string[][] = []
      yield* (yield* Chains).discover("eip155", (connectors) => told.push(namesOf(connectors)))
      const error = yield* Effect.flip(connect("example.tessera"))
      walletOf(world, "example.tessera").unlock()

      assert.deepStrictEqual(told.at(-1), ["Halyard", "Cinderbox", "Tessera"])
      assert.strictEqual(error._tag, "ConnectFailed")
      assert.lengthOf((yield* connect("example.tessera")).accounts, 1)
    }).pipe(Effect.provide(everything(world)))
  })

  it.effect("are as many as the script leaves, also those that come late", () => {
    const world = createWorld({ wallets: { "*": "absent", [halyard]: { absent: false, announce: 500 } } })
    return Effect.gen(function* () {
      const told: string[][] = []
      yield* (yield* Chains).discover("eip155", (connectors) => told.push(namesOf(connectors)))
      yield* TestClock.adjust("500 millis")

      assert.deepStrictEqual(told.slice(-2), [[], ["Halyard"]])
    }).pipe(Effect.provide(everything(world)))
  })

  it.effect("offer an unknown network before they go there", () => {
    const world = createWorld({ wallets: { "example.cinderbox": { chains: [1] } } })
    return Effect.gen(function* () {
      const chain = yield* evm
      const connectorId = "example.cinderbox"
      yield* settled(chain.connect({ connectorId, network: mainnet }))
      walletOf(world, connectorId).behave({ switch: "reject" })
      const error = yield* Effect.flip(settled(chain.switchNetwork({ connectorId, network: polygon })))
      walletOf(world, connectorId).behave({ switch: "approve" })
      yield* settled(chain.switchNetwork({ connectorId, network: polygon }))

      assert.strictEqual(error._tag, "ConnectionRejected")
      assert.strictEqual(walletOf(world, connectorId).state().chainId, polygon.id)
    }).pipe(Effect.provide(everything(world)))
  })

  for (const [manner, patience] of [
    ["hang", 60 * openPrompt.wait],
    ["pending", openPrompt.wait / 2],
  ] as const)
    it.effect(`that answer nothing by themselves (${manner}) answer when their holder does`, () => {
      const world = createWorld({ wallets: { [halyard]: manner } })
      return Effect.gen(function* () {
        const chain = yield* evm
        const asking = yield* Effect.forkChild(chain.connect({ connectorId: halyard, network: base }))
        yield* breath
        yield* TestClock.adjust(patience)
        yield* breath
        assert.strictEqual(asking.pollUnsafe(), undefined)
        assert.deepStrictEqual(walletOf(world).state().asking, ["connect"])
        walletOf(world).behave({ switch: "approve" })
        walletOf(world).approve()

        assert.lengthOf((yield* settled(Fiber.join(asking))).accounts, 2)
        assert.deepStrictEqual(walletOf(world).state().asking, [])
      }).pipe(Effect.provide(everything(world)))
    })

  it.effect("sign the same text the same way", () => {
    const world = createWorld()
    return Effect.gen(function* () {
      const chain = yield* evm
      const { accounts } = yield* connect()
      const sign = (message: string) =>
        settled(chain.signMessage({ connectorId: halyard, address: accounts[0]?.address ?? "", message }))

      assert.strictEqual(yield* sign("hello"), yield* sign("hello"))
      assert.notStrictEqual(yield* sign("hello"), yield* sign("goodbye"))
    }).pipe(Effect.provide(everything(world)))
  })

  it.effect("remember over a reload what they granted, and where they stood", () => {
    const storage = lasting()
    const written = Effect.gen(function* () {
      const connection = yield* connect()
      yield* breath
      return connection
    })
    return Effect.gen(function* () {
      const before = yield* Effect.provide(written, everything(createWorld({ tick: 0 }), storage))
      const chain = Effect.flatMap(evm, (one) => settled(one.reconnect({ connectorId: halyard, network: mainnet })))
      const after = yield* Effect.provide(chain, everything(createWorld({ tick: 0 }), storage))

      assert.deepStrictEqual(after, before)
    })
  })

  it.effect("remember nothing that makes no sense", () =>
    Effect.gen(function* () {
      const odd = ["", "null", "[]", "{", '{"example.halyard":{"granted":"yes","chainId":-1,"selected":"x"}}']
      for (const text of odd) {
        const chain = Effect.flatMap(evm, (one) => settled(one.reconnect({ connectorId: halyard, network: mainnet })))
        const there = everything(undefined, memory.layer({ demo_wallets: text, demo_relay: text }))
        const error = yield* Effect.flip(Effect.provide(chain, there))

        assert.strictEqual(error._tag, "ConnectFailed")
      }
    }),
  )
})

describe("the demo's phone", () => {
  const pair = Effect.flatMap(Relay, (relay) => relay.connect({ networks: [mainnet, base], paired: () => {} }))

  it.effect("waits until it is told to scan the code", () => {
    const world = createWorld()
    return Effect.gen(function* () {
      const pairing = yield* Effect.forkChild(pair)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(pairing.pollUnsafe(), undefined)
      assert.isTrue(world.phone.approve())

      assert.strictEqual((yield* Fiber.join(pairing)).peer.name, "Fathom")
      assert.isFalse(world.phone.approve())
    }).pipe(Effect.provide(everything(world)))
  })

  for (const [relay, outcome] of [
    ["scan", "Success"],
    ["reject", "Failure"],
  ] as const)
    it.effect(`does by itself what the script says (${relay})`, () =>
      Effect.gen(function* () {
        const pairing = yield* Effect.forkChild(Effect.exit(pair))
        yield* TestClock.adjust("2 seconds")

        assert.strictEqual((yield* Fiber.join(pairing))._tag, outcome)
      }).pipe(Effect.provide(everything(createWorld({ relay })))),
    )

  it.effect("is found again after a reload, with an account and a chain, until its session has ended", () => {
    const storage = lasting()
    const restored = Effect.gen(function* () {
      const relay = yield* Relay
      return yield* relay.restore
    })
    return Effect.gen(function* () {
      const first = createWorld({ relay: "scan" })
      const paired = Effect.gen(function* () {
        const session = yield* settled(pair)
        first.phone.move(base.id)
        first.phone.select(1)
        yield* breath
        return session
      })
      const held = yield* Effect.provide(paired, everything(first, storage))
      const there = everything(undefined, storage)
      const chain = Effect.flatMap(evm, (one) =>
        settled(one.reconnect({ connectorId: "walletConnect", network: mainnet })),
      )
      const connection = yield* Effect.provide(chain, there)

      assert.deepStrictEqual(yield* Effect.provide(restored, there), held)
      assert.strictEqual(connection.accounts[0]?.address, first.phone.state().addresses[0])
      assert.strictEqual(connection.caipNetwork?.id, base.id)
      yield* TestClock.adjust("8 days")
      assert.strictEqual(yield* Effect.provide(restored, everything(undefined, storage)), undefined)
    })
  })

  it.effect("tells when its relay is lost and when it is back", () => {
    const world = createWorld({ relay: "scan" })
    return Effect.gen(function* () {
      const told: RelayChange["is"][] = []
      yield* (yield* Relay).follow(({ is }) => told.push(is))
      world.faults.set("relay", { offline: true })
      world.faults.heal()
      assert.deepStrictEqual(told, [])

      yield* settled(pair)
      world.faults.set("relay", { offline: true })
      const error = yield* Effect.flip(settled(pair))
      world.faults.heal("relay")

      assert.deepStrictEqual(told, ["lost", "back"])
      assert.strictEqual(error._tag, "ConnectFailed")
    }).pipe(Effect.provide(everything(world)))
  })
})
