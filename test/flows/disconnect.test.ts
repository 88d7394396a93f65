import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { demo } from "../../layers/demo.ts"
import { Chains } from "../../services/Chains.ts"
import { Relay } from "../../services/Relay.ts"
import { ConnectFailed, DisconnectFailed } from "../../src/domain/errors.ts"
import type { Namespace } from "../../src/domain/namespaces.ts"
import { connect } from "../../src/flows/connect.ts"
import {
  deleteConnection,
  disconnect,
  reconnect,
  signOutOfWallets,
  switchConnection,
} from "../../src/flows/connections.ts"
import { openModal } from "../../src/flows/open.ts"
import { Modal, use } from "../../src/modal.ts"
import type { NamespaceState } from "../../src/state/core.ts"
import { signingOut } from "../../src/state/signingOut.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, createWorld, halyard, rest, shelf, visit, walletOf, withWallet } from "./modal.ts"

const account = Effect.map(Modal, ({ core }) => core.accounts.eip155.value)
const gone = { status: "disconnected", active: undefined, connections: [] } as const satisfies Partial<NamespaceState>

describe("Disconnecting", () => {
  it.effect("ends every connection, here and in the wallets", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: cinderbox })
      yield* connect({ wallet: halyard })
      yield* disconnect()

      assert.deepInclude(yield* account, gone)
      for (const id of [halyard, cinderbox]) assert.isFalse(walletOf(world, id).state().granted)
    })
    return visit(world, run)
  })

  it.effect("counts more than an answer that comes after it: who is woken meanwhile stays signed out", () => {
    const world = withWallet(createWorld(), halyard, (wallet) => ({
      request: (input) =>
        input.method === "eth_accounts" ? Effect.delay(wallet.request(input), "2 seconds") : wallet.request(input),
    }))
    const { leaf, json } = shelf()
    const run = Effect.gen(function* () {
      const wallet = { namespace: "eip155", connectorId: halyard } as const
      yield* settled(connect({ wallet: halyard }))
      const waking = yield* Effect.forkChild(Effect.flip(reconnect(wallet)))
      yield* rest
      yield* deleteConnection(wallet)
      walletOf(world).resume({ granted: true })
      yield* TestClock.adjust("2 seconds")
      const error = yield* settled(Fiber.join(waking))

      assert.strictEqual(error._tag, "ConnectFailed")
      assert.deepInclude(yield* account, gone)
      assert.deepStrictEqual(json("connections"), [])
    })
    return visit(world, run, { leaves: { storage: leaf } })
  })

  it.effect("of one namespace leaves the others", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* connect({ wallet: halyard })
        yield* disconnect({ namespace: "solana" })
        assert.strictEqual((yield* account).status, "connected")
        yield* disconnect({ namespace: "eip155" })

        assert.deepInclude(yield* account, gone)
      }),
    ),
  )

  it.effect("Disconnect waits at most 3000 ms", () => {
    // Whatever the leaf does about it.
    const chains = Layer.effect(
      Chains,
      Effect.map(Chains, ({ discover, get }) => ({
        discover,
        get: (namespace: Namespace) =>
          Effect.map(get(namespace), (chain) => ({ ...chain, disconnect: () => Effect.never })),
      })),
    )
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      const asked = yield* Effect.forkChild(disconnect())
      yield* rest
      yield* TestClock.adjust(2_999)
      yield* rest
      assert.strictEqual((yield* account).status, "connected")
      yield* TestClock.adjust(1)
      yield* Fiber.join(asked)

      assert.deepInclude(yield* account, gone)
    })
    return visit({}, run, { leaves: { chains: Layer.provide(chains, demo().chains) } })
  })

  it.effect(
    "'Failed to disconnect chains: {reason}' when a wallet does not hear of it; here it is over for good",
    () => {
      const session = {
        topic: "00",
        expiresAt: 1e9,
        accounts: ["eip155:1:0x7a3F6B0E2C915d84F7A0e6c35B1d28f04E9C41D2"],
        approvedCaipNetworkIds: [],
        methods: [],
        peer: { name: "Fathom" },
      }
      const relay = Layer.succeed(Relay, {
        connect: () => Effect.succeed(session),
        restore: Effect.succeed(session),
        disconnect: Effect.fail(new DisconnectFailed()),
        follow: () => Effect.void,
        provider: () => Effect.fail(new ConnectFailed()),
        revive: Effect.void,
      })
      const storage = shelf()
      const leaves = { relay, storage: storage.leaf }
      const run = Effect.gen(function* () {
        const { shown } = yield* use(snack)
        yield* connect({ wallet: "walletConnect" })
        const error = yield* Effect.flip(disconnect())
        assert.strictEqual(error.message, "Failed to disconnect chains: Failed to disconnect")
        assert.deepInclude(yield* account, gone)
        yield* connect({ wallet: "walletConnect" })
        yield* signOutOfWallets()
        yield* rest

        assert.deepInclude(shown.value, { message: error.message, variant: "error", open: true })
        assert.deepStrictEqual(storage.json("connections"), [])
      })
      return Effect.gen(function* () {
        yield* visit({}, run, { leaves })

        assert.deepInclude(yield* visit({}, account, { leaves }), gone)
      })
    },
  )

  it.effect("Disconnect: closes the modal unless told otherwise", () => {
    const world = withWallet(createWorld(), halyard, ({ request }) => ({
      request: (input) =>
        input.method === "wallet_revokePermissions" ? Effect.delay(request(input), 1_000) : request(input),
    }))
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const { busy } = yield* use(signingOut)
      yield* connect({ wallet: halyard })
      yield* openModal()
      const pressed = yield* Effect.forkChild(signOutOfWallets())
      yield* rest
      assert.isTrue(busy.value)
      yield* signOutOfWallets()
      assert.isTrue(core.open.value)
      yield* TestClock.adjust(1_000)
      yield* Fiber.join(pressed)
      assert.isFalse(core.open.value)
      assert.isFalse(busy.value)
      yield* connect({ wallet: halyard })
      yield* openModal()
      const asked = yield* Effect.forkChild(disconnect())
      yield* rest
      yield* TestClock.adjust(1_000)
      yield* Fiber.join(asked)

      assert.isTrue(core.open.value)
    })
    return visit(world, run)
  })

  it.effect("of one connection leaves the others", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* connect({ wallet: cinderbox })
        yield* connect({ wallet: halyard })
        yield* deleteConnection({ namespace: "eip155", connectorId: cinderbox })
        const { active, connections } = yield* account

        assert.strictEqual(active, halyard)
        assert.lengthOf(connections, 1)
      }),
    ),
  )
})

describe("Several wallets", () => {
  it.effect("Switching a connection, connected or active: reuse it", () => {
    const world = createWorld()
    const storage = shelf()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const first = yield* connect({ wallet: cinderbox })
      yield* connect({ wallet: halyard })
      walletOf(world, cinderbox).behave({ connect: "reject" })
      for (const _ of ["active", "connected"]) {
        yield* switchConnection({ namespace: "eip155", connectorId: cinderbox })

        assert.strictEqual(core.address.value, first.accounts[0]?.address)
        assert.lengthOf((yield* account).connections, 2)
        assert.deepStrictEqual(storage.json("connected_connector_ids"), { eip155: cinderbox })
      }
    })
    return visit(world, run, { leaves: { storage: storage.leaf } })
  })

  it.effect("'No connector found for connection' when there is none to switch to", () =>
    visit(
      {},
      Effect.gen(function* () {
        const error = yield* Effect.flip(switchConnection({ namespace: "eip155", connectorId: "nobody.knows" }))

        assert.strictEqual(error.message, "No connector found for connection")
      }),
    ),
  )
})
