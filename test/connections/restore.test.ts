import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { demo, type World } from "../../layers/demo.ts"
import { Relay } from "../../services/Relay.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { disconnect, reconnect, unlockWallet } from "../../src/connections/operations/connections.ts"
import { ConnectFailed } from "../../src/errors/index.ts"
import { UnsupportedProviderMethodError } from "../../src/errors/rpc.ts"
import { removeNamespace } from "../../src/namespaces/operations.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { snack } from "../../src/notifications/first-paint/state.ts"
import { base, bitcoin, mainnet, polygon, solana } from "../../src/options/networks.ts"
import type { ModalOptions } from "../../src/options/options.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import { settled } from "../contracts/settled.ts"
import { answering, changed, changedChains, pageWith } from "../fixtures/layers.ts"
import { cinderbox, createWorld, halyard, rest, tessera, walletOf } from "../fixtures/modal.ts"
import { type Browser, fails, pass, signedOut, test } from "../fixtures/visits.ts"

const address = Effect.map(CurrentModal, ({ core }) => core.address.value)
const connected = (wallet: string) => Effect.tap(connect({ wallet }), () => rest)
const plover = "example.plover"
const unlocked = {
  script: { relay: { connect: "approve", delay: 0 }, wallets: { [tessera]: { locked: false } } },
} as const

/** Connects wallets on an earlier visit, the last one active. Returns the active address. */
const earlier = ({ visit }: Browser, ...wallets: readonly string[]) =>
  visit(Effect.andThen(Effect.forEach(wallets, connected), address), unlocked)

/** A wallet that is slow to list its accounts without a prompt, and cannot revoke its grant. */
const slowly = (takes: Effect.Effect<void>, wallet = halyard) => ({
  world: answering("wallet_revokePermissions", () => Effect.succeed(null), {
    world: answering("eth_accounts", (own) => Effect.andThen(takes, own), { wallet }),
    wallet,
  }),
})

/** A reload during which the connections are still being restored. */
const reloading = (wallet = halyard) => ({ ...slowly(Effect.sleep("2 seconds"), wallet), starting: true })

describe("On start", () => {
  test.visits(
    "On start with reconnect enabled, existing connections are restored (status connecting, then connected or disconnected)",
    function* (browser) {
      const used = yield* earlier(browser, halyard)
      yield* browser.visit(function* ({ account, core }) {
        const shown = [account().status]
        core.accounts.eip155.subscribe(({ status }) => shown.at(-1) === status || shown.push(status))
        assert.isUndefined(core.address.value)
        yield* pass("2 seconds")

        assert.deepStrictEqual(shown, ["connecting", "connected"])
        assert.strictEqual(core.address.value, used)
      }, reloading())
      const absent = { script: { wallets: { [halyard]: "absent" } } } as const
      assert.strictEqual(yield* browser.look(({ account }) => account().status, absent), "disconnected")
    },
  )

  const twoChains = { options: { networks: [mainnet, solana] } }
  test.visits("restores the wallets of all namespaces, each with its own status", twoChains, function* (browser) {
    yield* earlier(browser, halyard, plover)
    yield* browser.visit(function* ({ account, core }) {
      const statuses = () => [account().status, account("solana").status]
      yield* rest
      assert.strictEqual(core.namespace.value, "solana")
      assert.deepStrictEqual(statuses(), ["connecting", "connected"])
      yield* pass("2 seconds")

      assert.deepStrictEqual(statuses(), ["connected", "connected"])
    }, reloading())
    // The site no longer offers Solana.
    const { account, core } = yield* browser.look((visit) => visit, { options: { networks: [mainnet] } })
    assert.strictEqual(core.namespace.value, "eip155")
    assert.deepInclude(account("solana"), signedOut)
    assert.strictEqual(account().status, "connected")
  })

  test.visits("stays connecting while one wallet is pending and another turned out to be locked", function* (browser) {
    yield* earlier(browser, tessera, halyard)
    yield* browser.visit(function* ({ account, core }) {
      const shown = [account().status]
      core.accounts.eip155.subscribe(({ status }) => shown.at(-1) === status || shown.push(status))
      yield* pass("2 seconds")

      assert.deepStrictEqual(shown, ["connecting", "connected"])
    }, reloading())
  })

  test.visits("On start with reconnect disabled, all connections are disconnected", twoChains, function* (browser) {
    yield* earlier(browser, "walletConnect", cinderbox, plover, halyard)
    const world = createWorld()
    const { core } = yield* browser.look((visit) => visit, {
      world,
      options: { ...twoChains.options, enableReconnect: false },
    })

    for (const namespace of ["eip155", "solana"] as const) assert.deepInclude(core.accounts[namespace].value, signedOut)
    for (const id of [cinderbox, plover, halyard]) assert.isFalse(walletOf(world, id).state().granted, id)
    assert.deepStrictEqual(browser.storage.json("connections"), [])
    assert.isFalse(browser.storage.texts.has("demo_relay"))
    assert.strictEqual(yield* browser.look(({ account }) => account().status), "disconnected")
  })

  /** A reload on which Halyard responds after 2 s, and a missing session of the relay is noticed within 1.5 s. */
  const late = () => ({
    ...reloading(),
    layers: (world: World) => ({
      relay: changed(Relay, demo(world).relay, (own) => ({ restore: Effect.delay(own.restore, "500 millis") })),
    }),
  })
  test.visits("stays connecting when a WalletConnect session turns out to be over", function* (browser) {
    yield* earlier(browser, halyard, "walletConnect")
    browser.storage.texts.delete("demo_relay")
    yield* browser.visit(function* ({ account, core }) {
      const shown = [account().status]
      core.accounts.eip155.subscribe(({ status }) => shown.at(-1) === status || shown.push(status))
      assert.strictEqual(account().active, "walletConnect")
      yield* pass("1500 millis")
      // The session has ended, and Halyard has not responded yet.
      assert.isUndefined(account().active)
      assert.deepStrictEqual(shown, ["connecting"])
      yield* pass("500 millis")

      assert.deepStrictEqual(shown, ["connecting", "connected"])
      assert.strictEqual(account().active, halyard)
    }, late())
  })

  test.visits(
    "is connected to a wallet that responded before a WalletConnect session turned out to be over",
    function* (browser) {
      yield* earlier(browser, halyard, cinderbox, "walletConnect")
      browser.storage.texts.delete("demo_relay")
      yield* browser.visit(function* ({ account }) {
        for (const wait of ["1500 millis", "500 millis"] as const) {
          yield* pass(wait)
          assert.deepInclude(account(), { status: "connected", active: cinderbox })
        }
      }, late())
    },
  )

  test.visits("restores all wallets, and keeps the active one although it responds last", function* (browser) {
    const used = yield* earlier(browser, cinderbox, halyard)
    yield* browser.visit(
      function* ({ account, connected, core }) {
        yield* settled(rest)
        assert.strictEqual(account().active, halyard)
        assert.strictEqual(core.address.value, used)
        assert.sameMembers([...connected()], [halyard, cinderbox])
      },
      slowly(Effect.sleep("1 second")),
    )
  })

  const severalChains = { options: { networks: [mainnet, polygon, solana] } }
  test.visits("restores the last used network and namespace", severalChains, function* ({ look, visit }) {
    yield* visit(function* () {
      yield* connected(halyard)
      yield* settled(switchNetwork({ network: polygon.caipNetworkId }))
      yield* switchNetwork({ network: solana.caipNetworkId })
    })
    // The site's default network does not apply to a visitor who is connected.
    for (const options of [{}, { defaultNetwork: mainnet }]) {
      const { core } = yield* look((visit) => visit, { options })
      assert.strictEqual(core.namespace.value, "solana")
      assert.strictEqual(core.network.value?.caipNetworkId, solana.caipNetworkId)
      assert.strictEqual(core.accounts.eip155.value.caipNetworkId, "eip155:137")
    }
  })

  test.visits("restores the network that a visitor without a wallet chose", severalChains, function* ({ look, visit }) {
    const restored = (options: Partial<ModalOptions> = {}) =>
      look(({ core }) => [core.namespace.value, core.network.value?.caipNetworkId], { options })
    yield* visit(switchNetwork({ network: polygon.caipNetworkId }))
    assert.deepStrictEqual(yield* restored(), ["eip155", "eip155:137"])
    assert.deepStrictEqual(yield* restored({ networks: [mainnet, solana] }), ["eip155", "eip155:1"])
    assert.deepStrictEqual(yield* restored({ defaultNetwork: mainnet }), ["eip155", "eip155:1"])
    yield* visit(switchNetwork({ network: solana.caipNetworkId }))
    assert.deepStrictEqual(yield* restored(), ["solana", solana.caipNetworkId])

    assert.deepStrictEqual(yield* restored({ defaultNetwork: mainnet }), ["eip155", "eip155:1"])
  })

  const beforeChange = { options: { networks: [mainnet, polygon, base, solana, bitcoin] } }
  test.visits("starts on the default network if the site no longer offers the last", beforeChange, function* (browser) {
    yield* earlier(browser, halyard)
    yield* browser.visit(function* () {
      yield* settled(switchNetwork({ network: polygon.caipNetworkId }))
      yield* switchNetwork({ network: bitcoin.caipNetworkId })
    })
    const onSolana = { options: { networks: [mainnet, solana], defaultNetwork: solana } }
    assert.strictEqual(yield* browser.look(({ core }) => core.namespace.value, onSolana), "solana")
    const locked = { script: { wallets: { [halyard]: { locked: true } } } } as const
    const onBase = { ...locked, options: { networks: [mainnet, base], defaultNetwork: base } }
    assert.strictEqual(yield* browser.look(({ account }) => account().caipNetworkId, onBase), base.caipNetworkId)
  })

  test.visits("restores a wallet on a network that the site does not offer", function* ({ visit }) {
    yield* visit(function* ({ wallet }) {
      yield* connected(halyard)
      wallet().move(31_337)
      yield* rest
    })
    yield* visit(function* ({ account, core }) {
      yield* settled(rest)
      assert.strictEqual(account().caipNetworkId, "eip155:31337")
      assert.isUndefined(core.network.value)
      assert.isDefined(core.address.value)
    })
  })

  test.visits("drops a wallet that does not respond, and tries it again on the next visit", function* (browser) {
    const used = yield* earlier(browser, halyard)
    const silent = yield* browser.look(({ account }) => account(), slowly(Effect.never))
    assert.deepInclude(silent, { status: "disconnected", connections: [] })

    assert.strictEqual(yield* browser.visit(address), used)
  })

  test.visits("waits at most 10 s for wallets", function* (browser) {
    yield* earlier(browser, halyard)
    const stuck = { ...changedChains(() => ({ reconnect: () => Effect.never })), starting: true }
    yield* browser.visit(function* ({ account, core }) {
      yield* pass(9_999)
      assert.isFalse(core.initialized.value)
      assert.strictEqual(account().status, "connecting")
      yield* pass(1)

      assert.isTrue(core.initialized.value)
      assert.strictEqual(account().status, "disconnected")
    }, stuck)
  })

  test.visits("restores a wallet that announces itself late", function* (browser) {
    const used = yield* earlier(browser, halyard)

    assert.strictEqual(yield* browser.visit(address, { script: { wallets: { [halyard]: { announce: 2_000 } } } }), used)
  })

  test.visits("does not restore a connector that the visitor disconnected", function* (browser) {
    const { look, storage, visit } = browser
    const status = look(({ account }) => account().status)
    yield* earlier(browser, cinderbox, halyard)
    const before = new Map(storage.texts)
    yield* visit(Effect.andThen(disconnect(), rest))
    assert.strictEqual(yield* status, "disconnected")
    // Another tab or an older version has stored the connections again, and the wallets cannot revoke a grant.
    for (const key of ["connections", "demo_wallets"]) storage.texts.set(key, before.get(key) ?? "")
    storage.texts.set("connected_connector_ids", JSON.stringify({ eip155: halyard }))

    assert.strictEqual(yield* status, "disconnected")
    assert.strictEqual(yield* earlier(browser, halyard), yield* visit(address))
  })
})

describe("A locked wallet", () => {
  const on = { namespace: "eip155", connectorId: tessera } as const

  test.visits("stays locked, and reconnects once it reports accounts", function* (browser) {
    const used = yield* earlier(browser, tessera)
    yield* browser.visit(function* ({ account, core, storage, wallet }) {
      assert.deepInclude(account(), { ...signedOut, active: tessera })
      assert.include(storage.texts.get("connections"), tessera)
      wallet(tessera).unlock()
      yield* rest

      assert.strictEqual(core.address.value, used)
      assert.strictEqual(account().status, "connected")
    })
  })

  test.visits("over WalletConnect stays locked while its session lasts", function* (browser) {
    const used = yield* earlier(browser, "walletConnect")
    yield* browser.visit(
      function* ({ account, core, storage, world }) {
        assert.deepInclude(account(), { ...signedOut, active: "walletConnect" })
        assert.include(storage.texts.get("connections"), "walletConnect")
        world.phone.unlock()
        yield* rest

        assert.strictEqual(core.address.value, used)
      },
      { script: { relay: { connect: "approve", locked: true } } },
    )
  })

  test.visits("is unlocked by the visitor, without a prompt if it is unlocked already", function* (browser) {
    const used = yield* earlier(browser, tessera)
    yield* browser.visit(function* ({ core, wallet }) {
      wallet(tessera).behave({ locked: false })
      yield* unlockWallet(on)

      assert.strictEqual(core.address.value, used)
      assert.strictEqual((yield* reconnect(on)).connectorId, tessera)
    })
  })

  test.visits("that stays locked prompts when the visitor unlocks it, in its own view", function* (browser) {
    const used = yield* earlier(browser, tessera)
    yield* browser.visit(function* ({ core, wallet }) {
      yield* openModal()
      yield* unlockWallet(on)
      const route = { name: "ConnectingExternal", connector: tessera, namespace: "eip155" } as const
      assert.deepStrictEqual(core.route.value, route)
      assert.isUndefined(core.address.value)
      wallet(tessera).behave({ locked: false })
      yield* connectExternal(tessera, "eip155")

      assert.strictEqual(core.address.value, used)
    })
  })

  test.visits(
    "over WalletConnect shows an error message if it stays locked, and no view that prompts",
    function* (browser) {
      yield* earlier(browser, "walletConnect")
      yield* browser.visit(
        function* ({ views }) {
          const { shown } = yield* slicesOf(snack)
          yield* openModal()
          yield* unlockWallet({ namespace: "eip155", connectorId: "walletConnect" })
          yield* rest

          assert.deepInclude(shown.value, { message: "Failed to connect", variant: "error", open: true })
          assert.deepStrictEqual(views(), ["Account"])
        },
        { script: { relay: { connect: "approve", locked: true } } },
      )
    },
  )

  const mute = () => {
    const asked: string[] = []
    const chains = pageWith(
      { id: "Mute", name: "Mute", type: "INJECTED", chain: "bip122" },
      {
        connect: ({ connectorId, network }) =>
          Effect.sync(() => {
            asked.push("connect")
            return { namespace: "bip122", connectorId, accounts: [{ address: "bc1q" }], caipNetwork: network }
          }),
        reconnect: () =>
          Effect.fail(new ConnectFailed({ cause: new UnsupportedProviderMethodError("Each question prompts") })),
      },
    )
    return { asked, layers: { chains }, options: { networks: [bitcoin] } }
  }
  test.visits(
    "that reports nothing without a prompt is not contacted before the visitor unlocks it, in its own view",
    mute,
    function* ({ asked, visit }) {
      yield* visit(connect({ wallet: "Mute" }))
      yield* visit(function* ({ account, core, views }) {
        assert.deepInclude(account("bip122"), { ...signedOut, active: "Mute" })
        yield* openModal()
        assert.deepStrictEqual(views(), ["Account"])
        yield* unlockWallet({ namespace: "bip122", connectorId: "Mute" })

        const route = { name: "ConnectingExternal", connector: "Mute", namespace: "bip122" } as const
        assert.deepStrictEqual(core.route.value, route)
        assert.deepStrictEqual(asked, ["connect"])
        yield* connectExternal("Mute", "bip122")
        assert.strictEqual(account("bip122").status, "connected")
        assert.isFalse(core.open.value)
      })
    },
  )

  const quiet = () => {
    const asked: string[] = []
    const chains = pageWith(
      { id: "test.quiet", name: "Quiet", type: "INJECTED", chain: "eip155" },
      {
        reconnect: ({ connectorId, network: caipNetwork }) =>
          Effect.sync(() => {
            asked.push(caipNetwork.caipNetworkId)
            const { chainNamespace: namespace } = caipNetwork
            return { namespace, connectorId, accounts: [{ address: "0x01" }], caipNetwork }
          }),
      },
    )
    return { asked, layers: { chains }, options: { networks: [mainnet, polygon, solana], enableWalletConnect: false } }
  }
  test(
    "is asked for the network last used in its namespace, or else the site's first one",
    quiet,
    function* ({ asked }) {
      yield* switchNetwork({ network: polygon.caipNetworkId })
      for (const namespace of ["eip155", "solana"] as const) yield* reconnect({ namespace, connectorId: "test.quiet" })
      assert.deepStrictEqual(asked, [polygon.caipNetworkId, solana.caipNetworkId])
      const details = "The option `networks` has no network of bip122"
      yield* fails(reconnect({ namespace: "bip122", connectorId: "test.quiet" }), {
        _tag: "NamespaceNotConfigured",
        details,
      })
      const relayed = reconnect({ namespace: "eip155", connectorId: "walletConnect" })
      yield* fails(relayed, { _tag: "WalletConnectConnectorNotFound" })

      assert.lengthOf(asked, 2)
    },
  )

  test.visits("is still stored after a visit during which it stayed locked", function* (browser) {
    const used = yield* earlier(browser, tessera)
    yield* browser.visit(switchNetwork({ network: polygon.caipNetworkId }))

    assert.strictEqual(yield* browser.visit(address, unlocked), used)
  })
})

describe("A restored connection", () => {
  test.visits("is stored with its new network, and as the active one if there was none", function* (browser) {
    const { json, texts } = browser.storage
    yield* earlier(browser, halyard)
    assert.deepInclude(json("active_caip_network_ids"), { eip155: "eip155:1" })
    texts.set("connected_connector_ids", "{}")
    texts.set("demo_wallets", JSON.stringify({ [halyard]: { granted: true, chainId: 137 } }))

    assert.strictEqual(yield* browser.look(({ account }) => account().active), halyard)
    assert.deepInclude(json("connected_connector_ids"), { eip155: halyard })
    assert.deepInclude(json("active_caip_network_ids"), { eip155: "eip155:137" })
  })
})

describe("Stored connections", () => {
  const idsIn = ({ storage }: Pick<Browser, "storage">) =>
    (storage.json("connections") as { connectorId: string }[]).map(({ connectorId }) => connectorId)
  const twoChains = { options: { networks: [mainnet, solana] } }

  test.visits(
    "survive a visit on which the site does not offer their connector or namespace",
    twoChains,
    function* (browser) {
      yield* earlier(browser, "walletConnect", plover, halyard)
      const before = idsIn(browser)
      yield* browser.visit(connected(cinderbox), { options: { networks: [mainnet], enableWalletConnect: false } })

      assert.sameMembers(idsIn(browser), [...before, cinderbox])
      assert.deepStrictEqual(browser.storage.json("connected_connector_ids"), { eip155: cinderbox, solana: plover })
    },
  )

  test(
    "of another tab are kept unless it has ended them, and active ones only if they are stored",
    twoChains,
    function* (visit) {
      const { texts } = visit.storage
      const entry = (namespace: string, connectorId: string) => ({ namespace, connectorId, accounts: [] })
      const kept = [entry("solana", plover), entry("solana", "other"), entry("bip122", "another")]
      texts.set("connections", JSON.stringify([...kept, entry("eip155", tessera)]))
      texts.set("disconnected_connector_ids", JSON.stringify([`eip155:${tessera}`]))
      texts.set("connected_connector_ids", JSON.stringify({ solana: plover, bip122: "other" }))
      yield* connected(cinderbox)

      assert.sameMembers(idsIn(visit), [cinderbox, plover, "other", "another"])
      assert.deepStrictEqual(visit.storage.json("connected_connector_ids"), { eip155: cinderbox, solana: plover })
      yield* removeNamespace({ namespace: "eip155" })
      assert.sameMembers(idsIn(visit), [plover, "other", "another"])
    },
  )

  test("include a locked active wallet, even if another tab has cleared them", twoChains, function* (visit) {
    yield* connected(cinderbox)
    yield* connected(halyard)
    visit.wallet().lock()
    yield* rest
    visit.storage.texts.delete("connections")
    yield* connected(plover)

    assert.sameMembers(idsIn(visit), [cinderbox, halyard, plover])
    assert.deepInclude(visit.storage.json("connections"), { namespace: "eip155", connectorId: halyard, accounts: [] })
  })
})

describe("While connections are being restored,", () => {
  test.visits("signing out of one wallet leaves another pending", function* (browser) {
    const used = yield* earlier(browser, cinderbox, halyard)
    yield* browser.visit(function* ({ connected, core }) {
      yield* disconnect({ connectorId: cinderbox })
      yield* pass("2 seconds")

      assert.deepStrictEqual(connected(), [halyard])
      assert.strictEqual(core.address.value, used)
    }, reloading())
  })

  test.visits("another wallet that the visitor connects stays active", function* (browser) {
    yield* earlier(browser, halyard)
    yield* browser.visit(function* ({ account, connected: ids, storage }) {
      yield* connected(cinderbox)
      for (const id of [cinderbox, halyard]) assert.include(storage.texts.get("connections"), id)
      yield* pass("2 seconds")

      assert.strictEqual(account().active, cinderbox)
      assert.lengthOf(ids(), 2)
    }, reloading())
  })

  for (const [which, slow] of [
    ["the active wallet", halyard],
    ["another wallet", cinderbox],
  ] as const)
    test.visits(`signing out also ends ${which}, which responds later`, function* (browser) {
      yield* earlier(browser, cinderbox, halyard)
      yield* browser.visit(function* ({ account, wallet }) {
        yield* disconnect()
        yield* pass("2 seconds")
        assert.deepInclude(account(), signedOut)
        wallet(slow).select(0)
        yield* rest

        assert.deepInclude(account(), signedOut)
      }, reloading(slow))
    })
})
