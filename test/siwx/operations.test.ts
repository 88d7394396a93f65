import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { createWorld, demo, type World } from "../../layers/demo.ts"
import { Chains, type WalletChange } from "../../services/Chains.ts"
import { Relay, type RelayChange, type RelayProvider, type RelaySession } from "../../services/Relay.ts"
import { connect } from "../../src/connect/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { disconnect, providerOf, reconnect } from "../../src/connections/operations/connections.ts"
import { switchConnection } from "../../src/connections/operations/switchConnection.ts"
import { AdapterNotFound, ConnectFailed } from "../../src/errors/index.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { networkSupport } from "../../src/network/opening/state/support.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { base, mainnet, optimism, polygon, solana, solanaDevnet } from "../../src/options/networks.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import { activeConnection } from "../../src/stub/state.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { pairing } from "../../src/walletConnect/opening/state.ts"
import { connectRelay, pair } from "../../src/walletConnect/operations.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { settled } from "../contracts/settled.ts"
import { changed } from "../fixtures/layers.ts"
import { halyard, rest, shelf, visit } from "../fixtures/modal.ts"
import { type Setup, type Steps, test, testing, whenStarted } from "../fixtures/scenes.ts"
import { fails, pass, type Visit } from "../fixtures/visits.ts"

const address = Effect.map(CurrentModal, ({ core }) => core.address.value?.toLowerCase())
const phoneAddress = (world = createWorld()) => world.phone.state().addresses[0]?.toLowerCase()
const account = Effect.map(CurrentModal, ({ core }) => core.accounts.eip155.value)
const gone = { status: "disconnected", active: undefined, connections: [] } as const
const evm = "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9"
const other = "0xf5DA480810628F1D16c01DC30CE7A0C9bEEcCbA0"
const onSolana = `${solana.caipNetworkId}:9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM`
const onDevnet = onSolana.replace(solana.caipNetworkId, solanaDevnet.caipNetworkId)
const options = { networks: [mainnet, polygon, solana] }

/** A relay whose wallet approves these accounts at once, and may approve other networks later. */
const approving = (accounts: readonly string[], approved: readonly string[] = []) => {
  const ended: string[] = []
  let report = (_: RelayChange) => {}
  const session = (approvedCaipNetworkIds: readonly string[]): RelaySession => ({
    topic: "00",
    expiresAt: 1e9,
    accounts,
    approvedCaipNetworkIds,
    methods: [],
    peer: { name: "Fathom" },
  })
  const relay = Layer.succeed(Relay, {
    connect: () => Effect.succeed(session(approved)),
    restore: Effect.succeed(session(approved)),
    disconnect: Effect.sync(() => void ended.push("session")),
    watch: (listener) =>
      Effect.sync(() => {
        report = listener
      }),
    provider: () => Effect.fail(new ConnectFailed()),
    revive: Effect.void,
  })
  const update = (...networks: readonly string[]) => report({ type: "session", session: session(networks) })
  return { layers: { relay }, options, ended, update }
}

describe("approval over the relay", () => {
  test.started(
    "connects and stores every namespace, and keeps the active one",
    approving([onSolana, `eip155:137:${evm}`, `eip155:1:${evm}`, `eip155:1:${other}`]),
    function* ({ core, storage }) {
      const connection = yield* connectRelay({})

      assert.strictEqual(connection.namespace, "eip155")
      assert.deepStrictEqual(connection.accounts, [{ address: evm }, { address: other }])
      assert.strictEqual(core.namespace.value, "eip155")
      assert.strictEqual(core.address.value, evm)
      assert.strictEqual(core.accounts.solana.value.status, "connected")
      assert.strictEqual(
        core.accounts.solana.value.connections[0]?.accounts[0]?.address,
        onSolana.slice(solana.caipNetworkId.length + 1),
      )
      const connectors = { eip155: "walletConnect", solana: "walletConnect" }
      assert.deepStrictEqual(storage.json("connected_connector_ids"), connectors)
      assert.sameMembers(
        (storage.json("connections") as { namespace: string }[]).map(({ namespace }) => namespace),
        ["eip155", "solana"],
      )
    },
  )

  it.effect("ignores namespaces and networks that were not requested", () => {
    const cosmos = `cosmos:cosmoshub-4:cosmos1${"q".repeat(38)}`
    const { layers, ended } = approving([cosmos, onSolana, `eip155:10:${other}`, `eip155:1:${evm}`])
    return whenStarted({ layers, options: { networks: [mainnet, polygon] } }, function* ({ core }) {
      const connection = yield* connectRelay({})

      assert.deepInclude(connection, { namespace: "eip155", accounts: [{ address: evm }] })
      assert.deepStrictEqual(
        Object.values(core.accounts).map(({ value }) => value.connections.length),
        [1, 0, 0, 0, 0, 0, 0],
      )
      assert.isEmpty(ended)
    })
  })

  const unsupported = "The connector does not support any of the requested chains"
  it.effect.each([
    ["it approves accounts on another network only", onDevnet, unsupported],
    ["its adapter does not load", onSolana, "Adapter not found"],
  ] as const)("An inactive namespace connect failure shows a warning: %s", ([, inactive, cause]) => {
    const { layers } = approving([inactive, `eip155:1:${evm}`])
    const chains = changed(Chains, demo().chains, ({ get }) => ({
      get: (namespace) => (namespace === "solana" ? Effect.fail(new AdapterNotFound()) : get(namespace)),
    }))
    return whenStarted({ layers: { ...layers, chains }, options }, function* ({ core }) {
      yield* connectRelay({})
      yield* rest

      assert.strictEqual(core.accounts.eip155.value.status, "connected")
      assert.strictEqual(core.accounts.solana.value.status, "disconnected")
      const [alert, ...more] = core.alerts.value
      assert.isEmpty(more)
      assert.deepInclude(alert, { code: "APKTW001", variant: "warning", title: "Inactive Namespace Not Connected" })
      assert.include(alert?.text, `the inactive namespace solana: ${cause}`)
    })
  })

  it.effect(
    "Wallet-relay network switch: an unsupported chain id of Solana sets an unsupported-network state, too",
    () => {
      let report = (_: WalletChange) => {}
      const chains = changed(Chains, demo().chains, ({ get }) => ({
        get: (namespace) =>
          Effect.map(get(namespace), (own) => ({
            ...own,
            watch: (_: string, changed: (change: WalletChange) => void) =>
              Effect.sync(() => {
                report = changed
              }),
          })),
      }))
      const { layers } = approving([onSolana])
      return whenStarted({ layers: { ...layers, chains }, options: { networks: [solana] } }, function* ({ instance }) {
        const { unsupported } = yield* slicesOf(networkSupport)
        yield* connectRelay({})
        assert.isFalse(unsupported.value)
        report({ type: "chain", caipNetworkId: solanaDevnet.caipNetworkId })
        yield* rest

        assert.isTrue(unsupported.value)
        assert.deepInclude(snapshot(instance), {
          selectedNetworkId: solanaDevnet.caipNetworkId,
          view: "UnsupportedChain",
        })
        report({ type: "chain", caipNetworkId: solana.caipNetworkId })
        yield* rest

        assert.isFalse(unsupported.value)
      })
    },
  )

  test.started(
    "ends in every namespace, here and for the next visit, when the visitor disconnects one",
    approving([onSolana, `eip155:1:${evm}`]),
    function* ({ core, ended, storage }) {
      yield* connectRelay({})
      yield* disconnect({ namespace: "eip155" })

      assert.deepStrictEqual(ended, ["session"])
      for (const namespace of ["eip155", "solana"] as const)
        assert.deepInclude(core.accounts[namespace].value, { status: "disconnected", connections: [] })
      assert.deepStrictEqual(storage.json("connections"), [])
      const disconnected = storage.json("disconnected_connector_ids") as string[]
      assert.sameMembers(disconnected, ["eip155:walletConnect", "solana:walletConnect"])
    },
  )

  it.effect.each([
    ["none of the modal's networks", [`eip155:10:${evm}`]],
    ["nothing", []],
    ["malformed accounts", ["", "eip155:1", `eip155:1:${evm}:0`, `tron:1:${evm}`, "eip155:1:"]],
  ] as const)(
    "fails with 'The connector does not support any of the requested chains', and ends the session, for %s",
    ([, accounts]) => {
      const { layers, ended } = approving(accounts)
      return whenStarted({ layers }, function* () {
        yield* fails(connectRelay({}), { message: unsupported })
        assert.deepStrictEqual(ended, ["session"])
        assert.deepInclude(yield* account, { status: "disconnected", connections: [] })
      })
    },
  )
})

describe("approved networks", () => {
  const networkState = Effect.map(CurrentModal, (instance) => snapshot(instance).chains.eip155?.networkState)
  /** A phone that supports Ethereum and Base, and cannot add networks. */
  const limited = { relay: { connect: "approve", chains: [1, 8453] } } as const
  const some = { supportsAllNetworks: false, approvedCaipNetworkIds: ["eip155:1", "eip155:8453"] }
  const any = { supportsAllNetworks: true, approvedCaipNetworkIds: undefined }

  it.effect("are those of the relay session, after a reload too, until the visitor disconnects", () => {
    const setup = { script: limited, storage: shelf() }
    return Effect.andThen(
      whenStarted(setup, function* () {
        assert.deepInclude(yield* networkState, any)
        yield* settled(pair())
        assert.deepInclude(yield* networkState, some)
      }),
      whenStarted(setup, function* () {
        assert.deepInclude(yield* networkState, some)
        yield* disconnect()
        assert.deepInclude(yield* networkState, any)
      }),
    )
  })

  test.started("are restored once a locked wallet is unlocked", { script: limited }, function* ({ world }) {
    yield* settled(pair())
    world.phone.lock()
    yield* rest
    assert.deepInclude(yield* networkState, any)
    world.phone.unlock()
    yield* rest

    assert.deepInclude(yield* networkState, some)
  })

  test.started("belong to the active connection", { script: limited }, function* () {
    yield* settled(pair())
    yield* connect({ wallet: halyard })
    assert.deepInclude(yield* networkState, any)
    yield* switchConnection({ namespace: "eip155", connectorId: "walletConnect" })

    assert.deepInclude(yield* networkState, some)
  })

  test.started(
    "do not limit a relay wallet that can add networks",
    { script: { relay: "scan" } },
    function* ({ core }) {
      yield* settled(pair())
      core.networks.value = [...core.networks.value, optimism]
      assert.deepInclude(yield* networkState, {
        supportsAllNetworks: true,
        approvedCaipNetworkIds: ["eip155:1", "eip155:8453", "eip155:137"],
      })
      yield* settled(switchNetwork({ network: optimism.caipNetworkId }))

      assert.strictEqual(core.network.value?.caipNetworkId, optimism.caipNetworkId)
    },
  )

  test.started("of a browser wallet are those listed by its connector", function* () {
    const { installed } = yield* slicesOf(wallets)
    const chains = [base.caipNetworkId, solana.caipNetworkId]
    installed.value = installed.value.map((one) => (one.id === halyard ? { ...one, chains } : one))
    yield* connect({ wallet: halyard })

    const onlyBase = { supportsAllNetworks: false, approvedCaipNetworkIds: [base.caipNetworkId] }
    assert.deepInclude(yield* networkState, onlyBase)
  })

  const approvals = Effect.map(CurrentModal, ({ core }) =>
    [core.accounts.eip155, core.accounts.solana].map(
      ({ value }) => activeConnection(value)?.approval?.caipNetworkIds ?? value.status,
    ),
  )
  const both = () => approving([`eip155:1:${evm}`, onSolana], [mainnet.caipNetworkId, solana.caipNetworkId])

  test.started("follow an update of the relay session", both(), function* ({ update }) {
    yield* connectRelay({})
    assert.deepStrictEqual(yield* approvals, [["eip155:1"], [solana.caipNetworkId]])
    update("eip155:1", "eip155:137", solana.caipNetworkId)
    yield* rest

    assert.deepStrictEqual(yield* approvals, [["eip155:1", "eip155:137"], [solana.caipNetworkId]])
  })

  test.started(
    "disconnect a namespace that an update omits, here and for the next visit",
    both(),
    function* ({ storage, update }) {
      yield* connectRelay({})
      update("eip155:1")
      yield* rest

      assert.deepStrictEqual(yield* approvals, [["eip155:1"], "disconnected"])
      assert.deepStrictEqual(storage.json("connected_connector_ids"), { eip155: "walletConnect" })
    },
  )
})

describe("relay session", () => {
  /** Storage of a visit during which the phone scanned the QR code. */
  const scanned = Effect.gen(function* () {
    const storage = shelf()
    yield* whenStarted({ script: { relay: "scan" }, storage }, function* () {
      yield* settled(pair())
      assert.strictEqual(yield* address, phoneAddress())
    })
    return storage
  })
  /** Runs the steps in a later visit. Returns the storage for one more visit. */
  const whenRestored = (setup: Setup, steps: Steps) =>
    Effect.tap(scanned, (storage) => whenStarted({ ...setup, storage }, steps))
  const test = testing(whenRestored)

  /** Address at the start of a visit with this storage. */
  const addressIn = (storage: Visit["storage"]) => visit({}, address, { layers: { storage: storage.layer } })

  /** The visitor opens the view with the QR code, and the phone scans it. */
  const scanAgain = Effect.fnUntraced(function* ({ phone }: World) {
    const view = yield* Effect.forkChild(pair())
    yield* rest
    phone.approve()
    yield* Fiber.join(view)
    assert.isDefined(yield* address)
  })

  test("is restored after a reload, with a working provider", function* ({ world }) {
    assert.strictEqual(yield* address, phoneAddress(world))
    const provider = (yield* providerOf("eip155")) as { request: (input: object) => Promise<string[]> }
    const [first] = yield* settled(Effect.promise(() => provider.request({ method: "eth_accounts" })))
    assert.strictEqual(first?.toLowerCase(), phoneAddress(world))
  })

  test.visits("A session is removed when the wallet disconnects it", function* () {
    const storage = yield* whenRestored({}, function* ({ world, storage }) {
      world.phone.leave()
      yield* rest

      assert.deepInclude(yield* account, gone)
      assert.deepStrictEqual(storage.json("connections"), [])
      yield* scanAgain(world)
      world.phone.leave()
      yield* rest
      assert.isUndefined(yield* address)
    })
    assert.isUndefined(yield* addressIn(storage))
  })

  test.visits("ends on both sides when the visitor disconnects", function* () {
    const world = createWorld()
    const storage = yield* whenRestored({ world }, function* () {
      yield* disconnect()
    })
    assert.isFalse(world.phone.state().granted)
    assert.isFalse(storage.texts.has("demo_relay"))
    assert.isUndefined(yield* addressIn(storage))
  })

  test.visits("is kept while the site has WalletConnect off, and restored once it is on again", function* () {
    const setup = { script: { faults: { relay: { offline: true } } }, options: { enableWalletConnect: false } }
    const storage = yield* whenRestored(setup, function* ({ world, storage }) {
      const session = storage.texts.get("demo_relay")
      assert.isDefined(session)
      assert.deepInclude(yield* account, gone)
      const reconnecting = reconnect({ namespace: "eip155", connectorId: "walletConnect" })
      yield* fails(reconnecting, { message: "WalletConnectConnector not found" })
      assert.strictEqual(world.faults.requestCount("relay"), 0)
      yield* connect({ wallet: halyard })
      yield* disconnect()
      assert.strictEqual((yield* account).status, "disconnected")
      assert.strictEqual(storage.texts.get("demo_relay"), session)
    })
    assert.strictEqual(yield* addressIn(storage), phoneAddress())
  })

  test.visits("is ended when the site has WalletConnect and reconnecting off", function* () {
    const options = { enableWalletConnect: false, enableReconnect: false }
    const { json, texts } = yield* whenRestored({ options }, function* () {
      yield* account
    })
    assert.isFalse(texts.has("demo_relay"))
    assert.deepStrictEqual(json("connections"), [])
  })

  test("Sessions expire and are then deleted: distinguished from a locked wallet, with a way to reconnect", function* ({
    world,
    core,
    storage,
  }) {
    const { lapsed } = yield* slicesOf(connecting)
    yield* openModal()
    assert.strictEqual(core.route.value?.name, "Account")
    yield* pass("7 days")

    assert.deepInclude(yield* account, gone)
    assert.propertyVal(lapsed.value, "wallet", world.phone.name)
    assert.deepStrictEqual(core.stack.value, [{ name: "Connect" }])
    assert.isTrue(core.open.value)
    assert.deepStrictEqual(storage.json("connections"), [])
    assert.isFalse(storage.texts.has("demo_relay"))
    yield* scanAgain(world)
    assert.isUndefined(lapsed.value)
  })

  test.visits("is not restored, and reported as expired once, after it expired between visits", function* () {
    const storage = yield* scanned
    yield* TestClock.adjust("8 days")
    const lapsed = Effect.map(slicesOf(connecting), ({ lapsed }) => lapsed.value)
    yield* whenStarted({ storage }, function* ({ world }) {
      yield* rest
      assert.deepInclude(yield* account, gone)
      assert.propertyVal(yield* lapsed, "wallet", world.phone.name)
      assert.deepStrictEqual(storage.json("connections"), [])
    })
    yield* whenStarted({ storage }, function* () {
      assert.isUndefined(yield* lapsed)
    })
  })

  test.visits("is neither restored nor reported as expired if the relay lost it", function* () {
    const storage = yield* scanned
    storage.texts.delete("demo_relay")
    yield* whenStarted({ storage }, function* () {
      const { lapsed } = yield* slicesOf(connecting)
      yield* rest
      assert.deepInclude(yield* account, gone)
      assert.isUndefined(lapsed.value)
      assert.deepStrictEqual(storage.json("connections"), [])
    })
  })

  test("closes the account view when the wallet ends it", function* ({ world, core }) {
    yield* openModal()
    world.phone.leave()
    yield* rest

    assert.isFalse(core.open.value)
    assert.deepStrictEqual(core.stack.value, [{ name: "Connect" }])
  })

  test("follows the wallet to another account and network", function* ({ world, core }) {
    world.phone.select(1)
    world.phone.move(137)
    yield* rest

    assert.strictEqual(yield* address, phoneAddress(world))
    assert.strictEqual(core.network.value?.caipNetworkId, "eip155:137")
  })

  test.visits("Switching chain updates the default chain", function* () {
    const storage = yield* whenRestored({}, function* ({ core }) {
      const provider = (yield* providerOf("eip155")) as RelayProvider
      const request = (method: string) => Effect.promise(() => provider.request({ method }))
      const events: unknown[] = []
      for (const event of ["chainChanged", "accountsChanged"] as const)
        provider.on(event, (value) => events.push([event, value]))
      yield* settled(switchNetwork({ network: "eip155:137" }))

      assert.strictEqual(core.network.value?.caipNetworkId, "eip155:137")
      assert.strictEqual(yield* request("eth_chainId"), "0x89")
      assert.deepStrictEqual(events, [
        ["chainChanged", "0x89"],
        ["accountsChanged", yield* request("eth_accounts")],
      ])
    })
    yield* whenStarted({ storage }, function* ({ core }) {
      assert.strictEqual(core.network.value?.caipNetworkId, "eip155:137")
    })
  })

  test("Wallet-relay network switch: an unsupported chain id sets an unsupported-network state", function* ({
    world,
    instance,
  }) {
    const { unsupported } = yield* slicesOf(networkSupport)
    assert.isFalse(unsupported.value)
    world.phone.move(424242)
    yield* rest

    assert.isTrue(unsupported.value)
    const { selectedNetworkId, view, chains } = snapshot(instance)
    assert.strictEqual(selectedNetworkId, "eip155:424242")
    assert.propertyVal(chains.eip155?.networkState, "caipNetwork", undefined)
    assert.strictEqual(view, "UnsupportedChain")
    assert.isDefined(yield* address)
    world.phone.move(1)
    yield* rest

    assert.isFalse(unsupported.value)
    assert.isUndefined(snapshot(instance).view)
  })

  test("reports a lost relay connection, and clears the report once it is back", function* ({ world }) {
    const { error } = yield* slicesOf(pairing)
    world.faults.set("relay", { offline: true })
    yield* rest
    assert.strictEqual(error.value?.message, "Failed to connect")
    assert.isDefined(yield* address)
    world.faults.heal()
    yield* rest

    assert.isUndefined(error.value)
  })
})
