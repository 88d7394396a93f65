import { afterEach, assert, beforeEach, describe, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as scripted from "../../layers/browser/withoutWindow.ts"
import { demo } from "../../layers/demo.ts"
import { Browser } from "../../services/Browser.ts"
import { Relay } from "../../services/Relay.ts"
import { Storage } from "../../services/Storage.ts"
import { connect } from "../../src/connect/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { embeddedConnectorId } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { ConnectFailed, StorageUnavailable } from "../../src/errors/index.ts"
import { bitcoin, bitcoinTestnet, mainnet, polygon, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { hintKey } from "../../src/stub/restoreHint.ts"
import { appkitKept, appkitLogin } from "../fixtures/appkit.ts"
import { mailbox, withLogins } from "../fixtures/embedded.ts"
import { changed } from "../fixtures/layers.ts"
import { cinderbox, createWorld, halyard, rest, shelf, walletOf } from "../fixtures/modal.ts"
import { Shelf } from "../fixtures/shelf.ts"
import { bothConnected, type Setting, type Steps, signedOut, test as testOf, type Visit } from "../fixtures/visits.ts"

beforeEach(() => vi.stubGlobal("localStorage", new Shelf()))
afterEach(() => vi.unstubAllGlobals())

const kept = appkitKept({ active: halyard, beside: cinderbox, address: "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9" })
const relayed = appkitKept({ active: "walletConnect", beside: cinderbox, address: "0x1" })
const recent = Effect.map(slicesOf(connecting), ({ recentWallets }) => recentWallets.value.map(({ name }) => name))

/** A browser in which AppKit has stored these items, and its relay library this database. */
const left = (stored: Readonly<Record<string, string>>, database: ReadonlyMap<string, unknown> = new Map()) => ({
  layers: {
    browser: changed(Browser, scripted.layer({ stored, database }), (own) => ({
      database: (name, store) =>
        name === "WALLET_CONNECT_V2_INDEXED_DB" && store === "keyvaluestorage"
          ? own.database(name, store)
          : Effect.succeed(new Map()),
    })),
  },
})

const database = new Map<string, unknown>([
  ["wc@2:core:0.3//keychain", '{"topic":"key"}'],
  ["wc@2:client:0.3//session", '[{"topic":"topic"}]'],
  ["wc@2:core:0.3//history", "[]"],
  ["wc@2:core:0.3:other//keychain", '{"other":"key"}'],
  ["wc@2:core:0.3//pairing", "{"],
  ["wc@2:core:0.3//expirer", 7],
  ...["pairing", "subscription", "expirer"].map((item) => [`wc@2:core:0.4//${item}`, "[]"] as const),
  ["wc@2:universal_provider:/namespaces", "{}"],
  ["another script's", "secret"],
])

/** The stored connections, as `namespace:connectorId`. */
const named = ({ json }: Visit["storage"]) =>
  (json("connections") as readonly { namespace: string; connectorId: string }[]).map(
    ({ namespace, connectorId }) => `${namespace}:${connectorId}`,
  )

/** Storage that refuses the flag that AppKit's data was imported. */
const withoutFlag = (storage: ReturnType<typeof shelf>) => ({
  ...storage,
  layer: changed(Storage, storage.layer, ({ write }) => ({
    write: (key, value) => (key === "appkit_read" ? Effect.fail(new StorageUnavailable()) : write(key, value)),
  })),
})

/** Declares a test of the first visit after the migration. The page is authorized in the wallets, and Halyard is on Polygon. */
const test = (title: string, setting: Setting, steps: (visit: Visit) => Steps): void =>
  testOf.visits(title, function* ({ visit }) {
    const world = createWorld()
    yield* visit(bothConnected, { world, storage: shelf() })
    walletOf(world).move(137)
    yield* visit(steps, { world, ...setting })
  })

describe("A site that migrates from AppKit", () => {
  test(
    "restores connections, the network and the recent wallets on the first start",
    left(kept, database),
    function* ({ account, connected, storage }) {
      yield* rest
      assert.deepInclude(account(), { status: "connected", active: halyard, caipNetworkId: "eip155:137" })
      assert.sameMembers([...connected()], [halyard, cinderbox])
      assert.deepStrictEqual(yield* recent, ["Halyard"])
      assert.deepStrictEqual(storage.json("disconnected_connector_ids"), ["eip155:example.gone"])
      assert.deepStrictEqual(storage.json("deeplink_choice"), { href: "halyard://", name: "Halyard" })
      assert.strictEqual(storage.json("active_namespace"), "eip155")
      // No connection uses the WalletConnect session.
      assert.isNull(storage.json("relay"))
    },
  )

  const { "@appkit/connections": _, "@appkit/active_caip_network_id": __, ...older } = kept
  test("restores the active connector of older versions, which stored no connections", left(older), function* (visit) {
    assert.deepInclude(visit.account(), { status: "connected", active: halyard })
  })

  const several = left({
    ...relayed,
    "@appkit/connected_namespaces": "eip155,solana,bip122",
    "@appkit/eip155:connected_connector_id": halyard,
    "@appkit/solana:connected_connector_id": "walletConnect",
    "@appkit/bip122:connected_connector_id": "example.sheaf",
    "@appkit/connections": JSON.stringify({
      ...JSON.parse(relayed["@appkit/connections"]),
      bip122: [{ connectorId: "example.sheaf", caipNetwork: { caipNetworkId: bitcoinTestnet.caipNetworkId } }],
    }),
  })
  test("restores the network of each connection, and active connectors that have no stored connection", {
    layers: (world) => ({
      ...several.layers,
      relay: changed(Relay, demo(world).relay, () => ({ restore: Effect.fail(new ConnectFailed()) })),
    }),
    options: { networks: [mainnet, polygon, solana, bitcoin, bitcoinTestnet] },
  }, function* ({ storage }) {
    assert.sameMembers(named(storage), [
      "eip155:walletConnect",
      `eip155:${cinderbox}`,
      "bip122:example.sheaf",
      `eip155:${halyard}`,
      "solana:walletConnect",
    ])
    assert.deepInclude(storage.json("active_caip_network_ids"), {
      eip155: "eip155:137",
      bip122: bitcoinTestnet.caipNetworkId,
    })
  })

  const ids = [
    cinderbox,
    "ID_AUTH",
    "AUTH",
    "coinbaseWallet",
    "coinbaseWalletSDK",
    "a.coinbaseWallet",
    "coinbaseWalletA",
    "okx",
  ]
  const signedOutOfOne = { ...kept, "@appkit/disconnected_connector_ids": JSON.stringify({ eip155: ids }) }
  test("does not restore connectors that the visitor had disconnected", left(signedOutOfOne), function* (visit) {
    yield* rest
    assert.deepStrictEqual(visit.connected(), [halyard])
    assert.deepStrictEqual(
      visit.storage.json("disconnected_connector_ids"),
      [
        cinderbox,
        embeddedConnectorId,
        embeddedConnectorId,
        "com.coinbase.wallet",
        "com.coinbase.wallet",
        "a.coinbaseWallet",
        "coinbaseWalletA",
      ].map((id) => `eip155:${id}`),
    )
    assert.deepStrictEqual(named(visit.storage), [`eip155:${halyard}`])
  })

  for (const [what, status, hint] of [
    ["there is a connection", "connected", "1"],
    ["there is no connection", "disconnected", "0"],
  ] as const)
    test(
      `stores for the next page load that ${what} to restore`,
      left({ ...kept, "@appkit/connection_status": status }),
      function* ({ instance }) {
        assert.strictEqual(localStorage.getItem(hintKey(instance.id)), hint)
      },
    )

  const again = () => ({ world: createWorld(), ...left(kept) })
  testOf.visits("restores once: a visitor who signs out stays signed out", again, function* ({ look, visit }) {
    const elsewhere = { storage: shelf() }
    yield* visit(bothConnected, elsewhere)
    yield* visit(disconnect())
    // Makes the wallet available.
    yield* visit(Effect.andThen(connect({ wallet: halyard }), rest), elsewhere)

    assert.strictEqual(yield* look(({ account }) => account().status), "disconnected")
  })

  for (const [what, storage] of [
    ["full", shelf({}, { room: 0 })],
    ["blocked", shelf({}, { forbidden: true })],
    ["too full for the flag that AppKit's data was imported", withoutFlag(shelf())],
  ] as const)
    test(`restores nothing if storage is ${what}`, { storage, ...left(kept) }, function* ({ account }) {
      assert.isUndefined(account().active)
    })

  const sessions = [{ data: { chainId: "eip155:1" }, message: "text", signature: "0x1" }]
  const signedIn = { "@appkit/siwx": JSON.stringify(sessions), "@appkit/siwx-auth-token": "a.b.c" }
  const own = { namespace: "eip155", connectorId: cinderbox, accounts: [] }
  const stored = () =>
    shelf({
      connections: JSON.stringify([own]),
      connected_connector_ids: JSON.stringify({ eip155: cinderbox }),
      "recent_wallets@2": JSON.stringify([{ id: cinderbox, name: "Cinderbox" }]),
      siwx_auth_token: "own",
      relay: '["own"]',
    })
  const both = { storage: stored(), ...left({ ...relayed, ...signedIn }, database) }
  test("keeps what Portico has already stored", both, function* ({ account, storage }) {
    yield* rest
    assert.strictEqual(account().active, cinderbox)
    assert.deepStrictEqual(yield* recent, ["Cinderbox"])
    assert.deepStrictEqual(storage.json("connections"), [own])
    assert.strictEqual(storage.texts.get("siwx_auth_token"), "own")
    assert.deepStrictEqual(storage.json("relay"), ["own"])
  })

  const signedOutThere = left({ ...kept, "@appkit/connection_status": "disconnected" })
  test("restores only network and recent wallets of a visitor who had signed out", signedOutThere, function* (visit) {
    assert.deepInclude(visit.account(), { status: "disconnected", connections: [], caipNetworkId: "eip155:137" })
    assert.deepStrictEqual(yield* recent, ["Halyard"])
  })

  for (const [what, text] of [
    ["no JSON", "{"],
    ["nothing", ""],
    ["null", "null"],
    ["a number", "7"],
    ["a list of other things", '[null,1,"a",[],{}]'],
    ["a record of other things", '{"eip155":{"a":1},"__proto__":{},"tron":[{"connectorId":"x"}],"solana":[null,7]}'],
    ["connectors without ids", '{"eip155":[{"connectorId":7,"accounts":[]},{"accounts":[{"address":"0x1"}]}]}'],
    ["empty ids", '{"eip155":["",{"connectorId":"","accounts":[]}]}'],
    [
      "unknown connectors",
      `{"eip155":${JSON.stringify(["ID_AUTH", "announced", "eip6963", "safe", "ledger"].map((connectorId) => ({ connectorId })))}}`,
    ],
  ] as const) {
    const strange = Object.fromEntries(Object.keys(kept).map((key) => [key, text]))
    const setting = left({ ...strange, "@appkit/connection_status": "connected" })
    test(`ignores invalid AppKit data: ${what}`, setting, function* ({ account, storage }) {
      assert.deepInclude(account(), signedOut)
      assert.isEmpty(yield* recent)
      assert.deepStrictEqual(storage.json("connections"), [])
      assert.deepStrictEqual(storage.json("disconnected_connector_ids"), [])
      yield* connect({ wallet: halyard })
    })
  }

  test(
    "takes over only the WalletConnect session from the page's database",
    left(relayed, database),
    function* ({ storage }) {
      yield* rest
      assert.deepStrictEqual(storage.json("relay"), [
        "wc@2:core:0.3:default//keychain",
        "wc@2:client:0.3:default//session",
        ...["pairing", "subscription", "expirer"].map((item) => `wc@2:core:0.4:default//${item}`),
      ])
      assert.deepStrictEqual(storage.json("relay:wc@2:core:0.3:default//keychain"), { topic: "key" })
      assert.notInclude(JSON.stringify([...storage.texts]), "secret")
    },
  )

  const stuck = {
    layers: { browser: changed(Browser, left(relayed).layers.browser, () => ({ database: () => Effect.never })) },
  }
  test("starts without the WalletConnect session if the database does not open", stuck, function* ({ core, storage }) {
    yield* rest
    assert.isTrue(core.initialized.value)
    assert.isNull(storage.json("relay"))
  })

  test(
    "takes over sign-in sessions, including the provider's",
    left({ ...kept, ...signedIn }),
    function* ({ storage }) {
      yield* rest
      assert.deepStrictEqual(storage.json("siwx"), sessions)
      assert.strictEqual(storage.texts.get("siwx_auth_token"), "a.b.c")
    },
  )
})

describe("The embedded wallet of a site that migrates from AppKit", () => {
  const wallet = {
    SESSION_TOKEN_KEY: "token",
    EMAIL_LOGIN_USED_KEY: "true",
    LAST_USED_CHAIN_KEY: "8453",
    EMAIL: mailbox,
    SMART_ACCOUNT_ENABLED_NETWORKS: "1,8453",
    SOCIAL_USERNAME: "linden",
  }
  const social = {
    "@appkit/connected_social": "google",
    "@appkit/preferred_account_types": JSON.stringify({ eip155: "eoa", tron: "eoa" }),
    "@appkit/recent_emails": `${mailbox},hall@fernhill.example`,
  }
  const known = { script: { ...withLogins, login: mailbox } }
  const login = left({ ...appkitLogin("0x1", wallet), ...social })

  testOf(
    "stays connected if the secure site still knows the visitor",
    { ...known, ...login },
    function* ({ account, storage }) {
      yield* rest
      const [connection] = account().connections
      assert.deepInclude(account(), { status: "connected", active: embeddedConnectorId })
      assert.deepInclude(connection?.auth, { name: "google", email: mailbox })
      // The preferred account type is kept.
      assert.strictEqual(connection?.accounts[0]?.type, "eoa")

      assert.strictEqual(storage.json("auth_session"), "token")
      assert.strictEqual(storage.json("auth_login_used"), true)
      assert.strictEqual(storage.json("auth_email"), mailbox)
      assert.strictEqual(storage.json("auth_username"), "linden")
      // By now the frame has reported its chain.
      assert.strictEqual(storage.json("auth_last_chain"), 1)
      assert.deepStrictEqual(storage.json("auth_smart_account_networks"), [1, 8453])
      assert.deepStrictEqual(storage.json("recent_emails"), [mailbox, "hall@fernhill.example"])
    },
  )

  for (const [chain, stored] of [
    ["8453", 8453],
    [solana.caipNetworkId, solana.caipNetworkId],
    ["5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"],
    ["eip155:8453", "eip155:8453"],
    [undefined, null],
  ] as const) {
    const { LAST_USED_CHAIN_KEY: _, SMART_ACCOUNT_ENABLED_NETWORKS: __, ...others } = wallet
    const items = chain === undefined ? others : { ...wallet, LAST_USED_CHAIN_KEY: chain }
    testOf(
      `is taken over while the secure site does not respond, with the last chain ${chain}`,
      {
        script: { ...withLogins, faults: { frame: { offline: true } } },
        ...left({ ...appkitLogin("0x1", items), ...social }),
      },
      function* ({ storage }) {
        assert.strictEqual(storage.json("auth_login_used"), true)
        assert.strictEqual(storage.json("auth_email"), mailbox)
        assert.strictEqual(storage.json("auth_last_chain"), stored)
        assert.deepStrictEqual(storage.json("auth_smart_account_networks"), stored === null ? null : [1, 8453])
        assert.deepStrictEqual(storage.json("preferred_account_types"), { eip155: "eoa", tron: "eoa" })
      },
    )
  }

  testOf(
    "is not connected if the secure site no longer knows the visitor",
    { script: withLogins, ...login },
    function* ({ account, storage }) {
      yield* rest
      assert.deepInclude(account(), { status: "disconnected", connections: [] })
      assert.deepStrictEqual(storage.json("connections"), [])
    },
  )

  const { EMAIL_LOGIN_USED_KEY: _, ...over } = wallet
  for (const [what, items] of [
    ["has ended", over],
    ["AppKit cannot have stored", { ...wallet, EMAIL_LOGIN_USED_KEY: "yes" }],
  ] as const)
    testOf(
      `ignores a login that ${what}`,
      { ...known, ...left(appkitLogin("0x1", items)) },
      function* ({ account, storage }) {
        assert.strictEqual(account().status, "disconnected")
        assert.isEmpty([...storage.texts.keys()].filter((key) => key.startsWith("auth_")))
      },
    )
})
