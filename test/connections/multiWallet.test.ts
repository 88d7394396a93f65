import { assert, describe, vi } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { deleteConnection, disconnect } from "../../src/connections/operations/connections.ts"
import { switchConnection, switchToConnection } from "../../src/connections/operations/switchConnection.ts"
import { recents } from "../../src/connections/state/recentConnections.ts"
import { restoring } from "../../src/connections/state/restoring.ts"
import { embeddedConnectorId } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { InvalidConnectionStatus } from "../../src/errors/index.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { mainnet, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { walletConnectId } from "../../src/wallets/first-paint/state/walletConnectConnector.ts"
import { answering, pageWith } from "../fixtures/layers.ts"
import { cinderbox, createWorld, halyard, rest, shelf, tessera, walletOf } from "../fixtures/modal.ts"
import { bothConnected, fails, pass, shownSnack, test } from "../fixtures/visits.ts"
import { approvedByPhone, connectionTo, connectMessages, listedConnections, plover } from "./multiWalletSteps.ts"

describe("Several wallets", () => {
  const sameWallets = () => ({ world: createWorld() })

  test.visits(
    "Switching a connection, connected or active: one of its accounts becomes active at once, and again after a reload",
    sameWallets,
    function* ({ look, visit, world }) {
      const inUse = look(({ core }) => core.address.value)
      const [, second = ""] = walletOf(world).state().addresses
      yield* visit(function* ({ connected, core, wallet }) {
        yield* connect({ wallet: halyard })
        yield* connect({ wallet: cinderbox })
        wallet().behave({ connect: "reject" })
        const taken = yield* switchConnection(connectionTo(halyard, second.toLowerCase()))

        assert.strictEqual(taken?.accounts[0]?.address, second)
        assert.strictEqual(core.address.value, second)
        assert.lengthOf(connected(), 2)
      })
      assert.strictEqual(yield* inUse, second)

      // The account that the user selects in the wallet wins, and stays.
      yield* visit(function* ({ core, wallet }) {
        wallet().select(1)
        wallet().select(0)
        yield* rest
        assert.notStrictEqual(core.address.value, second)
      })
      assert.notStrictEqual(yield* inUse, second)
    },
  )

  const external = () => {
    const asked: string[] = []
    const holder = { locked: false }
    const connection = (how: string) =>
      Effect.sync(() => {
        asked.push(how)
        return {
          ...connectionTo("test.external"),
          accounts: [{ address: "0x01" }, { address: "0x02" }],
          caipNetwork: mainnet,
        }
      })
    const chains = pageWith(
      { id: "test.external", name: "External", type: "EXTERNAL", chain: "eip155" },
      {
        connect: () => connection("connect"),
        reconnect: () =>
          Effect.suspend(() =>
            holder.locked ? Effect.fail(new InvalidConnectionStatus() as never) : connection("reconnect"),
          ),
      },
    )
    return { asked, holder, layers: { chains }, options: { networks: [mainnet] } }
  }
  test(
    "Switching a connection, connected or active: an external connector reconnects",
    external,
    function* ({ asked, core, holder }) {
      yield* connect({ wallet: "test.external" })
      yield* switchConnection(connectionTo("test.external", "0x02"))
      assert.deepStrictEqual(asked, ["connect", "reconnect"])
      assert.strictEqual(core.address.value, "0x02")
      holder.locked = true
      yield* switchConnection(connectionTo("test.external", "0x01"))

      assert.deepStrictEqual(asked, ["connect", "reconnect", "connect"])
      assert.strictEqual(core.address.value, "0x01")
    },
  )

  test(
    "Switching a connection, disconnected: re-run the login flow (social, email, walletConnect or external), then switch the account",
    approvedByPhone,
    function* ({ account, core, storage, wallet }) {
      const [, second = ""] = wallet().state().addresses
      yield* connect({ wallet: halyard })
      yield* disconnect()
      assert.isUndefined(core.address.value)
      yield* switchConnection(connectionTo(halyard, second))
      assert.strictEqual(core.address.value, second)
      assert.isTrue(wallet().state().granted)

      const over = yield* connect({ wallet: walletConnectId })
      const phone = over.accounts[1]?.address ?? ""
      yield* disconnect({ connectorId: walletConnectId })
      const { recentConnections } = yield* slicesOf(recents)
      assert.deepInclude(recentConnections.value[0], { connectorId: walletConnectId, name: "Fathom" })
      yield* switchConnection(connectionTo(walletConnectId, phone))
      assert.strictEqual(core.address.value, phone)
      assert.strictEqual(account().active, walletConnectId)
      yield* disconnect()
      yield* connect({ wallet: halyard })
      assert.deepStrictEqual(storage.json("disconnected_connector_ids"), [`eip155:${walletConnectId}`])
    },
  )

  test.visits("Switching a connection, anything else: error", function* ({ visit }) {
    yield* visit(connect({ wallet: halyard }))
    yield* visit(
      function* ({ account }) {
        assert.strictEqual(account().status, "connecting")
        yield* fails(switchToConnection(connectionTo(halyard)), { message: "Invalid connection status" })
        yield* connect({ wallet: cinderbox })
        assert.strictEqual((yield* switchToConnection(connectionTo(cinderbox))).connectorId, cinderbox)
        yield* pass("2 seconds")

        assert.strictEqual((yield* switchToConnection(connectionTo(halyard))).connectorId, halyard)
      },
      { world: answering("eth_accounts", (own) => Effect.delay(own, 2_000)), starting: true },
    )
  })

  test("Switching a connection, disconnected: WalletConnect is connected in the requested namespace", {
    ...approvedByPhone,
    options: { networks: [mainnet, solana] },
  }, function* ({ account, core }) {
    const taken = yield* switchConnection({ namespace: "solana", connectorId: walletConnectId })

    assert.strictEqual(taken?.namespace, "solana")
    assert.deepStrictEqual(account("solana").connections, taken ? [taken] : [])
    assert.strictEqual(core.namespace.value, "solana")
  })

  const onSolana = { options: { networks: [mainnet, solana] } }
  test("Switching a connection, anything else: error, in every namespace", onSolana, function* () {
    const { awaited } = yield* slicesOf(restoring)
    for (const [namespace, connectorId] of [
      ["eip155", halyard],
      ["solana", plover],
    ] as const) {
      awaited.add({ namespace, connectorId, accounts: [] })
      yield* fails(switchToConnection({ namespace, connectorId }), { message: "Invalid connection status" })
    }
  })

  test.visits(
    "Connection class, per namespace: one that signs out or locks is disconnected, and can be reconnected",
    sameWallets,
    function* ({ storage, visit }) {
      yield* visit(function* ({ account, wallet }) {
        const connections = () => account().connections
        yield* bothConnected
        assert.deepStrictEqual(yield* listedConnections, { connections: [halyard, cinderbox], recent: [] })
        wallet(cinderbox).lock()
        yield* rest
        assert.deepStrictEqual(yield* listedConnections, { connections: [halyard], recent: [cinderbox] })
        wallet(cinderbox).unlock()
        yield* rest
        assert.deepStrictEqual(yield* listedConnections, { connections: [halyard, cinderbox], recent: [] })
        const [used, other] = connections()
        yield* disconnect(connectionTo(halyard))

        assert.deepStrictEqual(yield* listedConnections, { connections: [cinderbox], recent: [halyard] })
        assert.isFalse(wallet().state().granted)
        const on = { caipNetworkId: mainnet.caipNetworkId, at: yield* Clock.currentTimeMillis }
        assert.deepStrictEqual(storage.json("recent_connections"), [
          { ...connectionTo(halyard), accounts: used?.accounts, name: "Halyard", ...on },
          { ...connectionTo(cinderbox), accounts: other?.accounts, name: "Cinderbox", ...on },
        ])
      })
      // The next visit lists it too, but does not connect it.
      assert.deepStrictEqual(yield* visit(listedConnections), { connections: [cinderbox], recent: [halyard] })
      yield* visit(function* ({ wallet }) {
        yield* deleteConnection(connectionTo(halyard, wallet().state().addresses[0]))
        assert.deepStrictEqual(yield* listedConnections, { connections: [cinderbox], recent: [] })
        yield* deleteConnection(connectionTo(cinderbox))
        assert.deepStrictEqual(yield* listedConnections, { connections: [], recent: [] })
      })
      assert.deepStrictEqual(storage.json("recent_connections"), [])
    },
  )

  test.visits("stay beside the active one, even one that is locked on the next visit", function* ({ visit }) {
    const locked = { script: { wallets: { [cinderbox]: { locked: true } } } }
    yield* visit(bothConnected)
    // Writes to storage while the wallet is locked.
    yield* visit(switchConnection(connectionTo(halyard)), locked)
    assert.deepStrictEqual(yield* visit(listedConnections, locked), { connections: [halyard], recent: [cinderbox] })

    assert.deepStrictEqual(yield* visit(listedConnections), { connections: [halyard, cinderbox], recent: [] })
  })

  test.visits("become recent if the site restores no connections", function* ({ storage, visit }) {
    yield* visit(connect({ wallet: halyard }))
    // A wallet that stayed locked has no account to list.
    const stored = storage.json("connections") as object[]
    storage.texts.set("connections", JSON.stringify([...stored, { ...connectionTo(cinderbox), accounts: [] }]))

    const state = yield* visit(listedConnections, { options: { enableReconnect: false } })
    assert.deepStrictEqual(state, { connections: [], recent: [halyard] })
  })

  const accounts = [undefined, "eoa", "smartAccount", "payment", "ordinal"].map((type) => ({
    address: "0x01",
    ...(type && { type }),
  }))
  const good = { namespace: "eip155", connectorId: tessera, accounts, name: "Tessera", at: 1 }
  const bad = [
    null,
    7,
    { ...good, namespace: "mars" },
    { ...good, accounts: [] },
    { ...good, at: "1" },
    { ...good, name: 4 },
  ]
  const odd = { ...good, accounts: accounts.map((one) => ({ type: "vault", ...one })) }
  const login = { ...good, connectorId: embeddedConnectorId, auth: { name: "github" } }
  const byEmail = { ...login, accounts: [{ address: "0x04" }], auth: { name: "email" } }
  const oldLogin = { ...good, connectorId: embeddedConnectorId, accounts: [{ address: "0x03" }] }
  const oddLogin = { ...oldLogin, auth: { name: "myspace" } }
  const another = { ...good, accounts: [{ address: "0x02" }] }
  const long = { ...another, name: "T".repeat(65), auth: { name: "github" } }
  const others = Array(20).fill(another)
  const stored = {
    storage: shelf({
      active_caip_network_ids: '{"eip155":"eip155:1"}',
      recent_connections: JSON.stringify([...bad, odd, login, byEmail, oldLogin, oddLogin, long, ...others]),
    }),
  }
  test("of earlier visits are read from storage only if they are valid", stored, function* () {
    const { recentConnections } = yield* slicesOf(recents)
    const read = [good, login, byEmail, oldLogin, oldLogin, { ...another, name: "T".repeat(64) }, another, another]
    assert.deepStrictEqual(recentConnections.value as readonly object[], read)
    yield* connect({ wallet: halyard })
    yield* disconnect()

    assert.deepInclude(recentConnections.value[0], { connectorId: halyard, name: "Halyard" })
    assert.lengthOf(recentConnections.value, 8)
  })

  const ofAccount = (address: string, one: object = {}) => ({ ...good, accounts: [{ address }], ...one })
  const elsewhere = [ofAccount("0x0a", { namespace: "solana" }), ofAccount("0x0a", { connectorId: halyard })]
  const three = () => ({
    storage: shelf({
      recent_connections: JSON.stringify([ofAccount("0x0a"), ofAccount("0x0b"), ofAccount("0x0c"), ...elsewhere]),
    }),
    options: { networks: [mainnet, solana] },
  })
  test("of earlier visits are deleted one by one, or all those of a wallet", three, function* ({ core, storage }) {
    yield* openModal()
    yield* deleteConnection(connectionTo(tessera, "0x0A"))
    assert.deepStrictEqual(storage.json("recent_connections"), [ofAccount("0x0b"), ofAccount("0x0c"), ...elsewhere])
    yield* deleteConnection(connectionTo(tessera))

    assert.deepStrictEqual(storage.json("recent_connections"), elsewhere)
    // There was nothing to disconnect.
    assert.isTrue(core.open.value)
    assert.isNull(storage.json("disconnected_connector_ids"))
  })
})

const growing = () => {
  const accounts = ["0x01"]
  const images = { imageUrl: "https://wallet.example/icon.png", imageId: "a1" }
  const chains = pageWith(
    { id: "test.growing", name: "Growing", type: "ANNOUNCED", chain: "eip155", ...images },
    {
      connect: () =>
        Effect.succeed({ ...connectionTo("test.growing"), accounts: accounts.map((address) => ({ address })) }),
    },
  )
  return { accounts, layers: { chains }, options: { networks: [mainnet] } }
}
test(
  "A wallet that grants more accounts than before counts as new, and one that grants no more does not",
  growing,
  function* ({ accounts }) {
    yield* connectExternal("test.growing", undefined, connectMessages)
    accounts.push("0x02")
    for (const message of ["New Wallet Added", "Already linked"]) {
      yield* connectExternal("test.growing", undefined, connectMessages)
      yield* pass("1 second")
      assert.strictEqual((yield* shownSnack).message, message)
    }
  },
)

test(
  "The wallet last used is remembered with its image, but WalletConnect is not a wallet",
  () => ({
    ...approvedByPhone,
    layers: growing().layers,
  }),
  function* () {
    const { recentWallets } = yield* slicesOf(connecting)
    yield* connect({ wallet: walletConnectId })
    assert.isEmpty(recentWallets.value)
    yield* connect({ wallet: "test.growing" })

    assert.deepStrictEqual(recentWallets.value as readonly object[], [
      { id: "test.growing", name: "Growing", image_url: "https://wallet.example/icon.png", image_id: "a1" },
    ])
  },
)

test("The page remembers between visits whether there is a connection to restore", function* ({ instance }) {
  const hints: string[] = []
  vi.stubGlobal("localStorage", { setItem: (key: string, hint: string) => hints.push(key, hint) })
  yield* Effect.addFinalizer(() => Effect.sync(() => vi.unstubAllGlobals()))
  yield* connect({ wallet: halyard })
  assert.deepStrictEqual(hints.splice(0).slice(-2), [`portico:${instance.id}:restore`, "1"])
  yield* disconnect()

  assert.deepStrictEqual(hints.slice(-2), [`portico:${instance.id}:restore`, "0"])
})
