import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import * as browser from "../../layers/browser/scripted.ts"
import { Browser, type TabMessage } from "../../services/Browser.ts"
import { polygon } from "../../src/domain/networks.ts"
import { connect } from "../../src/flows/connect.ts"
import { deleteConnection, disconnect } from "../../src/flows/connections.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { openModal } from "../../src/flows/open.ts"
import { Modal } from "../../src/modal.ts"
import { cinderbox, createWorld, halyard, modal, rest, shelf, started, visit, walletOf, withWallet } from "./modal.ts"

const account = Effect.map(Modal, ({ core }) => core.accounts.eip155.value)
const address = Effect.map(Modal, ({ core }) => core.address.value?.toLowerCase())
const networkId = Effect.map(Modal, ({ core }) => core.accounts.eip155.value.caipNetworkId)

/** What the wallet does by itself, then what the modal knows. */
const then = (does: () => void) => Effect.andThen(Effect.sync(does), rest)

describe("What a connected wallet does by itself", () => {
  it.effect("accountsChanged: another account comes first, here and in storage", () => {
    const world = createWorld()
    const { leaf, json } = shelf()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      const before = yield* address
      yield* then(() => walletOf(world).select(1))

      const addresses = walletOf(world)
        .state()
        .addresses.map((one) => one.toLowerCase())
      assert.strictEqual(yield* address, addresses[0])
      assert.notStrictEqual(yield* address, before)
      assert.lengthOf((yield* account).connections, 1)
      assert.strictEqual(yield* networkId, "eip155:1")
      const kept = (json("connections") as { accounts: { address: string }[] }[])[0]?.accounts ?? []
      assert.deepStrictEqual(
        kept.map((one) => one.address.toLowerCase()),
        addresses,
      )
    })
    return visit(world, run, { leaves: { storage: leaf } })
  })

  it.effect("a wallet that wakes is where it stands by now, also if it went there in its sleep", () => {
    const world = createWorld()
    const { leaf, json } = shelf()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      yield* then(() => walletOf(world).lock())
      yield* then(() => walletOf(world).move(137))
      yield* then(() => walletOf(world).unlock())

      const [connection] = (yield* account).connections
      assert.strictEqual(connection?.caipNetwork?.caipNetworkId, polygon.caipNetworkId)
      assert.strictEqual(yield* networkId, "eip155:137")
      assert.nestedPropertyVal(json("connections"), "0.caipNetworkId", "eip155:137")
    })
    return visit(world, run, { leaves: { storage: leaf } })
  })

  it.effect("accountsChanged without an account: the wallet sleeps, and is the one in use again when it wakes", () => {
    const world = createWorld()
    const { leaf, json } = shelf()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      const [before, kept] = [yield* address, json("connections")]
      yield* then(() => walletOf(world).lock())
      assert.deepInclude(yield* account, { status: "disconnected", active: halyard, connections: [] })
      assert.deepStrictEqual(json("connections"), kept)
      yield* then(() => walletOf(world).unlock())

      assert.strictEqual(yield* address, before)
      assert.strictEqual((yield* account).status, "connected")
    })
    return visit(world, run, { leaves: { storage: leaf } })
  })

  it.effect("chainChanged: its network is the network, and it is that on the next visit", () => {
    const world = createWorld()
    const { leaf } = shelf()
    const leaves = { storage: leaf }
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* connect({ wallet: halyard })
      yield* then(() => walletOf(world).move(137))

      assert.strictEqual(core.network.value?.caipNetworkId, "eip155:137")
      assert.strictEqual(core.connection.value?.caipNetwork?.caipNetworkId, "eip155:137")
    })
    return Effect.gen(function* () {
      yield* visit(world, run, { leaves })

      assert.strictEqual(yield* visit({}, networkId, { leaves }), "eip155:137")
    })
  })

  it.effect("chainChanged to a network that is none of the modal's: there is no network, and the account stays", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* connect({ wallet: halyard })
      const before = yield* address
      yield* then(() => walletOf(world).move(424_242))
      assert.strictEqual(yield* networkId, "eip155:424242")
      assert.isUndefined(core.network.value)
      assert.isUndefined(core.connection.value?.caipNetwork)
      assert.strictEqual(yield* address, before)
      yield* switchNetwork({ network: "eip155:1" })

      assert.strictEqual(yield* Effect.sync(() => core.network.value?.caipNetworkId), "eip155:1")
    })
    return visit(world, run)
  })

  it.effect("a wallet that is not in use changes neither the account nor the network", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: cinderbox })
      yield* connect({ wallet: halyard })
      const before = yield* address
      yield* then(() => walletOf(world, cinderbox).move(8453))
      yield* then(() => walletOf(world, cinderbox).lock())
      yield* then(() => walletOf(world, cinderbox).unlock())

      assert.strictEqual(yield* address, before)
      assert.strictEqual(yield* networkId, "eip155:1")
      assert.strictEqual((yield* account).active, halyard)
      assert.lengthOf((yield* account).connections, 2)
    })
    return visit(world, run)
  })

  it.effect("a relay that ends its session leaves a sleeping wallet asleep", () => {
    const world = createWorld({ relay: { connect: "approve" } })
    const run = Effect.gen(function* () {
      yield* connect({ wallet: "walletConnect" })
      yield* connect({ wallet: halyard })
      yield* then(() => walletOf(world).lock())
      yield* then(() => world.phone.leave())

      assert.deepInclude(yield* account, { status: "disconnected", active: halyard, connections: [] })
    })
    return visit(world, run)
  })

  it.effect("another wallet that is connected takes its place, with the network that it stands on", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const { accounts } = yield* connect({ wallet: cinderbox })
      yield* connect({ wallet: halyard })
      yield* switchNetwork({ network: "eip155:137" })
      yield* deleteConnection({ namespace: "eip155", connectorId: halyard })

      assert.strictEqual(core.address.value, accounts[0]?.address)
      assert.strictEqual(core.network.value?.caipNetworkId, "eip155:1")
      assert.strictEqual((yield* account).status, "connected")
    })
    return visit(world, run)
  })

  it.effect("disconnect: nobody is connected", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* connect({ wallet: halyard })
      yield* openModal()
      yield* then(() => walletOf(world).leave())

      assert.isUndefined(core.address.value)
      assert.deepInclude(yield* account, { status: "disconnected", connections: [] })
    })
    return visit(world, run)
  })

  it.effect("after the visitor disconnected, nothing that it does is heard", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      yield* disconnect()
      walletOf(world).resume({ granted: true })
      yield* then(() => walletOf(world).select(1))
      yield* then(() => walletOf(world).move(137))

      assert.deepInclude(yield* account, { status: "disconnected", active: undefined, connections: [] })
      assert.strictEqual(yield* networkId, "eip155:1")
    })
    return visit(world, run)
  })

  it.effect("it is followed once, however often it is connected, and not at all in the end", () => {
    const world = createWorld()
    let listeners = 0
    const counted = withWallet(world, halyard, ({ listen }) => ({
      listen: (heard) => {
        listeners += 1
        const stop = listen(heard)
        return () => {
          listeners -= 1
          stop()
        }
      },
    }))
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
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
    return Effect.gen(function* () {
      yield* visit(counted, run)

      assert.strictEqual(listeners, 0)
    })
  })

  it.effect("changes that come fast come in their order", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      yield* then(() => {
        for (let turn = 0; turn < 50; turn++) {
          walletOf(world).select(turn % 2)
          walletOf(world).move(turn % 2 === 0 ? 1 : 137)
        }
      })

      assert.strictEqual(yield* address, walletOf(world).state().addresses[0]?.toLowerCase())
      assert.strictEqual(yield* networkId, "eip155:137")
    })
    return visit(world, run)
  })
})

describe("The other tabs of the modal", () => {
  /** A browser with another tab in it. */
  const tabs = () => {
    const told: TabMessage[] = []
    let heard = (_: TabMessage) => {}
    const leaf = Layer.effect(
      Browser,
      Effect.map(Browser, (plain) => ({
        ...plain,
        tell: (message: TabMessage) => Effect.sync(() => void told.push(message)),
        hear: (hear: (message: TabMessage) => void) =>
          Effect.sync(() => {
            heard = hear
          }),
      })),
    ).pipe(Layer.provide(browser.layer()))
    return { leaf, told, say: (message: TabMessage) => heard(message) }
  }

  const gone = { is: "disconnected", namespace: "eip155", connectorId: halyard } as const

  it.effect("sign out together: one tells, the others follow", () => {
    const { leaf, told, say } = tabs()
    const world = createWorld()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      assert.deepStrictEqual(told, [{ is: "changed" }])
      yield* then(() => say({ ...gone, namespace: "tron" }))
      yield* then(() => say({ ...gone, namespace: "solana" }))
      assert.strictEqual((yield* account).status, "connected")
      yield* then(() => say(gone))
      assert.deepInclude(yield* account, { status: "disconnected", active: undefined, connections: [] })
      yield* connect({ wallet: halyard })
      yield* disconnect()

      assert.deepStrictEqual(told.at(-1), gone)
    })
    return visit(world, run, { leaves: { browser: leaf } })
  })

  it.effect("sign out of the connection that is over, not of others beside it", () => {
    const { leaf, told, say } = tabs()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: cinderbox })
      yield* connect({ wallet: halyard })
      yield* then(() => say({ ...gone, connectorId: cinderbox }))
      assert.deepInclude(yield* account, { status: "connected", active: halyard })
      assert.lengthOf((yield* account).connections, 1)
      yield* connect({ wallet: cinderbox })
      yield* then(() => say({ ...gone, connectorId: cinderbox }))
      assert.deepInclude(yield* account, { status: "connected", active: halyard })
      yield* connect({ wallet: cinderbox })
      told.length = 0
      yield* deleteConnection({ namespace: "eip155", connectorId: halyard })

      assert.deepStrictEqual(told, [gone])
    })
    return visit({}, run, { leaves: { browser: leaf } })
  })

  it.effect("sign a wallet out that is still to come back from the last visit", () => {
    const { leaf, say } = tabs()
    const storage = shelf()
    const leaves = { browser: leaf, storage: storage.leaf }
    const slow = withWallet(createWorld(), halyard, ({ request }) => ({
      request: (input) => (input.method === "eth_accounts" ? Effect.delay(request(input), 1_000) : request(input)),
    }))
    const run = Effect.gen(function* () {
      yield* Effect.forkScoped(started)
      yield* rest
      assert.strictEqual((yield* account).status, "connecting")
      yield* then(() => say(gone))
      yield* TestClock.adjust("2 seconds")
      yield* rest

      assert.deepInclude(yield* account, { status: "disconnected", active: undefined, connections: [] })
    })
    return Effect.gen(function* () {
      yield* visit({}, connect({ wallet: halyard }), { leaves })
      yield* run.pipe(Effect.scoped, Effect.provide(modal(slow, { leaves })))
    })
  })

  it.effect("sign a sleeping wallet out too: it does not wake here", () => {
    const { leaf, say } = tabs()
    const world = createWorld()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      yield* then(() => walletOf(world).lock())
      yield* then(() => say(gone))
      yield* then(() => walletOf(world).unlock())

      assert.deepInclude(yield* account, { status: "disconnected", active: undefined, connections: [] })
    })
    return visit(world, run, { leaves: { browser: leaf } })
  })
})
