import { assert, describe } from "@effect/vitest"
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
import { disconnect, forgetConnection, signOutOfWallets } from "../../src/connections/operations/connections.ts"
import { switchConnection } from "../../src/connections/operations/switchConnection.ts"
import { profileWallets } from "../../src/connections/state/profileWallets.ts"
import { recents } from "../../src/connections/state/recentConnections.ts"
import { InvalidConnectionStatus, UnknownFailure } from "../../src/errors/index.ts"
import { closeModal, goBack, goTo, openModal } from "../../src/navigation/opening/flows.ts"
import { bitcoin, mainnet, polygon, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { pair } from "../../src/walletConnect/operations.ts"
import { walletConnectId } from "../../src/wallets/first-paint/state/walletConnectConnector.ts"
import { settled } from "../contracts/settled.ts"
import { answering, changedChains, listening, pageWith } from "../fixtures/layers.ts"
import { cinderbox, halyard, rest } from "../fixtures/modal.ts"
import { ended as done } from "../fixtures/time.ts"
import { begun, bothConnected, fails, pass, shownSnack, test } from "../fixtures/visits.ts"
import { approvedByPhone, connectionTo, connectMessages, listedConnections, plover } from "./multiWalletSteps.ts"

const told = { wallet: "Wallet switched", account: "Account switched", failed: "Failed to switch wallet" }

const ended = { done: "Wallet disconnected", failed: "Failed to disconnect wallet" }

describe("With multi-wallet on,", () => {
  test("connecting a second one keeps the first and shows the wallets", function* ({ core, views }) {
    yield* openModal()
    yield* connectExternal(halyard, undefined, connectMessages)
    assert.isFalse(core.open.value)
    yield* openModal({ view: "ProfileWallets" })
    yield* addWallet("eip155")
    assert.deepStrictEqual(core.route.value, { name: "ConnectWallets", namespace: "eip155" })
    yield* goTo({ name: "ConnectingExternal", connector: cinderbox })
    // Back leads to the choice of another wallet.
    yield* goBack()
    assert.strictEqual(core.route.value?.name, "ConnectWallets")
    yield* goTo({ name: "ConnectingExternal", connector: cinderbox })
    yield* connectExternal(cinderbox, undefined, connectMessages)
    yield* rest

    assert.deepStrictEqual(views(), ["ProfileWallets"])
    assert.strictEqual((yield* shownSnack).message, "New Wallet Added")
    assert.deepStrictEqual(yield* listedConnections, { connections: [cinderbox, halyard], recent: [] })
    yield* connectExternal(halyard, undefined, connectMessages)
    yield* pass("1 second")
    assert.strictEqual((yield* shownSnack).message, "Already linked")
  })

  test(
    "scanning a QR code with a wallet connected shows the wallets above the account",
    approvedByPhone,
    function* ({ views }) {
      yield* connect({ wallet: halyard })
      yield* openModal()
      yield* goTo({ name: "AllWallets" })
      yield* goTo({ name: "ConnectingWalletConnect" })
      yield* pair(undefined, connectMessages)
      yield* rest

      assert.deepStrictEqual(views(), ["Account", "ProfileWallets"])
      assert.strictEqual((yield* shownSnack).message, "New Wallet Added")
    },
  )

  const twoChains = { options: { networks: [mainnet, solana] } }
  test(
    "connecting one of another chain leads back to the wallets, if the visitor came from there",
    twoChains,
    function* ({ core, views }) {
      yield* connect({ wallet: plover })
      yield* openModal()
      yield* connectExternal(halyard, "eip155", connectMessages)
      assert.isFalse(core.open.value)
      yield* disconnect(connectionTo(halyard))
      yield* openModal({ view: "ProfileWallets" })
      yield* goTo({ name: "ConnectingExternal", connector: halyard, namespace: "eip155" })
      yield* connectExternal(halyard, "eip155", connectMessages)
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
    yield* signOutOf(connectionTo(halyard), ended)
    yield* rest
    assert.isTrue(core.open.value)
    assert.strictEqual((yield* shownSnack).message, "Wallet disconnected")
    yield* signOutOf({ namespace: "eip155" }, ended)

    assert.isFalse(core.open.value)
    assert.deepStrictEqual(yield* listedConnections, { connections: [], recent: [cinderbox, halyard, plover] })
  })

  test("a wallet of another chain becomes active when the active one disconnects", {
    ...approvedByPhone,
    options: { networks: [mainnet, solana] },
  }, function* ({ core, world }) {
    yield* connect({ wallet: plover })
    yield* connect({ wallet: walletConnectId })
    yield* switchConnection(connectionTo(walletConnectId))
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
    yield* signOutOf(connectionTo(cinderbox), ended)
    assert.isTrue(core.open.value)
    yield* signOutOf(connectionTo(halyard), ended)

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
      yield* switchTo({ ...connectionTo(connectorId), address }, told)
      yield* pass("1 second")
      assert.strictEqual((yield* shownSnack).message, message)
    }
    assert.strictEqual((yield* shownSnack).variant, "error")

    yield* signOutOf(connectionTo(cinderbox), ended)
    wallet(cinderbox).behave({ connect: "hang" })
    const pressed = yield* begun(switchTo({ ...connectionTo(cinderbox), address: other }, told))
    assert.strictEqual(busy.value, `switch:eip155:${cinderbox}:${other}`)
    yield* switchTo({ ...connectionTo(halyard), address: second }, told)
    assert.strictEqual(core.address.value, first)
    assert.strictEqual(account().status, "connected")
    wallet(cinderbox).approve()
    yield* Fiber.join(pressed)
    assert.isUndefined(busy.value)
    assert.strictEqual(core.address.value, other)
    assert.isEmpty(core.alerts.value)

    yield* disconnect()
    assert.isUndefined(core.address.value)
    yield* settled(switchTo({ ...connectionTo(halyard), address: second }, told))
    assert.strictEqual(core.address.value, second)
    assert.strictEqual((yield* shownSnack).message, "Wallet switched")
  })

  const bothChains = { ...approvedByPhone, options: { networks: [mainnet, solana] } }
  test("switching to another chain of the same wallet counts as another wallet", bothChains, function* ({ account }) {
    yield* connect({ wallet: walletConnectId })
    const [{ accounts: [used] = [] } = {}] = account("solana").connections
    yield* settled(switchTo({ namespace: "solana", connectorId: walletConnectId, address: used?.address ?? "" }, told))

    assert.strictEqual((yield* shownSnack).message, "Wallet switched")
  })

  const revoking = () => ({ world: answering("wallet_revokePermissions", (own) => Effect.delay(own, 1_000)) })
  test("only the button of the running action is busy", revoking, function* ({ wallet }) {
    const { busy } = yield* slicesOf(profileWallets)
    const [address = ""] = wallet().state().addresses
    const messages = { done: "", failed: "" }
    for (const [key, action] of [
      [`end:eip155:${halyard}`, signOutOf(connectionTo(halyard), messages)],
      ["end:eip155:", signOutOf({ namespace: "eip155" }, messages)],
      [`forget:eip155:${halyard}:${address}`, forget({ ...connectionTo(halyard), address }, messages)],
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
    const recent = { ...connectionTo(halyard), address: second }
    yield* bothConnected
    yield* switchConnection(recent)
    yield* disconnect(connectionTo(halyard))
    yield* openModal({ view: "ProfileWallets" })
    yield* learnWallets("eip155")
    yield* connectAgain(recent, "Halyard")
    assert.deepStrictEqual(core.route.value as object, {
      name: "ConnectingExternal",
      connector: halyard,
      namespace: "eip155",
      account: second,
    })
    yield* connectExternal(halyard, "eip155", { account: second, ...connectMessages })
    yield* rest

    assert.strictEqual(core.address.value, second)
    assert.deepStrictEqual(views(), ["ProfileWallets"])
    yield* disconnect(connectionTo(halyard))
    yield* forget(recent, { done: "Wallet deleted", failed: "" })
    yield* pass("1 second")
    assert.strictEqual((yield* shownSnack).message, "Wallet deleted")
    assert.deepStrictEqual(yield* listedConnections, { connections: [cinderbox], recent: [] })
    yield* connectAgain({ ...connectionTo(walletConnectId), address: second }, "Fathom")
    assert.deepStrictEqual(core.route.value as object, { name: "ConnectingWalletConnect", account: second })
    yield* goBack()
    const { recentWallets } = yield* slicesOf(connecting)
    recentWallets.value = ["Halyard", "Fathom"].map((name) => ({ id: `the ID of ${name}`, name }))
    yield* connectAgain({ ...connectionTo(walletConnectId), address: second }, "Fathom")
    const route = { name: "ConnectingWalletConnect", account: second, wallet: "the ID of Fathom" }
    assert.deepStrictEqual(core.route.value as object, route)
  })

  const deaf = () => {
    const { events, telemetry } = listening()
    const chains = pageWith(
      { id: "test.deaf", name: "Deaf", type: "ANNOUNCED", chain: "eip155" },
      {
        connect: () => Effect.succeed({ ...connectionTo("test.deaf"), accounts: [{ address: "0x01" }] }),
        disconnect: () => Effect.fail(new InvalidConnectionStatus() as never),
      },
    )
    return { events, layers: { chains, telemetry }, options: { networks: [mainnet] } }
  }
  test("a failed sign-out is reported, and the wallet is disconnected here", deaf, function* ({ events }) {
    yield* connect({ wallet: "test.deaf" })
    yield* signOutOf(connectionTo("test.deaf"), ended)
    yield* rest

    assert.deepInclude(yield* shownSnack, { message: "Failed to disconnect wallet", variant: "error" })
    assert.deepStrictEqual(yield* listedConnections, { connections: [], recent: ["test.deaf"] })
    const message = "Failed to disconnect chains: Invalid connection status"
    assert.deepInclude(events, { event: "DISCONNECT_ERROR", properties: { message } })
    const { recentConnections } = yield* slicesOf(recents)
    const facts = { name: "Deaf", at: yield* Clock.currentTimeMillis }
    assert.deepStrictEqual(recentConnections.value as readonly object[], [
      { ...connectionTo("test.deaf"), accounts: [{ address: "0x01" }], ...facts },
    ])
    // Its connection has ended already.
    yield* forgetConnection(connectionTo("test.deaf"))
    assert.isEmpty(recentConnections.value)
    yield* connectAgain({ ...connectionTo("test.deaf"), address: "0x01" }, "Deaf")
    assert.deepInclude(events, { event: "SELECT_WALLET", properties: { name: "Deaf", platform: "browser" } })
    yield* connect({ wallet: "test.deaf" })
    yield* forget({ ...connectionTo("test.deaf"), address: "0x01" }, { done: "", failed: "Failed to delete wallet" })
    yield* pass("1 second")
    assert.deepInclude(yield* shownSnack, { message: "Failed to delete wallet", variant: "error" })
    yield* connect({ wallet: "test.deaf" })
    yield* fails(forgetConnection(connectionTo("test.deaf")), { message })
  })
})
