import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as browser from "../../layers/browser/withoutWindow.ts"
import type { World } from "../../layers/demo.ts"
import { Browser, type TabMessage } from "../../services/Browser.ts"
import type { WalletChange } from "../../services/Chains.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { deleteConnection, disconnect } from "../../src/connections/operations/connections.ts"
import { ConnectFailed } from "../../src/errors/index.ts"
import { goTo, openModal } from "../../src/navigation/opening/flows.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { bitcoin, mainnet, polygon, solana } from "../../src/options/networks.ts"
import { CurrentModal } from "../../src/runtime/currentModal.ts"
import { changed, changedChains, pageWith } from "../fixtures/layers.ts"
import {
  cinderbox,
  createWorld,
  halyard,
  modal,
  rest,
  shelf,
  started,
  visit,
  walletOf,
  withWallet,
} from "../fixtures/modal.ts"
import { test, whenConnected, whenStarted } from "../fixtures/scenes.ts"
import { bothConnected, pass, test as visited } from "../fixtures/visits.ts"

const account = Effect.map(CurrentModal, ({ core }) => core.accounts.eip155.value)
const address = Effect.map(CurrentModal, ({ core }) => core.address.value?.toLowerCase())
const networkId = Effect.map(CurrentModal, ({ core }) => core.accounts.eip155.value.caipNetworkId)

const signedOut = { status: "disconnected", active: undefined, connections: [] } as const

/** Something outside the modal changes, and the modal reacts. */
const does = (change: () => void) => Effect.andThen(Effect.sync(change), rest)

describe("events of a connected wallet", () => {
  test("accountsChanged: makes the other account the first, here and in storage", function* ({ world, storage }) {
    const before = yield* address
    yield* does(() => walletOf(world).select(1))

    const addresses = walletOf(world)
      .state()
      .addresses.map((one) => one.toLowerCase())
    assert.strictEqual(yield* address, addresses[0])
    assert.notStrictEqual(yield* address, before)
    assert.lengthOf((yield* account).connections, 1)
    assert.strictEqual(yield* networkId, "eip155:1")
    const kept = (storage.json("connections") as { accounts: { address: string }[] }[])[0]?.accounts ?? []
    assert.deepStrictEqual(
      kept.map((one) => one.address.toLowerCase()),
      addresses,
    )
  })

  test("unlocking: takes over the network to which the wallet switched while it was locked", function* ({
    world,
    storage,
  }) {
    yield* does(() => walletOf(world).lock())
    yield* does(() => walletOf(world).move(137))
    yield* does(() => walletOf(world).unlock())

    const [connection] = (yield* account).connections
    assert.strictEqual(connection?.caipNetwork?.caipNetworkId, polygon.caipNetworkId)
    assert.strictEqual(yield* networkId, "eip155:137")
    assert.nestedPropertyVal(storage.json("connections"), "0.caipNetworkId", "eip155:137")
  })

  test("accountsChanged without an account: disconnects the wallet, which is active again once unlocked", function* ({
    world,
    storage,
  }) {
    const [before, kept] = [yield* address, storage.json("connections")]
    yield* does(() => walletOf(world).lock())
    assert.deepInclude(yield* account, { status: "disconnected", active: halyard, connections: [] })
    assert.deepStrictEqual(storage.json("connections"), kept)
    yield* does(() => walletOf(world).unlock())

    assert.strictEqual(yield* address, before)
    assert.strictEqual((yield* account).status, "connected")
  })

  it.effect("chainChanged: switches the network, here and for the next visit", () => {
    const storage = shelf()
    return Effect.gen(function* () {
      yield* whenConnected({ storage }, function* ({ world, core }) {
        yield* does(() => walletOf(world).move(137))
        assert.strictEqual(core.network.value?.caipNetworkId, "eip155:137")
        assert.strictEqual(core.connection.value?.caipNetwork?.caipNetworkId, "eip155:137")
      })
      yield* whenStarted({ storage }, function* () {
        assert.strictEqual(yield* networkId, "eip155:137")
      })
    })
  })

  test("chainChanged to a network that the modal lacks: clears the network and keeps the account", function* ({
    world,
    core,
  }) {
    const before = yield* address
    yield* does(() => walletOf(world).move(424_242))
    assert.strictEqual(yield* networkId, "eip155:424242")
    assert.isUndefined(core.network.value)
    assert.isUndefined(core.connection.value?.caipNetwork)
    assert.strictEqual(yield* address, before)
    yield* switchNetwork({ network: "eip155:1" })

    assert.strictEqual((yield* CurrentModal).core.network.value?.caipNetworkId, "eip155:1")
  })

  test("any event of an inactive wallet: changes neither account nor network", { wallet: cinderbox }, function* ({
    world,
  }) {
    yield* connect({ wallet: halyard })
    const before = yield* address
    yield* does(() => walletOf(world, cinderbox).move(8453))
    yield* does(() => walletOf(world, cinderbox).lock())
    yield* does(() => walletOf(world, cinderbox).unlock())

    assert.strictEqual(yield* address, before)
    assert.strictEqual(yield* networkId, "eip155:1")
    assert.strictEqual((yield* account).active, halyard)
    assert.lengthOf((yield* account).connections, 2)
  })

  test("the end of a WalletConnect session: leaves a locked wallet locked", {
    script: { relay: { connect: "approve" } },
    wallet: "walletConnect",
  }, function* ({ world }) {
    yield* connect({ wallet: halyard })
    yield* does(() => walletOf(world).lock())
    yield* does(() => world.phone.leave())

    assert.deepInclude(yield* account, { status: "disconnected", active: halyard, connections: [] })
  })

  test("the end of a WalletConnect session: leaves the visitor on a view that does not need the account", {
    script: { relay: { connect: "approve" } },
    wallet: "walletConnect",
  }, function* ({ views, world }) {
    yield* openModal({ view: "Networks" })
    yield* does(() => world.phone.leave())
    assert.deepStrictEqual(views(), ["Networks"])
    yield* connect({ wallet: "walletConnect" })
    yield* openModal({ view: "Account" })
    yield* goTo({ name: "ProfileWallets" })
    yield* does(() => world.phone.leave())
    assert.strictEqual((yield* account).status, "disconnected")
    assert.deepStrictEqual(views(), ["Account", "ProfileWallets"])
    // With no other wallet left, there is no list to go back to.
    yield* connectExternal(halyard)
    assert.isEmpty(views())
    yield* disconnect()
    yield* connect({ wallet: "walletConnect" })
    yield* openModal({ view: "Account" })
    for (const name of ["ProfileWallets", "Networks"] as const) yield* goTo({ name })
    yield* does(() => world.phone.leave())

    assert.isEmpty(views())
  })

  test.started("deleting the active connection: activates another wallet, on its own network", function* ({ core }) {
    const { accounts } = yield* connect({ wallet: cinderbox })
    yield* connect({ wallet: halyard })
    yield* switchNetwork({ network: "eip155:137" })
    yield* deleteConnection({ namespace: "eip155", connectorId: halyard })

    assert.strictEqual(core.address.value, accounts[0]?.address)
    assert.strictEqual(core.network.value?.caipNetworkId, "eip155:1")
    assert.strictEqual((yield* account).status, "connected")
  })

  test("disconnect: clears the account", function* ({ world, core }) {
    yield* openModal()
    yield* does(() => walletOf(world).leave())

    assert.isUndefined(core.address.value)
    assert.deepInclude(yield* account, { status: "disconnected", connections: [] })
  })

  test("any event after the visitor disconnected: is ignored", function* ({ world }) {
    yield* disconnect()
    walletOf(world).resume({ granted: true })
    yield* does(() => walletOf(world).select(1))
    yield* does(() => walletOf(world).move(137))

    assert.deepInclude(yield* account, signedOut)
    assert.strictEqual(yield* networkId, "eip155:1")
  })

  it.effect("are subscribed once for several connects, and unsubscribed after the visit", () => {
    let listeners = 0
    const world = withWallet(createWorld(), halyard, ({ listen }) => ({
      listen: (heard) => {
        listeners += 1
        const stop = listen(heard)
        return () => {
          listeners -= 1
          stop()
        }
      },
    }))
    const visiting = whenConnected({ world }, function* () {
      yield* rest
      const once = listeners
      assert.isAbove(once, 0)
      yield* connect({ wallet: halyard })
      yield* rest
      assert.strictEqual(listeners, once)
      yield* disconnect()
      assert.strictEqual(listeners, 0)
      yield* connect({ wallet: halyard })
      yield* rest
      assert.strictEqual(listeners, once)
    })
    return Effect.andThen(
      visiting,
      Effect.sync(() => assert.strictEqual(listeners, 0)),
    )
  })

  test("are applied in order even in quick succession", function* ({ world }) {
    yield* does(() => {
      for (let turn = 0; turn < 50; turn++) {
        walletOf(world).select(turn % 2)
        walletOf(world).move(turn % 2 === 0 ? 1 : 137)
      }
    })

    assert.strictEqual(yield* address, walletOf(world).state().addresses[0]?.toLowerCase())
    assert.strictEqual(yield* networkId, "eip155:137")
  })
})

/** Wallets whose events a test emits. */
const emitting = () => {
  const listeners = new Map<string, (change: WalletChange) => void>()
  const watch = (id: string, listener: (change: WalletChange) => void) =>
    Effect.sync(() => void listeners.set(id, listener))
  return { watch, emit: (id: string, change: WalletChange) => does(() => listeners.get(id)?.(change)) }
}

const relayed = () => {
  const { watch, emit } = emitting()
  return { ...changedChains(() => ({ watch })), emit, script: { relay: { connect: "approve", delay: 0 } } as const }
}
visited("A wallet's disconnect event locks it, but leaves WalletConnect to its session", relayed, function* (scene) {
  const { account, connected, emit } = scene
  yield* connect({ wallet: halyard })
  yield* connect({ wallet: "walletConnect" })
  yield* emit(halyard, { type: "disconnect" })
  assert.deepStrictEqual(connected(), ["walletConnect"])
  yield* emit("walletConnect", { type: "disconnect" })

  assert.deepStrictEqual(connected(), ["walletConnect"])
  assert.strictEqual(account().status, "connected")
})

const lone = () => {
  const { watch, emit } = emitting()
  const asked: string[] = []
  const chains = pageWith(
    { id: "test.lone", name: "Lone", type: "INJECTED", chain: "eip155" },
    {
      connect: ({ connectorId, network: caipNetwork }) =>
        Effect.succeed({ namespace: "eip155", connectorId, accounts: [{ address: "0x01" }], caipNetwork }),
      reconnect: ({ network }) => {
        asked.push(network.caipNetworkId)
        return Effect.fail(new ConnectFailed())
      },
      watch,
    },
  )
  const report = (...list: readonly string[]) =>
    emit("test.lone", { type: "accounts", accounts: list.map((address) => ({ address })) })
  const move = (caipNetworkId: `eip155:${number}`) => emit("test.lone", { type: "chain", caipNetworkId })
  return { asked, layers: { chains }, move, options: { networks: [solana, mainnet, polygon] }, report }
}
visited(
  "An unlocked wallet is queried on its network, or else the first one of the namespace",
  lone,
  function* (scene) {
    const { asked, core, move, report } = scene
    yield* connect({ wallet: "test.lone" })
    yield* move("eip155:137")
    yield* report()
    yield* report()
    yield* report("0x02")
    // The query fails, so what the wallet reported applies.
    assert.strictEqual(core.address.value, "0x02")
    yield* report("0x03")
    assert.deepStrictEqual(asked, ["eip155:137"])
    yield* move("eip155:424242")
    yield* report()
    yield* report("0x04")

    assert.deepStrictEqual(asked, ["eip155:137", "eip155:1"])
    assert.strictEqual(core.address.value, "0x04")
  },
)

visited("A wallet that is unlocked beside another one is queried too", function* ({ account, wallet }) {
  yield* bothConnected
  yield* does(() => wallet(cinderbox).lock())
  yield* does(() => wallet(cinderbox).move(137))
  yield* does(() => wallet(cinderbox).unlock())
  const unlocked = account().connections.find(({ connectorId }) => connectorId === cinderbox)

  assert.strictEqual(unlocked?.caipNetwork?.caipNetworkId, "eip155:137")
  assert.strictEqual(yield* networkId, "eip155:1")
})

/** A Bitcoin wallet that lists its ordinals address first. `report`: reports other accounts. */
const ordinalsFirst = () => {
  const listed = (of: string) =>
    [
      { address: `bc1p${of}`, type: "ordinal" },
      { address: `bc1q${of}`, type: "payment" },
    ] as const
  let listen = (_: WalletChange) => {}
  const chains = pageWith(
    { id: "test.bitcoin", name: "Sheaf", type: "ANNOUNCED", chain: "bip122" },
    {
      connect: ({ connectorId }) =>
        Effect.succeed({ namespace: "bip122", connectorId, accounts: listed("a"), caipNetwork: bitcoin }),
      watch: (_, listener) =>
        Effect.sync(() => {
          listen = listener
        }),
    },
  )
  const report = (of: string) => does(() => listen({ type: "accounts", accounts: listed(of) }))
  return { layers: { chains }, options: { networks: [bitcoin] }, report }
}

test.started(
  "Default account type: bip122 payment, of a wallet that lists its ordinals address first, also when its accounts change",
  ordinalsFirst(),
  function* ({ core, report }) {
    yield* connect({ wallet: "test.bitcoin" })
    assert.strictEqual(core.address.value, "bc1qa")
    yield* report("b")

    assert.strictEqual(core.address.value, "bc1qb")
  },
)

describe("other tabs of the modal", () => {
  /** A browser with another tab. `sent`: messages to that tab. `say`: sends a message from it. */
  const tabs = () => {
    const sent: TabMessage[] = []
    let listen = (_: TabMessage) => {}
    const layer = changed(Browser, browser.layer(), () => ({
      broadcast: (message) => Effect.sync(() => void sent.push(message)),
      onMessage: (listener) =>
        Effect.sync(() => {
          listen = listener
        }),
    }))
    return { layers: { browser: layer }, sent, say: (message: TabMessage) => does(() => listen(message)) }
  }

  const gone = { type: "disconnected", namespace: "eip155", connectorId: halyard } as const

  const forgetting = () => {
    const forgotten: string[] = []
    const { layers } = changedChains(({ namespace }) => ({
      forgetConnection: (id) => Effect.sync(() => void forgotten.push(`${namespace}:${id}`)),
    }))
    const tab = tabs()
    return { ...tab, forgotten, layers: (world: World) => ({ ...layers(world), ...tab.layers }) }
  }
  test("disconnect together", forgetting(), function* ({ core, forgotten, say, sent }) {
    yield* openModal()
    yield* say({ ...gone, namespace: "tron" })
    yield* say({ ...gone, namespace: "solana" })
    assert.strictEqual((yield* account).status, "connected")
    assert.isTrue(core.open.value)
    yield* say(gone)
    assert.deepInclude(yield* account, signedOut)
    assert.isFalse(core.open.value)
    assert.deepStrictEqual(forgotten, [`eip155:${halyard}`])
    yield* connect({ wallet: halyard })
    yield* disconnect()

    assert.deepStrictEqual(sent, [gone])
  })

  const beside = { ...tabs(), wallet: cinderbox }
  test("disconnect only the connection that ended", beside, function* ({ say, sent, storage }) {
    yield* connect({ wallet: halyard })
    yield* say({ ...gone, connectorId: cinderbox })
    const recent = storage.json("recent_connections") as { readonly connectorId: string }[]
    assert.deepStrictEqual(
      recent.map(({ connectorId }) => connectorId),
      [cinderbox],
    )
    assert.deepInclude(yield* account, { status: "connected", active: halyard })
    assert.lengthOf((yield* account).connections, 1)
    yield* connect({ wallet: cinderbox })
    yield* say({ ...gone, connectorId: cinderbox })
    assert.deepInclude(yield* account, { status: "connected", active: halyard })
    yield* connect({ wallet: cinderbox })
    yield* deleteConnection({ namespace: "eip155", connectorId: halyard })

    assert.deepStrictEqual(sent, [gone])
  })

  const [page, other] = [ordinalsFirst(), tabs()]
  const onBitcoin = { ...page, ...other, layers: { ...page.layers, ...other.layers } }
  test.started("disconnect a wallet of a chain without an embedded wallet", onBitcoin, function* ({ core, say }) {
    yield* connect({ wallet: "test.bitcoin" })
    yield* openModal()
    yield* say({ type: "disconnected", namespace: "bip122", connectorId: "test.bitcoin" })

    assert.isUndefined(core.address.value)
    assert.isFalse(core.open.value)
  })

  it.effect("disconnect a wallet that is still reconnecting", () => {
    const tab = tabs()
    const storage = shelf()
    const layers = { ...tab.layers, storage: storage.layer }
    const slow = withWallet(createWorld(), halyard, ({ request }) => ({
      request: (input) => (input.method === "eth_accounts" ? Effect.delay(request(input), 1_000) : request(input)),
    }))
    const run = Effect.gen(function* () {
      yield* Effect.forkScoped(started)
      yield* rest
      assert.strictEqual((yield* account).status, "connecting")
      yield* tab.say(gone)
      yield* pass("2 seconds")

      assert.deepInclude(yield* account, signedOut)
    })
    return Effect.gen(function* () {
      yield* visit({}, connect({ wallet: halyard }), { layers })
      yield* run.pipe(Effect.scoped, Effect.provide(modal(slow, { layers })))
    })
  })

  test("disconnect a locked wallet for good", tabs(), function* ({ say, world }) {
    yield* does(() => walletOf(world).lock())
    yield* say(gone)
    yield* does(() => walletOf(world).unlock())

    assert.deepInclude(yield* account, signedOut)
  })
})
