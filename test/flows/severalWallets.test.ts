import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { type Chain, Chains } from "../../services/Chains.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { InvalidConnectionStatus } from "../../src/domain/errors.ts"
import type { AnalyticsEvent } from "../../src/domain/events.ts"
import { bitcoin, mainnet, solana } from "../../src/domain/networks.ts"
import { connect, connectExternal } from "../../src/flows/connect.ts"
import {
  deleteConnection,
  disconnect,
  signOutOfWallets,
  switchConnection,
  takeConnection,
} from "../../src/flows/connections.ts"
import { goBack, goTo, openModal } from "../../src/flows/open.ts"
import { addWallet, connectAgain, forget, learnWallets, signOutOf, switchTo } from "../../src/flows/profile.ts"
import { pair } from "../../src/flows/relay.ts"
import { relayConnector } from "../../src/flows/relayConnector.ts"
import { Modal, use } from "../../src/modal.ts"
import { snapshot } from "../../src/snapshot.ts"
import { profile } from "../../src/state/profile.ts"
import { recents } from "../../src/state/recents.ts"
import { snack } from "../../src/state/snack.ts"
import {
  cinderbox,
  createWorld,
  halyard,
  modal,
  rest,
  shelf,
  started,
  tessera,
  visit,
  walletOf,
  withWallet,
} from "./modal.ts"

const account = Effect.map(Modal, ({ core }) => core.accounts.eip155.value)
const address = Effect.map(Modal, ({ core }) => core.address.value)
const stack = Effect.map(Modal, ({ core }) => core.stack.value.map(({ name }) => name))
const said = Effect.map(use(snack), ({ shown }) => shown.value.message)
const on = { namespace: "eip155" } as const
const told = { wallet: "Wallet switched", account: "Account switched", failed: "Failed to switch wallet" }
const ended = { done: "Wallet disconnected", failed: "Failed to disconnect wallet" }
const joined = { told: { added: "New Wallet Added", linked: "Already linked" } }

/** A project that has not turned several wallets on. */
const off = { project: { features: [] } } as const

interface Shown {
  readonly connections: Readonly<Record<string, readonly { readonly connectorId: string }[]>>
  readonly recentConnections: Readonly<Record<string, readonly { readonly connectorId: string }[]>>
}
const shown = Effect.map(Modal, (instance) => {
  const { connections, recentConnections } = snapshot(instance) as unknown as Shown
  return {
    connections: connections.eip155?.map(({ connectorId }) => connectorId),
    recent: Object.values(recentConnections)
      .flat()
      .map(({ connectorId }) => connectorId),
  }
})

describe("Several wallets", () => {
  it.effect(
    "Switching a connection, connected or active: an account of it is used at once, and again after a reload",
    () =>
      Effect.gen(function* () {
        const world = createWorld()
        const leaves = { storage: shelf().leaf }
        const [, second = ""] = walletOf(world).state().addresses
        const run = Effect.gen(function* () {
          yield* connect({ wallet: halyard })
          yield* connect({ wallet: cinderbox })
          walletOf(world).behave({ connect: "reject" })
          const taken = yield* switchConnection({ ...on, connectorId: halyard, address: second.toLowerCase() })

          assert.strictEqual(taken?.accounts[0]?.address, second)
          assert.strictEqual(yield* address, second)
          assert.lengthOf((yield* account).connections, 2)
        })
        yield* visit(world, run, { leaves })

        assert.strictEqual(yield* visit(world, address, { leaves }), second)
        const selects = Effect.gen(function* () {
          walletOf(world).select(1)
          walletOf(world).select(0)
          yield* rest
          assert.notStrictEqual(yield* address, second)
        })
        // What its holder selects in the wallet counts more, for good.
        yield* visit(world, selects, { leaves })
        assert.notStrictEqual(yield* visit(world, address, { leaves }), second)
      }),
  )

  it.effect("Switching a connection, connected or active: an external connector reconnects", () => {
    const asked: string[] = []
    let locked = false
    const external = (name: string) =>
      Effect.map(
        Effect.sync(() => asked.push(name)),
        () => ({
          ...on,
          connectorId: "test.external",
          accounts: [{ address: "0x01" }, { address: "0x02" }],
          caipNetwork: mainnet,
        }),
      )
    const chains = Layer.succeed(Chains, {
      discover: (namespace, found) =>
        Effect.sync(() => found([{ id: "test.external", name: "External", type: "EXTERNAL", chain: namespace }])),
      get: () =>
        Effect.succeed({
          ...on,
          connect: () => external("connect"),
          reconnect: () =>
            Effect.suspend(() =>
              locked ? Effect.fail(new InvalidConnectionStatus() as never) : external("reconnect"),
            ),
          follow: () => Effect.void,
        } as Partial<Chain> as Chain),
    })
    const run = Effect.gen(function* () {
      yield* connect({ wallet: "test.external" })
      yield* switchConnection({ ...on, connectorId: "test.external", address: "0x02" })
      assert.deepStrictEqual(asked, ["connect", "reconnect"])
      assert.strictEqual(yield* address, "0x02")
      locked = true
      yield* switchConnection({ ...on, connectorId: "test.external", address: "0x01" })

      assert.deepStrictEqual(asked, ["connect", "reconnect", "connect"])
      assert.strictEqual(yield* address, "0x01")
    })
    return visit({}, run, { leaves: { chains }, options: { networks: [mainnet] } })
  })

  it.effect(
    "Switching a connection, disconnected: re-run the login flow (social, email, walletConnect or external), then switch the account",
    () => {
      const world = createWorld({ relay: { connect: "approve", delay: 0 } })
      const run = Effect.gen(function* () {
        const [, second = ""] = walletOf(world).state().addresses
        yield* connect({ wallet: halyard })
        yield* disconnect()
        assert.isUndefined(yield* address)
        yield* switchConnection({ ...on, connectorId: halyard, address: second })
        assert.strictEqual(yield* address, second)
        assert.isTrue(walletOf(world).state().granted)

        const over = yield* connect({ wallet: relayConnector })
        const phone = over.accounts[1]?.address ?? ""
        yield* disconnect({ connectorId: relayConnector })
        yield* switchConnection({ ...on, connectorId: relayConnector, address: phone })
        assert.strictEqual(yield* address, phone)
        assert.strictEqual((yield* account).active, relayConnector)
      })
      return visit(world, run)
    },
  )

  it.effect("Switching a connection, anything else: error", () =>
    Effect.gen(function* () {
      const leaves = { storage: shelf().leaf }
      yield* visit({}, connect({ wallet: halyard }), { leaves })
      const world = withWallet(createWorld(), halyard, ({ request }) => ({
        request: (input) => (input.method === "eth_accounts" ? Effect.delay(request(input), 2_000) : request(input)),
      }))
      const run = Effect.gen(function* () {
        yield* Effect.forkScoped(started)
        yield* rest
        assert.strictEqual((yield* account).status, "connecting")
        const error = yield* Effect.flip(takeConnection({ ...on, connectorId: halyard }))
        assert.instanceOf(error, InvalidConnectionStatus)
        yield* TestClock.adjust("2 seconds")
        yield* rest

        assert.strictEqual((yield* takeConnection({ ...on, connectorId: halyard })).connectorId, halyard)
      })
      yield* run.pipe(Effect.scoped, Effect.provide(modal(world, { leaves })))
    }),
  )

  it.effect(
    "Connection class, per namespace: one that signs out or locks is disconnected, and can be made again",
    () => {
      const world = createWorld()
      const storage = shelf()
      const leaves = { storage: storage.leaf }
      return Effect.gen(function* () {
        const run = Effect.gen(function* () {
          yield* connect({ wallet: cinderbox })
          yield* connect({ wallet: halyard })
          assert.deepStrictEqual(yield* shown, { connections: [halyard, cinderbox], recent: [] })
          walletOf(world, cinderbox).lock()
          yield* rest
          assert.deepStrictEqual(yield* shown, { connections: [halyard], recent: [cinderbox] })
          walletOf(world, cinderbox).unlock()
          yield* rest
          assert.deepStrictEqual(yield* shown, { connections: [halyard, cinderbox], recent: [] })
          yield* disconnect({ ...on, connectorId: halyard })

          assert.deepStrictEqual(yield* shown, { connections: [cinderbox], recent: [halyard] })
          assert.isFalse(walletOf(world, halyard).state().granted)
        })
        yield* visit(world, run, { leaves })
        // Known at the next visit too, but not connected by itself.
        assert.deepStrictEqual(yield* visit(world, shown, { leaves }), { connections: [cinderbox], recent: [halyard] })
        const deleted = Effect.gen(function* () {
          yield* deleteConnection({ ...on, connectorId: halyard, address: walletOf(world).state().addresses[0] ?? "" })
          assert.deepStrictEqual(yield* shown, { connections: [cinderbox], recent: [] })
          yield* deleteConnection({ ...on, connectorId: cinderbox })
          assert.deepStrictEqual(yield* shown, { connections: [], recent: [] })
        })
        yield* visit(world, deleted, { leaves })
        assert.deepStrictEqual(storage.json("recent_connections"), [])
      })
    },
  )

  it.effect("stay beside the one in use, also one that is locked at the next visit", () =>
    Effect.gen(function* () {
      const leaves = { storage: shelf().leaf }
      const both = Effect.gen(function* () {
        yield* connect({ wallet: cinderbox })
        yield* connect({ wallet: halyard })
      })
      yield* visit({}, both, { leaves })
      const locked = { wallets: { [cinderbox]: { locked: true } } } as const
      // Something is kept meanwhile.
      const used = switchConnection({ ...on, connectorId: halyard })
      yield* visit(locked, used, { leaves })
      assert.deepStrictEqual(yield* visit(locked, shown, { leaves }), { connections: [halyard], recent: [cinderbox] })

      assert.deepStrictEqual(yield* visit({}, shown, { leaves }), { connections: [halyard, cinderbox], recent: [] })
    }),
  )

  it.effect("are over, not lost, where the site brings nothing back", () =>
    Effect.gen(function* () {
      const leaves = { storage: shelf().leaf }
      yield* visit({}, connect({ wallet: halyard }), { leaves })

      const given = { leaves, options: { enableReconnect: false } }
      assert.deepStrictEqual(yield* visit({}, shown, given), { connections: [], recent: [halyard] })
    }),
  )

  it.effect("of the last visits are read back only where they decode", () => {
    const good = { namespace: "eip155", connectorId: tessera, accounts: [{ address: "0x01" }], name: "Tessera", at: 1 }
    const bad = [
      null,
      7,
      { ...good, namespace: "mars" },
      { ...good, accounts: [] },
      { ...good, at: "1" },
      { ...good, name: 4 },
    ]
    const storage = shelf({
      active_caip_network_ids: '{"eip155":"eip155:1"}',
      recent_connections: JSON.stringify([
        ...bad,
        good,
        ...Array(20).fill({ ...good, accounts: [{ address: "0x02" }] }),
      ]),
    })
    return visit(
      {},
      Effect.gen(function* () {
        const { recentConnections } = yield* use(recents)
        assert.deepStrictEqual(recentConnections.value[0] as object, good)
        assert.lengthOf(recentConnections.value, 8)
      }),
      { leaves: { storage: storage.leaf } },
    )
  })
})

describe("With several wallets at a time", () => {
  it.effect("connecting a second one keeps the first, and leads to the wallets", () =>
    visit(
      {},
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* openModal()
        yield* connectExternal(halyard, undefined, joined)
        assert.isFalse(core.open.value)
        yield* openModal({ view: "ProfileWallets" })
        yield* addWallet("eip155")
        assert.deepStrictEqual(core.route.value, { name: "ConnectWallets", namespace: "eip155" })
        yield* goTo({ name: "ConnectingExternal", connector: cinderbox })
        // Another wallet may be chosen.
        yield* goBack()
        assert.strictEqual(core.route.value?.name, "ConnectWallets")
        yield* goTo({ name: "ConnectingExternal", connector: cinderbox })
        yield* connectExternal(cinderbox, undefined, joined)
        yield* rest

        assert.isTrue(core.open.value)
        assert.deepStrictEqual(yield* stack, ["ProfileWallets"])
        assert.strictEqual(yield* said, "New Wallet Added")
        assert.deepStrictEqual(yield* shown, { connections: [cinderbox, halyard], recent: [] })
        yield* connectExternal(halyard, undefined, joined)
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* said, "Already linked")
      }),
    ),
  )

  it.effect("one that is scanned for while another is connected leads there too, over the account", () =>
    visit(
      { relay: { connect: "approve", delay: 0 } },
      Effect.gen(function* () {
        yield* connect({ wallet: halyard })
        yield* openModal()
        yield* goTo({ name: "ConnectingWalletConnect" })
        yield* pair(undefined, joined)
        yield* rest

        assert.deepStrictEqual(yield* stack, ["Account", "ProfileWallets"])
        assert.strictEqual(yield* said, "New Wallet Added")
      }),
    ),
  )

  it.effect("Disconnect: with multi-wallet, the modal stays open if other connections remain", () => {
    const networks = { options: { networks: [mainnet, solana, bitcoin] } }
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* connect({ wallet: "example.plover" })
      yield* connect({ wallet: cinderbox })
      yield* connect({ wallet: halyard })
      yield* openModal()
      yield* signOutOfWallets()
      assert.isTrue(core.open.value)
      assert.strictEqual((yield* account).active, cinderbox)
      yield* signOutOfWallets()
      assert.isTrue(core.open.value)
      assert.strictEqual(core.namespace.value, "solana")
      assert.isDefined(yield* address)
      yield* signOutOfWallets()
      assert.isFalse(core.open.value)
      yield* connect({ wallet: cinderbox })
      yield* connect({ wallet: halyard })
      yield* openModal({ view: "ProfileWallets" })
      yield* signOutOf({ ...on, connectorId: halyard }, ended)
      yield* rest
      assert.isTrue(core.open.value)
      assert.strictEqual(yield* said, "Wallet disconnected")
      yield* signOutOf(on, ended)

      assert.isFalse(core.open.value)
      assert.deepStrictEqual(yield* shown, { connections: [], recent: [cinderbox, halyard, "example.plover"] })
    })
    return visit({}, run, networks)
  })

  it.effect("when the wallet in use takes itself back, one of another chain is used next", () => {
    const world = createWorld({ relay: { connect: "approve", delay: 0 } })
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* connect({ wallet: "example.plover" })
      yield* connect({ wallet: relayConnector })
      yield* switchConnection({ ...on, connectorId: relayConnector })
      yield* openModal({ view: "Account" })
      world.phone.leave()
      yield* rest

      assert.isTrue(core.open.value)
      assert.strictEqual(core.namespace.value, "solana")
      assert.isDefined(yield* address)
    })
    return visit(world, run, { options: { networks: [mainnet, solana] } })
  })

  it.effect("a wallet in use that sleeps keeps the modal open when another is signed out of", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* connect({ wallet: cinderbox })
      yield* connect({ wallet: halyard })
      yield* openModal({ view: "ProfileWallets" })
      walletOf(world).lock()
      yield* rest
      yield* signOutOf({ ...on, connectorId: cinderbox }, ended)
      assert.isTrue(core.open.value)
      yield* signOutOf({ ...on, connectorId: halyard }, ended)

      assert.isFalse(core.open.value)
    })
    return visit(world, run)
  })

  it.effect("the acts of the view say what came of them, and a second press does nothing", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      const { busy } = yield* use(profile)
      const [first = "", second = ""] = walletOf(world).state().addresses
      const [other = ""] = walletOf(world, cinderbox).state().addresses
      yield* connect({ wallet: halyard })
      yield* connect({ wallet: cinderbox })
      yield* switchTo({ ...on, connectorId: halyard, address: second }, told)
      yield* rest
      assert.strictEqual(yield* said, "Wallet switched")
      yield* switchTo({ ...on, connectorId: halyard, address: first }, told)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* said, "Account switched")
      yield* switchTo({ ...on, connectorId: "nobody.knows", address: first }, told)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* said, "Failed to switch wallet")

      yield* signOutOf({ ...on, connectorId: cinderbox }, ended)
      walletOf(world, cinderbox).behave({ connect: "hang" })
      const pressed = yield* Effect.forkChild(switchTo({ ...on, connectorId: cinderbox, address: other }, told))
      yield* rest
      assert.strictEqual(busy.value, `switch:eip155:${cinderbox}:${other}`)
      yield* switchTo({ ...on, connectorId: halyard, address: second }, told)
      assert.strictEqual(yield* address, first)
      walletOf(world, cinderbox).approve()
      yield* Fiber.join(pressed)
      assert.isUndefined(busy.value)
      assert.strictEqual(yield* address, other)
    })
    return visit(world, run)
  })

  it.effect("a recent one is connected again in a view of its own, with the account of then", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const [, second = ""] = walletOf(world).state().addresses
      yield* connect({ wallet: cinderbox })
      yield* connect({ wallet: halyard })
      yield* switchConnection({ ...on, connectorId: halyard, address: second })
      yield* disconnect({ ...on, connectorId: halyard })
      yield* openModal({ view: "ProfileWallets" })
      yield* learnWallets("eip155")
      yield* connectAgain({ ...on, connectorId: halyard, address: second }, "Halyard")
      const route = core.route.value
      assert.deepStrictEqual(route as object, {
        name: "ConnectingExternal",
        connector: halyard,
        ...on,
        account: second,
      })
      yield* connectExternal(halyard, "eip155", { account: second, ...joined })
      yield* rest

      assert.strictEqual(yield* address, second)
      assert.deepStrictEqual(yield* stack, ["ProfileWallets"])
      yield* disconnect({ ...on, connectorId: halyard })
      yield* forget({ ...on, connectorId: halyard, address: second }, { done: "Wallet deleted", failed: "" })
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* said, "Wallet deleted")
      assert.deepStrictEqual(yield* shown, { connections: [cinderbox], recent: [] })
      yield* connectAgain({ ...on, connectorId: relayConnector, address: second }, "Nobody")
      assert.deepStrictEqual(core.route.value as object, { name: "ConnectingWalletConnect", account: second })
    })
    return visit(world, run)
  })

  it.effect("a sign-out of which a wallet does not hear is told, and here it is over", () => {
    const events: AnalyticsEvent[] = []
    const telemetry = Layer.succeed(Telemetry, {
      track: (event) => Effect.sync(() => void events.push(event)),
      report: () => Effect.void,
      allow: () => Effect.void,
      refused: Effect.never,
    })
    const world = createWorld()
    const chains = Layer.succeed(Chains, {
      discover: (namespace, found) =>
        Effect.sync(() => found([{ id: "test.deaf", name: "Deaf", type: "ANNOUNCED", chain: namespace }])),
      get: () =>
        Effect.succeed({
          ...on,
          connect: () => Effect.succeed({ ...on, connectorId: "test.deaf", accounts: [{ address: "0x01" }] }),
          disconnect: () => Effect.fail(new InvalidConnectionStatus() as never),
          follow: () => Effect.void,
        } as Partial<Chain> as Chain),
    })
    const run = Effect.gen(function* () {
      yield* connect({ wallet: "test.deaf" })
      yield* signOutOf({ ...on, connectorId: "test.deaf" }, ended)
      yield* rest

      assert.strictEqual(yield* said, "Failed to disconnect wallet")
      assert.deepStrictEqual(yield* shown, { connections: [], recent: ["test.deaf"] })
      const message = "Failed to disconnect chains: Invalid connection status"
      assert.deepInclude(events, { event: "DISCONNECT_ERROR", properties: { message } })
      yield* connectAgain({ ...on, connectorId: "test.deaf", address: "0x01" }, "Deaf")
      assert.deepInclude(events, { event: "SELECT_WALLET", properties: { name: "Deaf", platform: "browser" } })
    })
    return visit(world, run, { leaves: { chains, telemetry }, options: { networks: [mainnet] } })
  })
})

describe("Without several wallets at a time", () => {
  it.effect("Multi-wallet operations when the feature is off show an info alert", () =>
    visit(
      off,
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* connect({ wallet: halyard })
        assert.isEmpty(core.alerts.value)
        yield* switchConnection({ ...on, connectorId: halyard })
        yield* deleteConnection({ ...on, connectorId: halyard })

        const [alert, ...others] = core.alerts.value
        assert.deepInclude(alert, { code: "", variant: "info", title: "Multi-Wallet Not Enabled" })
        assert.isEmpty(others)
      }),
    ),
  )

  it.effect("Multi-wallet operations when the feature is off return empty", () =>
    visit(
      off,
      Effect.gen(function* () {
        yield* connect({ wallet: cinderbox })
        yield* connect({ wallet: halyard })
        assert.isUndefined(yield* switchConnection({ ...on, connectorId: cinderbox }))
        assert.isUndefined(yield* deleteConnection({ ...on, connectorId: cinderbox }))

        assert.strictEqual((yield* account).active, halyard)
        assert.lengthOf((yield* account).connections, 2)
      }),
    ),
  )

  it.effect("When the multiWallet remote feature is not on, only the active connector's connections are shown", () =>
    visit(
      off,
      Effect.gen(function* () {
        yield* connect({ wallet: cinderbox })
        yield* connect({ wallet: halyard })
        assert.deepStrictEqual(yield* shown, { connections: [halyard], recent: [] })
        yield* openModal()
        yield* signOutOfWallets()

        const { core } = yield* Modal
        assert.isFalse(core.open.value)
        assert.deepStrictEqual(yield* shown, { connections: [], recent: [] })
        assert.isEmpty((yield* account).connections)
      }),
    ),
  )

  it.effect("a wallet that connects beside another closes the modal, as any does", () =>
    visit(
      off,
      Effect.gen(function* () {
        yield* connect({ wallet: cinderbox })
        yield* openModal()
        yield* connectExternal(halyard, undefined, joined)

        assert.isFalse((yield* Modal).core.open.value)
      }),
    ),
  )
})
