import { assert, describe, vi } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Chain } from "../../services/Chains.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import {
  addWallet,
  connectAgain,
  forget,
  learnWallets,
  signOutOf,
  switchTo,
} from "../../src/connections/flows/profileWallets.ts"
import {
  deleteConnection,
  disconnect,
  forgetConnection,
  signOutOfWallets,
} from "../../src/connections/operations/connections.ts"
import { switchConnection, switchToConnection } from "../../src/connections/operations/switchConnection.ts"
import { profileWallets } from "../../src/connections/state/profileWallets.ts"
import { recents } from "../../src/connections/state/recentConnections.ts"
import { restoring } from "../../src/connections/state/restoring.ts"
import { embeddedConnectorId } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { InvalidConnectionStatus, UnknownFailure } from "../../src/errors/index.ts"
import { closeModal, goBack, goTo, openModal } from "../../src/navigation/opening/flows.ts"
import { snack } from "../../src/notifications/first-paint/state.ts"
import { dismissAlert } from "../../src/notifications/flows.ts"
import { bitcoin, mainnet, polygon, solana } from "../../src/options/networks.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { pair } from "../../src/walletConnect/operations.ts"
import { walletConnectId } from "../../src/wallets/first-paint/state/walletConnectConnector.ts"
import { settled } from "../contracts/settled.ts"
import { answering, changedChains, listening, pageWith } from "../fixtures/layers.ts"
import { cinderbox, createWorld, halyard, rest, shelf, tessera, walletOf } from "../fixtures/modal.ts"
import { ended as done } from "../fixtures/time.ts"
import { begun, bothConnected, fails, pass, shownSnack, test, visiting } from "../fixtures/visits.ts"

const plover = "example.plover"
const said = Effect.map(slicesOf(snack), ({ shown }) => shown.value.message)
const to = (connectorId: string, address?: string) =>
  ({ namespace: "eip155", connectorId, ...(address && { address }) }) as const
const told = { wallet: "Wallet switched", account: "Account switched", failed: "Failed to switch wallet" }
const ended = { done: "Wallet disconnected", failed: "Failed to disconnect wallet" }
const joined = { messages: { added: "New Wallet Added", linked: "Already linked" } }

const scanned = { script: { relay: { connect: "approve", delay: 0 } } } as const

type Listed = Readonly<Record<string, readonly { readonly connectorId: string }[]>>
/** The connectors that the modal lists as connected, and as recent. */
const shown = Effect.map(CurrentModal, (instance) => {
  const state = snapshot(instance) as unknown as Readonly<Record<"connections" | "recentConnections", Listed>>
  const ids = (list: Listed[string] = []) => list.map(({ connectorId }) => connectorId)
  return { connections: ids(state.connections.eip155), recent: ids(Object.values(state.recentConnections).flat()) }
})

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
        const taken = yield* switchConnection(to(halyard, second.toLowerCase()))

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
        return { ...to("test.external"), accounts: [{ address: "0x01" }, { address: "0x02" }], caipNetwork: mainnet }
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
      yield* switchConnection(to("test.external", "0x02"))
      assert.deepStrictEqual(asked, ["connect", "reconnect"])
      assert.strictEqual(core.address.value, "0x02")
      holder.locked = true
      yield* switchConnection(to("test.external", "0x01"))

      assert.deepStrictEqual(asked, ["connect", "reconnect", "connect"])
      assert.strictEqual(core.address.value, "0x01")
    },
  )

  test(
    "Switching a connection, disconnected: re-run the login flow (social, email, walletConnect or external), then switch the account",
    scanned,
    function* ({ account, core, storage, wallet }) {
      const [, second = ""] = wallet().state().addresses
      yield* connect({ wallet: halyard })
      yield* disconnect()
      assert.isUndefined(core.address.value)
      yield* switchConnection(to(halyard, second))
      assert.strictEqual(core.address.value, second)
      assert.isTrue(wallet().state().granted)

      const over = yield* connect({ wallet: walletConnectId })
      const phone = over.accounts[1]?.address ?? ""
      yield* disconnect({ connectorId: walletConnectId })
      const { recentConnections } = yield* slicesOf(recents)
      assert.deepInclude(recentConnections.value[0], { connectorId: walletConnectId, name: "Fathom" })
      yield* switchConnection(to(walletConnectId, phone))
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
        yield* fails(switchToConnection(to(halyard)), { message: "Invalid connection status" })
        yield* connect({ wallet: cinderbox })
        assert.strictEqual((yield* switchToConnection(to(cinderbox))).connectorId, cinderbox)
        yield* pass("2 seconds")

        assert.strictEqual((yield* switchToConnection(to(halyard))).connectorId, halyard)
      },
      { world: answering("eth_accounts", (own) => Effect.delay(own, 2_000)), starting: true },
    )
  })

  test("Switching a connection, disconnected: WalletConnect is connected in the requested namespace", {
    ...scanned,
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
        assert.deepStrictEqual(yield* shown, { connections: [halyard, cinderbox], recent: [] })
        wallet(cinderbox).lock()
        yield* rest
        assert.deepStrictEqual(yield* shown, { connections: [halyard], recent: [cinderbox] })
        wallet(cinderbox).unlock()
        yield* rest
        assert.deepStrictEqual(yield* shown, { connections: [halyard, cinderbox], recent: [] })
        const [used, other] = connections()
        yield* disconnect(to(halyard))

        assert.deepStrictEqual(yield* shown, { connections: [cinderbox], recent: [halyard] })
        assert.isFalse(wallet().state().granted)
        const on = { caipNetworkId: mainnet.caipNetworkId, at: yield* Clock.currentTimeMillis }
        assert.deepStrictEqual(storage.json("recent_connections"), [
          { ...to(halyard), accounts: used?.accounts, name: "Halyard", ...on },
          { ...to(cinderbox), accounts: other?.accounts, name: "Cinderbox", ...on },
        ])
      })
      // The next visit lists it too, but does not connect it.
      assert.deepStrictEqual(yield* visit(shown), { connections: [cinderbox], recent: [halyard] })
      yield* visit(function* ({ wallet }) {
        yield* deleteConnection(to(halyard, wallet().state().addresses[0]))
        assert.deepStrictEqual(yield* shown, { connections: [cinderbox], recent: [] })
        yield* deleteConnection(to(cinderbox))
        assert.deepStrictEqual(yield* shown, { connections: [], recent: [] })
      })
      assert.deepStrictEqual(storage.json("recent_connections"), [])
    },
  )

  test.visits("stay beside the active one, even one that is locked on the next visit", function* ({ visit }) {
    const locked = { script: { wallets: { [cinderbox]: { locked: true } } } }
    yield* visit(bothConnected)
    // Writes to storage while the wallet is locked.
    yield* visit(switchConnection(to(halyard)), locked)
    assert.deepStrictEqual(yield* visit(shown, locked), { connections: [halyard], recent: [cinderbox] })

    assert.deepStrictEqual(yield* visit(shown), { connections: [halyard, cinderbox], recent: [] })
  })

  test.visits("become recent if the site restores no connections", function* ({ storage, visit }) {
    yield* visit(connect({ wallet: halyard }))
    // A wallet that stayed locked has no account to list.
    const stored = storage.json("connections") as object[]
    storage.texts.set("connections", JSON.stringify([...stored, { ...to(cinderbox), accounts: [] }]))

    const state = yield* visit(shown, { options: { enableReconnect: false } })
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
    yield* deleteConnection(to(tessera, "0x0A"))
    assert.deepStrictEqual(storage.json("recent_connections"), [ofAccount("0x0b"), ofAccount("0x0c"), ...elsewhere])
    yield* deleteConnection(to(tessera))

    assert.deepStrictEqual(storage.json("recent_connections"), elsewhere)
    // There was nothing to disconnect.
    assert.isTrue(core.open.value)
    assert.isNull(storage.json("disconnected_connector_ids"))
  })
})

describe("With multi-wallet on,", () => {
  test("connecting a second one keeps the first and shows the wallets", function* ({ core, views }) {
    yield* openModal()
    yield* connectExternal(halyard, undefined, joined)
    assert.isFalse(core.open.value)
    yield* openModal({ view: "ProfileWallets" })
    yield* addWallet("eip155")
    assert.deepStrictEqual(core.route.value, { name: "ConnectWallets", namespace: "eip155" })
    yield* goTo({ name: "ConnectingExternal", connector: cinderbox })
    // Back leads to the choice of another wallet.
    yield* goBack()
    assert.strictEqual(core.route.value?.name, "ConnectWallets")
    yield* goTo({ name: "ConnectingExternal", connector: cinderbox })
    yield* connectExternal(cinderbox, undefined, joined)
    yield* rest

    assert.deepStrictEqual(views(), ["ProfileWallets"])
    assert.strictEqual(yield* said, "New Wallet Added")
    assert.deepStrictEqual(yield* shown, { connections: [cinderbox, halyard], recent: [] })
    yield* connectExternal(halyard, undefined, joined)
    yield* pass("1 second")
    assert.strictEqual(yield* said, "Already linked")
  })

  test(
    "scanning a QR code with a wallet connected shows the wallets above the account",
    scanned,
    function* ({ views }) {
      yield* connect({ wallet: halyard })
      yield* openModal()
      yield* goTo({ name: "AllWallets" })
      yield* goTo({ name: "ConnectingWalletConnect" })
      yield* pair(undefined, joined)
      yield* rest

      assert.deepStrictEqual(views(), ["Account", "ProfileWallets"])
      assert.strictEqual(yield* said, "New Wallet Added")
    },
  )

  const twoChains = { options: { networks: [mainnet, solana] } }
  test(
    "connecting one of another chain leads back to the wallets, if the visitor came from there",
    twoChains,
    function* ({ core, views }) {
      yield* connect({ wallet: plover })
      yield* openModal()
      yield* connectExternal(halyard, "eip155", joined)
      assert.isFalse(core.open.value)
      yield* disconnect(to(halyard))
      yield* openModal({ view: "ProfileWallets" })
      yield* goTo({ name: "ConnectingExternal", connector: halyard, namespace: "eip155" })
      yield* connectExternal(halyard, "eip155", joined)
      assert.deepStrictEqual(views(), ["ProfileWallets"])
      yield* closeModal()
      yield* openModal()
      yield* connectExternal(cinderbox, "eip155")

      assert.deepStrictEqual(views(), ["Account", "ProfileWallets"])
    },
  )

  test("a wallet that is connected for an account uses it, even if no wallet was connected before", function* ({
    core,
    wallet,
  }) {
    const [, second = ""] = wallet().state().addresses
    yield* connectExternal(halyard, "eip155", { account: second })

    assert.strictEqual(core.address.value, second)
  })

  const accounts = [{ address: "0x0a" }, { address: "0x0b" }]
  const sharing = changedChains((own) => ({
    connect: (request) => Effect.map(own.connect(request), (connection) => ({ ...connection, accounts })),
  }))
  test("the account is selected only in the wallet that was connected for it", sharing, function* ({ account }) {
    yield* connect({ wallet: cinderbox })
    yield* connectExternal(halyard, "eip155", { account: "0x0b" })

    assert.deepStrictEqual(
      account().connections.map((one) => [one.connectorId, one.accounts[0]?.address]),
      [
        [halyard, "0x0b"],
        [cinderbox, "0x0a"],
      ],
    )
  })

  test("Disconnect: with multi-wallet, the modal stays open if other connections remain", {
    options: { networks: [mainnet, solana, bitcoin] },
  }, function* ({ account, core }) {
    yield* connect({ wallet: plover })
    yield* bothConnected
    yield* openModal()
    yield* signOutOfWallets()
    assert.isTrue(core.open.value)
    assert.strictEqual(account().active, cinderbox)
    yield* signOutOfWallets()
    assert.isTrue(core.open.value)
    assert.strictEqual(core.namespace.value, "solana")
    assert.isDefined(core.address.value)
    yield* signOutOfWallets()
    assert.isFalse(core.open.value)
    yield* bothConnected
    yield* openModal({ view: "ProfileWallets" })
    yield* signOutOf(to(halyard), ended)
    yield* rest
    assert.isTrue(core.open.value)
    assert.strictEqual(yield* said, "Wallet disconnected")
    yield* signOutOf({ namespace: "eip155" }, ended)

    assert.isFalse(core.open.value)
    assert.deepStrictEqual(yield* shown, { connections: [], recent: [cinderbox, halyard, plover] })
  })

  test("a wallet of another chain becomes active when the active one disconnects", {
    ...scanned,
    options: { networks: [mainnet, solana] },
  }, function* ({ core, world }) {
    yield* connect({ wallet: plover })
    yield* connect({ wallet: walletConnectId })
    yield* switchConnection(to(walletConnectId))
    yield* openModal({ view: "Account" })
    world.phone.leave()
    yield* rest

    assert.isTrue(core.open.value)
    assert.strictEqual(core.namespace.value, "solana")
    assert.isDefined(core.address.value)
  })

  test("a locked active wallet keeps the modal open when the visitor signs out of another", function* ({
    core,
    wallet,
  }) {
    yield* bothConnected
    yield* openModal({ view: "ProfileWallets" })
    wallet().lock()
    yield* rest
    yield* signOutOf(to(cinderbox), ended)
    assert.isTrue(core.open.value)
    yield* signOutOf(to(halyard), ended)

    assert.isFalse(core.open.value)
  })

  test("switching shows its outcome, and ignores a second click", function* ({ account, core, wallet }) {
    const { busy } = yield* slicesOf(profileWallets)
    const [first = "", second = ""] = wallet().state().addresses
    const [other = ""] = wallet(cinderbox).state().addresses
    yield* connect({ wallet: halyard })
    yield* connect({ wallet: cinderbox })
    for (const [connectorId, address, message] of [
      [halyard, second, "Wallet switched"],
      [halyard, first, "Account switched"],
      ["unknown", first, "Failed to switch wallet"],
    ] as const) {
      yield* switchTo({ ...to(connectorId), address }, told)
      yield* pass("1 second")
      assert.strictEqual(yield* said, message)
    }
    assert.strictEqual((yield* shownSnack).variant, "error")

    yield* signOutOf(to(cinderbox), ended)
    wallet(cinderbox).behave({ connect: "hang" })
    const pressed = yield* begun(switchTo({ ...to(cinderbox), address: other }, told))
    assert.strictEqual(busy.value, `switch:eip155:${cinderbox}:${other}`)
    yield* switchTo({ ...to(halyard), address: second }, told)
    assert.strictEqual(core.address.value, first)
    assert.strictEqual(account().status, "connected")
    wallet(cinderbox).approve()
    yield* Fiber.join(pressed)
    assert.isUndefined(busy.value)
    assert.strictEqual(core.address.value, other)
    assert.isEmpty(core.alerts.value)

    yield* disconnect()
    assert.isUndefined(core.address.value)
    yield* settled(switchTo({ ...to(halyard), address: second }, told))
    assert.strictEqual(core.address.value, second)
    assert.strictEqual(yield* said, "Wallet switched")
  })

  const bothChains = { ...scanned, options: { networks: [mainnet, solana] } }
  test("switching to another chain of the same wallet counts as another wallet", bothChains, function* ({ account }) {
    yield* connect({ wallet: walletConnectId })
    const [{ accounts: [used] = [] } = {}] = account("solana").connections
    yield* settled(switchTo({ namespace: "solana", connectorId: walletConnectId, address: used?.address ?? "" }, told))

    assert.strictEqual(yield* said, "Wallet switched")
  })

  const revoking = () => ({ world: answering("wallet_revokePermissions", (own) => Effect.delay(own, 1_000)) })
  test("only the button of the running action is busy", revoking, function* ({ wallet }) {
    const { busy } = yield* slicesOf(profileWallets)
    const [address = ""] = wallet().state().addresses
    const messages = { done: "", failed: "" }
    for (const [key, action] of [
      [`end:eip155:${halyard}`, signOutOf(to(halyard), messages)],
      ["end:eip155:", signOutOf({ namespace: "eip155" }, messages)],
      [`forget:eip155:${halyard}:${address}`, forget({ ...to(halyard), address }, messages)],
    ] as const) {
      yield* connect({ wallet: halyard })
      const pressed = yield* begun(action)
      assert.strictEqual(busy.value, key)
      yield* pass("1 second")
      yield* done(pressed)
      assert.isUndefined(busy.value)
    }
  })

  /** The name of the first account that is looked up is slow, and fails once. */
  const naming = () => {
    const asked: string[] = []
    const identity: Chain["identity"] = ({ network, address }) =>
      Effect.suspend(() =>
        asked.push(network.caipNetworkId) === 1
          ? Effect.andThen(Effect.sleep("1 second"), Effect.fail(new UnknownFailure()))
          : Effect.succeed({ name: `${address}.eth` }),
      )
    return { asked, options: { networks: [solana, mainnet, polygon] }, ...changedChains(() => ({ identity })) }
  }
  test(
    "each account gets its name, read again after 30 s if that failed",
    naming,
    function* ({ asked, wallet, world }) {
      const { identities } = yield* slicesOf(profileWallets)
      const [first = "", second = ""] = wallet().state().addresses
      const names = () => Object.entries(identities.value).map(([key, { name }]) => [key, name])
      yield* connect({ wallet: halyard })
      world.faults.set("api", { offline: true })
      wallet().move(137)
      yield* rest
      const reading = yield* begun(learnWallets("eip155"))
      assert.deepStrictEqual(names(), [[`eip155:${second}`, `${second}.eth`]])
      yield* pass("1 second")
      assert.deepStrictEqual(asked, Array(2).fill(polygon.caipNetworkId))
      yield* pass(29_999)
      assert.lengthOf(asked, 2)
      yield* pass(1)
      assert.lengthOf(asked, 3)
      yield* done(reading)

      assert.sameDeepMembers(
        names(),
        [first, second].map((address) => [`eip155:${address}`, `${address}.eth`]),
      )
      // A wallet on a network that the site lacks.
      identities.value = {}
      yield* connect({ wallet: cinderbox })
      wallet(cinderbox).move(31_337)
      yield* rest
      yield* learnWallets("eip155")
      assert.strictEqual(asked.at(-1), mainnet.caipNetworkId)
    },
  )

  test("a recent one is reconnected in its own view, with its last account", function* ({ core, views, wallet }) {
    const [, second = ""] = wallet().state().addresses
    const recent = { ...to(halyard), address: second }
    yield* bothConnected
    yield* switchConnection(recent)
    yield* disconnect(to(halyard))
    yield* openModal({ view: "ProfileWallets" })
    yield* learnWallets("eip155")
    yield* connectAgain(recent, "Halyard")
    assert.deepStrictEqual(core.route.value as object, {
      name: "ConnectingExternal",
      connector: halyard,
      namespace: "eip155",
      account: second,
    })
    yield* connectExternal(halyard, "eip155", { account: second, ...joined })
    yield* rest

    assert.strictEqual(core.address.value, second)
    assert.deepStrictEqual(views(), ["ProfileWallets"])
    yield* disconnect(to(halyard))
    yield* forget(recent, { done: "Wallet deleted", failed: "" })
    yield* pass("1 second")
    assert.strictEqual(yield* said, "Wallet deleted")
    assert.deepStrictEqual(yield* shown, { connections: [cinderbox], recent: [] })
    yield* connectAgain({ ...to(walletConnectId), address: second }, "Fathom")
    assert.deepStrictEqual(core.route.value as object, { name: "ConnectingWalletConnect", account: second })
    yield* goBack()
    const { recentWallets } = yield* slicesOf(connecting)
    recentWallets.value = ["Halyard", "Fathom"].map((name) => ({ id: `the ID of ${name}`, name }))
    yield* connectAgain({ ...to(walletConnectId), address: second }, "Fathom")
    const route = { name: "ConnectingWalletConnect", account: second, wallet: "the ID of Fathom" }
    assert.deepStrictEqual(core.route.value as object, route)
  })

  const deaf = () => {
    const { events, telemetry } = listening()
    const chains = pageWith(
      { id: "test.deaf", name: "Deaf", type: "ANNOUNCED", chain: "eip155" },
      {
        connect: () => Effect.succeed({ ...to("test.deaf"), accounts: [{ address: "0x01" }] }),
        disconnect: () => Effect.fail(new InvalidConnectionStatus() as never),
      },
    )
    return { events, layers: { chains, telemetry }, options: { networks: [mainnet] } }
  }
  test("a failed sign-out is reported, and the wallet is disconnected here", deaf, function* ({ events }) {
    yield* connect({ wallet: "test.deaf" })
    yield* signOutOf(to("test.deaf"), ended)
    yield* rest

    assert.deepInclude(yield* shownSnack, { message: "Failed to disconnect wallet", variant: "error" })
    assert.deepStrictEqual(yield* shown, { connections: [], recent: ["test.deaf"] })
    const message = "Failed to disconnect chains: Invalid connection status"
    assert.deepInclude(events, { event: "DISCONNECT_ERROR", properties: { message } })
    const { recentConnections } = yield* slicesOf(recents)
    const facts = { name: "Deaf", at: yield* Clock.currentTimeMillis }
    assert.deepStrictEqual(recentConnections.value as readonly object[], [
      { ...to("test.deaf"), accounts: [{ address: "0x01" }], ...facts },
    ])
    // Its connection has ended already.
    yield* forgetConnection(to("test.deaf"))
    assert.isEmpty(recentConnections.value)
    yield* connectAgain({ ...to("test.deaf"), address: "0x01" }, "Deaf")
    assert.deepInclude(events, { event: "SELECT_WALLET", properties: { name: "Deaf", platform: "browser" } })
    yield* connect({ wallet: "test.deaf" })
    yield* forget({ ...to("test.deaf"), address: "0x01" }, { done: "", failed: "Failed to delete wallet" })
    yield* pass("1 second")
    assert.deepInclude(yield* shownSnack, { message: "Failed to delete wallet", variant: "error" })
    yield* connect({ wallet: "test.deaf" })
    yield* fails(forgetConnection(to("test.deaf")), { message })
  })
})

const growing = () => {
  const accounts = ["0x01"]
  const images = { imageUrl: "https://wallet.example/icon.png", imageId: "a1" }
  const chains = pageWith(
    { id: "test.growing", name: "Growing", type: "ANNOUNCED", chain: "eip155", ...images },
    { connect: () => Effect.succeed({ ...to("test.growing"), accounts: accounts.map((address) => ({ address })) }) },
  )
  return { accounts, layers: { chains }, options: { networks: [mainnet] } }
}
test(
  "A wallet that grants more accounts than before counts as new, and one that grants no more does not",
  growing,
  function* ({ accounts }) {
    yield* connectExternal("test.growing", undefined, joined)
    accounts.push("0x02")
    for (const message of ["New Wallet Added", "Already linked"]) {
      yield* connectExternal("test.growing", undefined, joined)
      yield* pass("1 second")
      assert.strictEqual(yield* said, message)
    }
  },
)

test(
  "The wallet last used is remembered with its image, but WalletConnect is not a wallet",
  () => ({
    ...scanned,
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

describe("With multi-wallet off,", () => {
  const test = visiting({ script: { project: { features: [] } } })

  test("Multi-wallet operations wait for the project's configuration before they decide", function* ({
    account,
    core,
    instance,
  }) {
    yield* bothConnected
    let start = () => {}
    const started = new Promise<void>((resolve) => {
      start = resolve
    })
    Object.assign(instance, { engine: async () => ({ started }) })
    const switching = yield* begun(switchConnection(to(cinderbox)))
    yield* rest
    assert.strictEqual(account().active, halyard)
    core.remoteFeatures.value = { ...core.remoteFeatures.value, multiWallet: true }
    start()
    yield* done(switching)

    assert.strictEqual(account().active, cinderbox)
    assert.isEmpty(core.alerts.value)
  })

  test("Multi-wallet operations when the feature is off show an info alert", function* ({ core }) {
    yield* connect({ wallet: halyard })
    assert.isEmpty(core.alerts.value)
    for (const operation of [switchConnection, deleteConnection]) {
      yield* operation(to(halyard))
      yield* operation(to(halyard))

      const [alert, ...others] = core.alerts.value
      assert.deepInclude(alert, { code: "", variant: "info", title: "Multi-Wallet Not Enabled" })
      assert.isEmpty(others)
      yield* dismissAlert("")
    }
  })

  test("Multi-wallet operations when the feature is off return empty", function* ({ account, connected }) {
    yield* bothConnected
    assert.isUndefined(yield* switchConnection(to(cinderbox)))
    assert.isUndefined(yield* deleteConnection(to(cinderbox)))

    assert.strictEqual(account().active, halyard)
    assert.lengthOf(connected(), 2)
  })

  test("When the multiWallet remote feature is not on, only the active connector's connections are shown", function* ({
    connected,
    core,
    wallet,
  }) {
    yield* bothConnected
    assert.deepStrictEqual(yield* shown, { connections: [halyard], recent: [] })
    wallet().lock()
    yield* rest
    // The locked wallet is still the active one, and the other does not take its place.
    assert.deepStrictEqual(yield* shown, { connections: [], recent: [] })
    wallet().unlock()
    yield* rest
    assert.deepStrictEqual(yield* shown, { connections: [halyard], recent: [] })
    yield* openModal()
    yield* signOutOfWallets()

    assert.isFalse(core.open.value)
    assert.deepStrictEqual(yield* shown, { connections: [], recent: [] })
    assert.isEmpty(connected())
  })

  test("each namespace shows only the connections of its own active connector", {
    options: { networks: [mainnet, solana] },
  }, function* ({ account }) {
    for (const wallet of [plover, "example.halyard.solana", halyard]) yield* connect({ wallet })
    assert.lengthOf(account("solana").connections, 2)
    const { connections } = snapshot(yield* CurrentModal)

    assert.deepStrictEqual(
      [connections?.eip155, connections?.solana].map((list) => list?.map(({ connectorId }) => connectorId)),
      [[halyard], ["example.halyard.solana"]],
    )
  })

  test("Disconnect: the modal closes even if a wallet of another chain remains connected", {
    options: { networks: [mainnet, solana] },
  }, function* ({ account, core }) {
    yield* connect({ wallet: plover })
    yield* connect({ wallet: halyard })
    yield* openModal()
    yield* signOutOfWallets()

    assert.strictEqual(account("solana").status, "connected")
    assert.isFalse(core.open.value)
    assert.strictEqual(core.namespace.value, "eip155")
    assert.strictEqual(account("solana").active, plover)
  })

  test("a wallet that connects beside another closes the modal, like any other", function* ({ core }) {
    yield* connect({ wallet: cinderbox })
    yield* openModal()
    yield* connectExternal(halyard, undefined, joined)

    assert.isFalse(core.open.value)
  })
})
