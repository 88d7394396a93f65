import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { createWorld, type Script } from "../../../layers/demo.ts"
import * as local from "../../../layers/storage/local.ts"
import * as memory from "../../../layers/storage/memory.ts"
import { Chains } from "../../../services/Chains.ts"
import { Relay, type RelayChange } from "../../../services/Relay.ts"
import { openPrompt } from "../../../src/connections/limits.ts"
import { base, mainnet, polygon } from "../../../src/options/networks.ts"
import type { Connector } from "../../../src/wallets/first-paint/model/connector.ts"
import { breath, settled } from "../../contracts/settled.ts"
import { afterEach, assert, describe, it, vi } from "../../fixtures/it.ts"
import { Shelf } from "../../fixtures/shelf.ts"
import { everything, evm, halyard, test, walletOf } from "./demoParts.ts"

/** Storage that outlives the worlds that use it. */
const lasting = () => {
  vi.stubGlobal("localStorage", new Shelf())
  return local.layer("portico:test:")
}

afterEach(() => vi.unstubAllGlobals())

/** Without the embedded wallet, which is not installed in a browser. */
const namesOf = (connectors: readonly Connector[]) =>
  connectors.flatMap(({ name, type }) => (type === "AUTH" ? [] : [name]))

/** Every list of EVM wallets reported from now on. */
const listed = Effect.gen(function* () {
  const lists: string[][] = []
  yield* (yield* Chains).discover("eip155", (connectors) => lists.push(namesOf(connectors)))
  return lists
})
const connected = (connectorId = halyard) =>
  Effect.flatMap(evm, ({ connect }) => settled(connect({ connectorId, network: base })))
const reconnected = (connectorId = halyard) =>
  Effect.flatMap(evm, ({ reconnect }) => settled(reconnect({ connectorId, network: mainnet })))

describe("the demo's wallets", () => {
  test("are three, one of them locked", {}, function* (world) {
    const lists = yield* listed
    const error = yield* Effect.flip(connected("example.tessera"))
    walletOf(world, "example.tessera").unlock()

    assert.deepStrictEqual(lists.at(-1), ["Halyard", "Cinderbox", "Tessera"])
    assert.strictEqual(error._tag, "ConnectFailed")
    assert.lengthOf((yield* connected("example.tessera")).accounts, 1)
  })

  const late: Script = { wallets: { "*": "absent", [halyard]: { absent: false, announce: 500 } } }
  test("are those that the script does not remove, including one that announces itself late", late, function* () {
    const lists = yield* listed
    yield* TestClock.adjust("500 millis")

    assert.deepStrictEqual(lists.slice(-2), [[], ["Halyard"]])
  })

  const connectorId = "example.cinderbox"
  test("offer an unknown network before they switch to it", {
    wallets: { [connectorId]: { chains: [1] } },
  }, function* (world) {
    const chain = yield* evm
    yield* settled(chain.connect({ connectorId, network: mainnet }))
    walletOf(world, connectorId).behave({ switch: "reject" })
    const error = yield* Effect.flip(settled(chain.switchNetwork({ connectorId, network: polygon })))
    walletOf(world, connectorId).behave({ switch: "approve" })
    yield* settled(chain.switchNetwork({ connectorId, network: polygon }))

    assert.strictEqual(error._tag, "ConnectionRejected")
    assert.strictEqual(walletOf(world, connectorId).state().chainId, polygon.id)
  })

  for (const [manner, patience] of [
    ["hang", 60 * openPrompt.wait],
    ["pending", openPrompt.wait / 2],
  ] as const)
    test(`that do not respond (${manner}) respond once approved`, {
      wallets: { [halyard]: manner },
    }, function* (world) {
      const chain = yield* evm
      const asking = yield* Effect.forkChild(chain.connect({ connectorId: halyard, network: base }))
      yield* breath
      yield* TestClock.adjust(patience)
      yield* breath
      assert.isUndefined(asking.pollUnsafe())
      assert.deepStrictEqual(walletOf(world).state().openPrompts, ["connect"])
      walletOf(world).behave({ switch: "approve" })
      walletOf(world).approve()

      assert.lengthOf((yield* settled(Fiber.join(asking))).accounts, 2)
      assert.deepStrictEqual(walletOf(world).state().openPrompts, [])
    })

  test("sign the same text in the same way", {}, function* () {
    const chain = yield* evm
    const { accounts } = yield* connected()
    const sign = (message: string) =>
      settled(chain.signMessage({ connectorId: halyard, address: accounts[0]?.address ?? "", message }))

    assert.strictEqual(yield* sign("hello"), yield* sign("hello"))
    assert.notStrictEqual(yield* sign("hello"), yield* sign("goodbye"))
  })

  it.effect("restore their grants and their network after a reload", function* () {
    const storage = lasting()
    const visit = () => everything(createWorld({ tick: 0 }), storage)
    const before = yield* Effect.provide(Effect.tap(connected(), breath), visit())

    assert.deepStrictEqual(yield* Effect.provide(reconnected(), visit()), before)
  })

  const odd = ["", "null", "[]", "{", '{"example.halyard":{"granted":"yes","chainId":-1,"selected":"x"}}']
  it.effect.each(odd)("restore nothing from invalid storage: %s", function* (text) {
    const there = everything(undefined, memory.layer({ demo_wallets: text, demo_relay: text }))

    assert.strictEqual((yield* Effect.flip(Effect.provide(reconnected(), there)))._tag, "ConnectFailed")
  })
})

describe("the demo's phone", () => {
  const pair = Effect.flatMap(Relay, (relay) => relay.connect({ networks: [mainnet, base], onUri: () => {} }))

  test("waits for a command to scan the QR code", {}, function* (world) {
    const pairing = yield* Effect.forkChild(pair)
    yield* TestClock.adjust("1 hour")
    assert.isUndefined(pairing.pollUnsafe())
    assert.isTrue(world.phone.approve())

    assert.strictEqual((yield* Fiber.join(pairing)).peer.name, "Fathom")
    assert.isFalse(world.phone.approve())
  })

  for (const [relay, outcome] of [
    ["scan", "Success"],
    ["reject", "Failure"],
  ] as const)
    test(`acts on its own as the script says (${relay})`, { relay }, function* () {
      const pairing = yield* Effect.forkChild(Effect.exit(pair))
      yield* TestClock.adjust("2 seconds")

      assert.strictEqual((yield* Fiber.join(pairing))._tag, outcome)
    })

  it.effect("is restored after a reload with its account and network, until its session has ended", function* () {
    const storage = lasting()
    const restored = Effect.flatMap(Relay, ({ restore }) => restore)
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
    const connection = yield* Effect.provide(reconnected("walletConnect"), there)

    assert.deepStrictEqual(yield* Effect.provide(restored, there), held)
    assert.strictEqual(connection.accounts[0]?.address, first.phone.state().addresses[0])
    assert.strictEqual(connection.caipNetwork?.id, base.id)
    yield* TestClock.adjust("8 days")
    assert.isUndefined(yield* Effect.provide(restored, everything(undefined, storage)))
  })

  test("reports when its relay connection is lost and restored", { relay: "scan" }, function* (world) {
    const changes: RelayChange["type"][] = []
    yield* (yield* Relay).watch(({ type }) => changes.push(type))
    world.faults.set("relay", { offline: true })
    world.faults.heal()
    assert.deepStrictEqual(changes, [])

    yield* settled(pair)
    world.faults.set("relay", { offline: true })
    const error = yield* Effect.flip(settled(pair))
    world.faults.heal("relay")

    assert.deepStrictEqual(changes, ["lost", "back"])
    assert.strictEqual(error._tag, "ConnectFailed")
  })
})
