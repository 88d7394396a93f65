import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { refreshAccount } from "../../src/account/flows.ts"
import { account as accountSlice } from "../../src/account/state/account.ts"
import { refreshBalances } from "../../src/balances/flows/tokens.ts"
import { acceptLateApproval } from "../../src/connect/flows/acceptApproval.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect, type WalletChoice } from "../../src/connect/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { embeddedConnector, embeddedConnectorId } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { mainnet, solana } from "../../src/options/networks.ts"
import * as Kept from "../../src/persistence/opening/persisted.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { type Connector, mergeConnectors } from "../../src/wallets/first-paint/model/connector.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { settled } from "../contracts/settled.ts"
import { answering, changedChains } from "../fixtures/layers.ts"
import { cinderbox, createWorld, halyard, rest, tessera, walletOf } from "../fixtures/modal.ts"
import { ended } from "../fixtures/time.ts"
import { begun, failing, fails, hanging, pass, shownSnack, signedOut, test } from "../fixtures/visits.ts"

const progress = Effect.map(slicesOf(connecting), (all) => all.progress.value)
const plover = "example.plover"
/** The error message of the last attempt. */
const failure = Effect.map(progress, (now) => now.status === "failed" && now.error.message)

describe("connect", () => {
  test("A visitor can connect through a browser wallet", function* ({ account, core }) {
    const connection = yield* connect({ wallet: halyard })

    assert.strictEqual(core.address.value, connection.accounts[0]?.address)
    assert.strictEqual(account().status, "connected")
    assert.strictEqual(core.network.value?.caipNetworkId, "eip155:1")
  })

  const second = `${halyard}#2`
  const other = { name: "Other", type: "ANNOUNCED", chain: "solana" } as const
  const evm = { ...other, chain: "eip155" } as const
  const byRdns = { info: { rdns: halyard } }
  const twins: readonly (readonly [who: string, twins: readonly Connector[], claimed: readonly string[]])[] = [
    ["a wallet of another namespace whose name is that ID", [{ ...other, id: halyard, name: halyard }], [halyard]],
    ["a wallet of another namespace with that rdns", [{ ...other, id: second, ...byRdns }], [halyard]],
    ["a second one of that rdns", [{ ...evm, id: second, ...byRdns }], [halyard, second]],
    [
      "one namespace of another wallet",
      [
        { ...evm, id: second },
        { ...other, id: halyard },
      ],
      [halyard],
    ],
  ]
  for (const [who, added, claimed] of twins)
    test(`fails while ${who} claims the wallet's ID, and connects the one that the visitor chose`, function* ({
      account,
    }) {
      const { installed } = yield* slicesOf(wallets)
      installed.value = mergeConnectors([...installed.peek(), ...added])
      for (const wallet of claimed) yield* fails(connect({ wallet }), { message: "No connector found for connection" })
      assert.strictEqual(account().status, "disconnected")
      yield* connectExternal(halyard, "eip155")

      assert.strictEqual(account().status, "connected")
    })

  test("connects by connector ID, rdns or directory ID while wallets of another rdns have its name", function* ({
    account,
  }) {
    const { installed } = yield* slicesOf(wallets)
    const [known, named] = [
      { explorerId: "listed", info: { rdns: "example.renamed" } },
      { ...evm, name: "Halyard" },
    ]
    installed.value = mergeConnectors([
      ...installed.peek().map((one) => (one.id === halyard ? { ...one, ...known } : one)),
      { ...named, id: "second", info: { rdns: "example.second" } },
      { ...named, id: "third" },
    ])
    for (const wallet of [halyard, "example.renamed", "listed"]) {
      yield* connect({ wallet })
      assert.strictEqual(account().active, halyard)
      yield* disconnect()
    }
  })

  for (const wallet of ["", "nobody", "__proto__", "example.halyar"])
    test(`fails with 'No connector found for connection' after 3 s: "${wallet}"`, function* () {
      const details = `No wallet on this page has the id '${wallet}'. There are: walletConnect, ${[halyard, cinderbox, tessera].join(", ")}`
      const expected = { message: "No connector found for connection", details }
      const asked = yield* begun(fails(connect({ wallet }), expected))
      yield* pass(2_999)
      assert.isUndefined(asked.pollUnsafe())
      yield* pass(1)
      yield* ended(asked)
    })

  test("fails at once if the wallet does not serve the namespace", function* () {
    const asked = yield* begun(Effect.flip(connect({ wallet: halyard, namespace: "solana" })))

    assert.deepInclude(yield* ended(asked), {
      _tag: "NoConnectorForConnection",
      details: `Halyard (${halyard}) does not serve solana`,
    })
  })

  test("fails if the site has no network of the wallet's namespace", function* () {
    const { installed } = yield* slicesOf(wallets)
    installed.value = [...installed.peek(), { ...other, id: "other", chain: "bip122" }]

    yield* fails(connect({ wallet: "other" }), { message: "Network not found" })
  })

  test("fails if WalletConnect is requested but turned off", { options: { enableWalletConnect: false } }, function* () {
    const message = "WalletConnectConnector not found"

    yield* fails(connect({ wallet: "walletConnect" }), { message })
    yield* connectExternal("walletConnect")
    assert.strictEqual(yield* failure, message)
  })

  const asking = () => {
    const asked: string[] = []
    const chains = changedChains(({ connect }) => ({
      connect: (input) => {
        asked.push(input.network.caipNetworkId)
        return connect(input)
      },
    }))
    return { asked, ...chains }
  }
  test("requests the network that the visitor chose before", asking, function* ({ asked }) {
    yield* switchNetwork({ network: "eip155:8453" })
    yield* connect({ wallet: halyard })

    assert.deepStrictEqual(asked, ["eip155:8453"])
  })

  const twoChains = { options: { networks: [mainnet, solana] } }
  test(
    "requests the embedded wallet in the active namespace",
    () => ({ ...asking(), ...twoChains }),
    function* ({ asked }) {
      const { installed } = yield* slicesOf(wallets)
      installed.value = [embeddedConnector("solana"), embeddedConnector("eip155")]
      yield* failing(connect({ wallet: embeddedConnectorId }))

      assert.deepStrictEqual(asked, ["eip155:1"])
    },
  )

  test("connects the requested namespace of a wallet that has several", twoChains, function* ({ core }) {
    const { installed } = yield* slicesOf(wallets)
    const both = { ...evm, id: `${plover}.evm`, name: "Plover" }
    const claimed = { ...evm, id: plover, name: "Quill" }
    installed.value = mergeConnectors([claimed, both, ...installed.peek()])
    for (const attempt of [connectExternal(both.id, "solana"), connect({ wallet: plover, namespace: "solana" })]) {
      yield* attempt
      assert.strictEqual(core.accounts.solana.value.active, plover)
      yield* disconnect()
    }
  })

  test(
    "considers only the requested namespace if several wallets of another one claim the ID",
    twoChains,
    function* ({ core }) {
      const { installed } = yield* slicesOf(wallets)
      const claimed = { id: plover, name: "Quill", type: "INJECTED", chain: "eip155" } as const
      installed.value = mergeConnectors([
        claimed,
        { ...claimed, id: `${plover}#2`, info: { rdns: "example.quill" } },
        ...installed.peek(),
      ])
      const reasonOf = (choice: Partial<WalletChoice>) =>
        Effect.map(
          Effect.flip(connect({ wallet: plover, ...choice })),
          (failure) => "details" in failure && failure.details,
        )

      for (const choice of [{}, { namespace: "eip155" }] as const)
        assert.include(yield* reasonOf(choice), "Several wallets on this page claim to be")
      assert.strictEqual(yield* reasonOf({ namespace: "bip122" }), `Quill (${plover}) does not serve bip122`)

      yield* connect({ wallet: plover, namespace: "solana" })
      assert.strictEqual(core.accounts.solana.value.active, plover)
    },
  )

  const late = { script: { wallets: { [halyard]: { announce: 2_500 } } } }
  test("connects a wallet that announces itself within 3 s", late, function* ({ account }) {
    yield* settled(connect({ wallet: halyard }))
    assert.strictEqual(account().active, halyard)
  })

  test("keeps the picture of a recent wallet, even by its ID", function* () {
    const { installed } = yield* slicesOf(wallets)
    installed.value = installed.value.map(({ imageUrl: _, ...one }) => ({ ...one, imageId: "a-picture" }))
    yield* connect({ wallet: halyard })
    const [recent] = (yield* Kept.recent.read) ?? []

    assert.propertyVal(recent, "image_id", "a-picture")
    assert.notProperty(recent, "image_url")
  })

  test("Disconnect: clears account, network, connector id, user and wallet info", function* ({
    account,
    instance,
    storage,
  }) {
    const { identity, tab } = yield* slicesOf(accountSlice)
    const entry = () => snapshot(instance).chains.eip155
    const { accounts } = yield* connect({ wallet: halyard })
    yield* Effect.all([refreshAccount(), refreshBalances()])
    const known = { of: accounts[0]?.address ?? "", name: "marguerite.eth", avatar: "https://marguerite.example/me" }
    identity.value = { status: "loaded", value: known }
    tab.value = 2
    assert.deepNestedInclude(entry()?.accountState, {
      "connectedWalletInfo.name": "Halyard",
      balance: "1.204",
      profileName: "marguerite.eth",
      profileImage: "https://marguerite.example/me",
      "tokenBalance[0].symbol": "ETH",
    })
    yield* disconnect()

    const fields = ["address", "caipAddress", "balance", "profileName", "profileImage", "user", "connectedWalletInfo"]
    for (const field of [...fields, "addressExplorerUrl"]) assert.propertyVal(entry()?.accountState, field, undefined)
    assert.deepInclude(entry()?.accountState, { currentTab: 0, tokenBalance: [] })
    assert.propertyVal(entry()?.networkState, "approvedCaipNetworkIds", undefined)
    assert.isUndefined(entry()?.connectionClient)
    assert.deepInclude(account(), signedOut)
    assert.deepStrictEqual(storage.json("connections"), [])
    assert.deepStrictEqual(storage.json("connected_connector_ids"), {})
    assert.deepStrictEqual(storage.json("disconnected_connector_ids"), [`eip155:${halyard}`])
  })
})

describe("connectExternal", () => {
  test("closes the modal once the wallet has approved", function* ({ core }) {
    yield* openModal()
    yield* connectExternal(halyard)

    assert.isFalse(core.open.value)
    assert.isDefined(core.connection.value)
  })

  const rejecting = { script: { wallets: { [halyard]: "reject" } } } as const
  test("'Connection rejected'", rejecting, function* ({ account, core }) {
    yield* openModal()
    yield* connectExternal(halyard)

    assert.strictEqual(yield* failure, "Connection rejected")
    assert.isTrue(core.open.value)
    assert.strictEqual(account().status, "disconnected")
  })

  const slow = { script: { wallets: { [halyard]: "slow" } } } as const
  test("ignores the first wallet once the visitor has chosen another", slow, function* ({ connected }) {
    yield* Effect.forkChild(connectExternal(halyard))
    yield* pass(100)
    yield* connectExternal(cinderbox)
    yield* pass("20 seconds")

    assert.deepStrictEqual(connected(), [cinderbox])
  })

  const address = "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9"
  for (const [what, answer] of [
    ["throws a string", Effect.die("no")],
    ["throws undefined", Effect.die(undefined)],
    ["throws null", Effect.die(null)],
    ["throws its own error", Effect.die(new TypeError("x is not a function"))],
    ["returns undefined", Effect.succeed(undefined)],
    ["returns null", Effect.succeed(null)],
    ["returns no account", Effect.succeed([])],
    ["returns a string", Effect.succeed(address)],
    ["returns an object", Effect.succeed({ accounts: [address] })],
    ["returns no address", Effect.succeed(["0x", "", null, 7, {}])],
  ] as const) {
    const odd = () => ({ world: answering("eth_requestAccounts", () => answer) })
    test(
      `'Failed to connect' if the wallet ${what}; the modal stays usable and nothing is stored`,
      odd,
      function* ({ account, core, dialog, storage }) {
        yield* openModal()
        yield* connectExternal(halyard)
        assert.strictEqual(yield* failure, "Failed to connect")
        assert.isTrue(core.open.value)
        assert.deepInclude(account(), signedOut)
        assert.isFalse(storage.texts.has("connections"))
        assert.deepStrictEqual(dialog.told, ["show", "demoted", "promoted"])
        yield* connectExternal(cinderbox)

        assert.strictEqual(account().active, cinderbox)
      },
    )
  }

  const silent = () => ({ world: answering("eth_requestAccounts", () => Effect.never) })
  test("waits for a silent wallet until the visitor leaves, without blocking other wallets", silent, function* (visit) {
    const { account, storage } = visit
    const view = yield* begun(connectExternal(halyard))
    yield* pass("1 hour")
    assert.strictEqual(account().status, "connecting")
    assert.strictEqual((yield* progress).status, "loading")
    yield* Fiber.interrupt(view)
    assert.strictEqual(account().status, "disconnected")
    assert.strictEqual((yield* progress).status, "idle")
    assert.isFalse(storage.texts.has("connections"))
    yield* connectExternal(cinderbox)

    assert.strictEqual(account().active, cinderbox)
  })

  const pending = { script: { wallets: { [halyard]: { connect: "pending", chain: 1 } } } } as const
  test("waits for a prompt that is already open (-32002)", pending, function* ({ account, wallet }) {
    const view = yield* begun(connectExternal(halyard))
    yield* pass("1 minute")
    assert.strictEqual(account().status, "connecting")
    wallet().approve()
    yield* settled(Fiber.join(view))

    assert.strictEqual(account().active, halyard)
  })
})

describe("The accounts of a wallet", () => {
  const twice = () => {
    const original = createWorld()
    const asked: string[] = []
    const select = Effect.sync(() => {
      asked.push("eth_requestAccounts")
      for (const _ of [1, 2]) walletOf(original).select(0)
    })
    return { asked, world: answering("eth_requestAccounts", (own) => Effect.tap(own, select), { world: original }) }
  }
  test("that it also reports in accountsChanged are one connection", twice, function* (visit) {
    const { account, asked, storage, wallet } = visit
    yield* connect({ wallet: halyard })
    for (const _ of [1, 2]) wallet().select(0)
    yield* rest
    yield* connect({ wallet: halyard })

    assert.lengthOf(account().connections, 1)
    assert.lengthOf(storage.json("connections") as [], 1)
    assert.strictEqual(account().status, "connected")
    assert.lengthOf(asked, 2)
  })

  const lower = "0xdbc7d4ef0007fa387ae67cc789e95be1bec727c9"
  const spellings = [lower, `0x${lower.slice(2).toUpperCase()}`, "junk"]
  const spelled = () => ({ world: answering(/Accounts$|accounts$/, () => Effect.succeed(spellings)) })
  test("are one account if it returns one address in two spellings", spelled, function* ({ core }) {
    const { accounts } = yield* connect({ wallet: halyard })

    assert.lengthOf(accounts, 1)
    assert.strictEqual(core.address.value?.toLowerCase(), lower)
  })

  for (const [what, answer] of [
    ["throws", Effect.die("no")],
    ["is a string", Effect.succeed("mainnet")],
    ["is undefined", Effect.succeed(undefined)],
    ["is negative", Effect.succeed("-0x1")],
  ] as const) {
    const odd = () => ({ world: answering("eth_chainId", () => answer) })
    test(`are connected on the chosen network if its chain ${what}`, odd, function* ({ account, core }) {
      yield* settled(connect({ wallet: halyard }))

      assert.strictEqual(account().status, "connected")
      assert.strictEqual(core.network.value?.caipNetworkId, "eip155:1")
      assert.isUndefined(core.connection.value?.caipNetwork)
    })
  }
})

describe("A late approval, after the visitor has left,", () => {
  const left = Effect.flatMap(begun(connectExternal(halyard)), Fiber.interrupt)

  test("is offered, and accepted if the visitor wants it", hanging("connect"), function* (visit) {
    const { account, core, storage, wallet } = visit
    const { offered } = yield* slicesOf(connecting)
    yield* left
    wallet().approve()
    yield* rest
    assert.strictEqual(offered.value?.connectorId, halyard)
    assert.isFalse(storage.texts.has("connections"))
    assert.isUndefined(core.address.value)
    yield* acceptLateApproval()
    assert.isUndefined(offered.value)
    assert.isDefined(core.address.value)
    assert.lengthOf(storage.json("connections") as [], 1)
    yield* acceptLateApproval()

    assert.lengthOf(account().connections, 1)
  })

  test("cannot be accepted once the wallet has left", hanging("connect"), function* ({ account, core, wallet }) {
    const { offered } = yield* slicesOf(connecting)
    yield* left
    wallet().approve()
    yield* rest
    wallet().leave()
    yield* acceptLateApproval()

    assert.strictEqual((yield* shownSnack).variant, "error")
    assert.isUndefined(offered.value)
    assert.isUndefined(core.address.value)
    assert.strictEqual(account().status, "disconnected")
  })

  test("connects a visitor who has returned, with one prompt", hanging("connect"), function* ({ account, wallet }) {
    const { offered } = yield* slicesOf(connecting)
    yield* left
    const again = yield* begun(connectExternal(halyard))
    assert.deepStrictEqual(wallet().state().openPrompts, ["connect"])
    wallet().approve()
    yield* settled(Fiber.join(again))

    assert.isUndefined(offered.value)
    assert.strictEqual(account().active, halyard)
  })

  test("is not offered if it is a rejection", hanging("connect"), function* ({ account, wallet }) {
    const { offered } = yield* slicesOf(connecting)
    yield* left
    wallet().reject()
    yield* rest

    assert.isUndefined(offered.value)
    assert.strictEqual((yield* progress).status, "idle")
    assert.strictEqual(account().status, "disconnected")
  })
})
