import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import type { World } from "../../layers/demo.ts"
import { Relay } from "../../services/Relay.ts"
import { ConnectFailed } from "../../src/domain/errors.ts"
import { mainnet, polygon, solana } from "../../src/domain/networks.ts"
import { disconnect, providerOf } from "../../src/flows/connections.ts"
import { connectRelay, pair } from "../../src/flows/relay.ts"
import { Modal, use } from "../../src/modal.ts"
import { pairing } from "../../src/state/pairing.ts"
import { settled } from "../contracts/settled.ts"
import { createWorld, rest, shelf, visit } from "./modal.ts"

const address = Effect.map(Modal, ({ core }) => core.address.value?.toLowerCase())
const firstOf = (world: World) => world.phone.state().addresses[0]?.toLowerCase()
const account = Effect.map(Modal, ({ core }) => core.accounts.eip155.value)
/** The view that shows a code. */
const codeView = Effect.tap(Effect.forkChild(pair()), () => rest)

describe("What a wallet approves over the relay", () => {
  /** A relay whose wallet approves at once, with these accounts. */
  const approving = (...accounts: readonly string[]) => {
    const ended: string[] = []
    const session = {
      topic: "00",
      expiresAt: 1e9,
      accounts,
      approvedCaipNetworkIds: [],
      methods: [],
      peer: { name: "Fathom" },
    }
    const leaf = Layer.succeed(Relay, {
      connect: () => Effect.succeed(session),
      restore: Effect.succeed(session),
      disconnect: Effect.sync(() => void ended.push("session")),
      follow: () => Effect.void,
      provider: () => Effect.fail(new ConnectFailed()),
      revive: Effect.void,
    })
    return { leaf, ended }
  }
  const evm = "0x7a3F6B0E2C915d84F7A0e6c35B1d28f04E9C41D2"
  const other = "0x2d94C8a17bE06f53d1A9427c80E5b36F91d7a80b"
  const sol = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"
  const networks = [mainnet, polygon, solana]

  it.effect("every namespace is connected and remembered, the one in use stays in use", () => {
    const { leaf } = approving(
      `${solana.caipNetworkId}:${sol}`,
      `eip155:137:${evm}`,
      `eip155:1:${evm}`,
      `eip155:1:${other}`,
    )
    const storage = shelf()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const connection = yield* connectRelay({})

      assert.strictEqual(connection.namespace, "eip155")
      assert.deepStrictEqual(connection.accounts, [{ address: evm }, { address: other }])
      assert.strictEqual(core.namespace.value, "eip155")
      assert.strictEqual(core.address.value, evm)
      assert.strictEqual(core.accounts.solana.value.connections[0]?.accounts[0]?.address, sol)
      assert.strictEqual(core.accounts.solana.value.status, "connected")
      assert.deepStrictEqual(storage.json("connected_connector_ids"), {
        eip155: "walletConnect",
        solana: "walletConnect",
      })
      assert.sameMembers(
        (storage.json("connections") as { namespace: string }[]).map(({ namespace }) => namespace),
        ["eip155", "solana"],
      )
    })
    return visit({}, run, { leaves: { relay: leaf, storage: storage.leaf }, options: { networks } })
  })

  for (const [what, accounts] of [
    ["none of the modal's networks", [`eip155:10:${evm}`]],
    ["nothing", []],
    ["what is no account", ["", "eip155:1", `eip155:1:${evm}:0`, `tron:1:${evm}`, "eip155:1:"]],
  ] as const)
    it.effect(
      `'The connector does not support any of the requested chains' when it approves ${what}, and the session ends`,
      () => {
        const { leaf, ended } = approving(...accounts)
        const run = Effect.gen(function* () {
          const error = yield* Effect.flip(connectRelay({}))

          assert.strictEqual(error.message, "The connector does not support any of the requested chains")
          assert.deepStrictEqual(ended, ["session"])
          assert.deepInclude(yield* account, { status: "disconnected", connections: [] })
        })
        return visit({}, run, { leaves: { relay: leaf } })
      },
    )
})

describe("A relay session", () => {
  /** Storage after a visit in which the phone scanned the code. */
  const scanned = Effect.gen(function* () {
    const storage = shelf()
    const leaves = { storage: storage.leaf }
    const used = yield* visit({ relay: "scan" }, Effect.andThen(settled(pair()), address), { leaves })
    return { ...storage, used, leaves }
  })

  it.effect("is restored after a reload, with a provider that works", () =>
    Effect.gen(function* () {
      const { used, leaves } = yield* scanned
      const run = Effect.gen(function* () {
        assert.strictEqual(yield* address, used)
        const provider = (yield* providerOf("eip155")) as { request: (input: object) => Promise<unknown> }
        const said = yield* settled(Effect.promise(() => provider.request({ method: "eth_accounts" })))

        assert.strictEqual((said as string[])[0]?.toLowerCase(), used)
      })
      yield* visit({}, run, { leaves })
    }),
  )

  it.effect("A session is removed when the wallet disconnects it", () =>
    Effect.gen(function* () {
      const { json, leaves } = yield* scanned
      const world = createWorld()
      const run = Effect.gen(function* () {
        world.phone.leave()
        yield* rest

        assert.deepInclude(yield* account, { status: "disconnected", active: undefined, connections: [] })
        assert.deepStrictEqual(json("connections"), [])
        const view = yield* codeView
        world.phone.approve()
        yield* Fiber.join(view)
        assert.isDefined(yield* address)
        world.phone.leave()
        yield* rest
        assert.isUndefined(yield* address)
      })
      yield* visit(world, run, { leaves })

      assert.isUndefined(yield* visit({}, address, { leaves }))
    }),
  )

  it.effect("ends on both sides when the visitor disconnects", () =>
    Effect.gen(function* () {
      const { texts, leaves } = yield* scanned
      const world = createWorld()
      yield* visit(world, disconnect(), { leaves })

      assert.isFalse(world.phone.state().granted)
      assert.isFalse(texts.has("demo_relay"))
      assert.isUndefined(yield* visit({}, address, { leaves }))
    }),
  )

  it.effect("that has ended meanwhile is not brought back", () =>
    Effect.gen(function* () {
      const { leaves } = yield* scanned
      yield* TestClock.adjust("8 days")

      assert.strictEqual((yield* visit({}, account, { leaves })).status, "disconnected")
    }),
  )

  it.effect("follows the wallet to another account and network", () =>
    Effect.gen(function* () {
      const { leaves } = yield* scanned
      const world = createWorld()
      const run = Effect.gen(function* () {
        const { core } = yield* Modal
        world.phone.select(1)
        world.phone.move(137)
        yield* rest

        assert.strictEqual(yield* address, firstOf(world))
        assert.strictEqual(core.network.value?.caipNetworkId, "eip155:137")
      })
      yield* visit(world, run, { leaves })
    }),
  )

  it.effect("says when its line is lost, and when it is back", () =>
    Effect.gen(function* () {
      const { leaves } = yield* scanned
      const world = createWorld()
      const run = Effect.gen(function* () {
        const { error } = yield* use(pairing)
        world.faults.set("relay", { offline: true })
        yield* rest
        assert.strictEqual(error.value?.message, "Failed to connect")
        assert.isDefined(yield* address)
        world.faults.heal()
        yield* rest

        assert.isUndefined(error.value)
      })
      yield* visit(world, run, { leaves })
    }),
  )
})
