import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as scripted from "../../layers/browser/withoutWindow.ts"
import { Browser } from "../../services/Browser.ts"
import { connect } from "../../src/connect/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { embeddedConnectorId } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { appkitKept, appkitLogin } from "../fixtures/appkit.ts"
import { mailbox, withLogins } from "../fixtures/embedded.ts"
import { changed } from "../fixtures/layers.ts"
import { cinderbox, createWorld, halyard, rest, shelf, walletOf } from "../fixtures/modal.ts"
import { bothConnected, type Setting, type Steps, signedOut, test as testOf, type Visit } from "../fixtures/visits.ts"

const kept = appkitKept({ active: halyard, beside: cinderbox, address: "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9" })
const relayed = appkitKept({ active: "walletConnect", beside: cinderbox, address: "0x1" })
const recent = Effect.map(slicesOf(connecting), ({ recentWallets }) => recentWallets.value.map(({ name }) => name))

/** A browser in which AppKit has stored these items. */
const left = (stored: Readonly<Record<string, string>>, database: ReadonlyMap<string, unknown> = new Map()) => ({
  layers: { browser: scripted.layer({ stored, database }) },
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
    left(kept),
    function* ({ account, connected, storage }) {
      yield* rest
      assert.deepInclude(account(), { status: "connected", active: halyard, caipNetworkId: "eip155:137" })
      assert.sameMembers([...connected()], [halyard, cinderbox])
      assert.deepStrictEqual(yield* recent, ["Halyard"])
      assert.deepStrictEqual(storage.json("disconnected_connector_ids"), ["eip155:example.gone"])
      assert.deepStrictEqual(storage.json("deeplink_choice"), { href: "halyard://", name: "Halyard" })
      assert.strictEqual(storage.json("active_namespace"), "eip155")
    },
  )

  const { "@appkit/connections": _, ...older } = kept
  test("restores the active connector of older versions, which stored no connections", left(older), function* (visit) {
    assert.deepInclude(visit.account(), { status: "connected", active: halyard })
  })

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
  ] as const)
    test(`restores nothing if storage is ${what}`, { storage, ...left(kept) }, function* ({ account }) {
      assert.isUndefined(account().active)
    })

  const own = { namespace: "eip155", connectorId: cinderbox, accounts: [] }
  const stored = () =>
    shelf({
      connections: JSON.stringify([own]),
      connected_connector_ids: JSON.stringify({ eip155: cinderbox }),
      "recent_wallets@2": JSON.stringify([{ id: cinderbox, name: "Cinderbox" }]),
    })
  test("keeps what Portico has already stored", { storage: stored(), ...left(kept) }, function* ({ account, storage }) {
    yield* rest
    assert.strictEqual(account().active, cinderbox)
    assert.deepStrictEqual(yield* recent, ["Cinderbox"])
    assert.deepStrictEqual(storage.json("connections"), [own])
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
    ["unknown connectors", '{"eip155":[{"connectorId":"ID_AUTH"},{"connectorId":"announced"}]}'],
  ] as const) {
    const strange = Object.fromEntries(Object.keys(kept).map((key) => [key, text]))
    const setting = left({ ...strange, "@appkit/connection_status": "connected" })
    test(`ignores invalid AppKit data: ${what}`, setting, function* ({ account, storage }) {
      assert.deepInclude(account(), signedOut)
      assert.isEmpty(yield* recent)
      assert.deepStrictEqual(storage.json("connections"), [])
      yield* connect({ wallet: halyard })
    })
  }

  const database = new Map<string, unknown>([
    ["wc@2:core:0.3//keychain", '{"topic":"key"}'],
    ["wc@2:client:0.3//session", '[{"topic":"topic"}]'],
    ["wc@2:core:0.3//history", "[]"],
    ["wc@2:core:0.3:other//keychain", '{"other":"key"}'],
    ["wc@2:core:0.3//pairing", "{"],
    ["wc@2:core:0.3//expirer", 7],
    ["wc@2:universal_provider:/namespaces", "{}"],
    ["another script's", "secret"],
  ])
  test(
    "takes over only the WalletConnect session from the page's database",
    left(relayed, database),
    function* ({ storage }) {
      yield* rest
      assert.deepStrictEqual(storage.json("relay"), [
        "wc@2:core:0.3:default//keychain",
        "wc@2:client:0.3:default//session",
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

  const sessions = [{ data: { chainId: "eip155:1" }, message: "text", signature: "0x1" }]
  const signedIn = { "@appkit/siwx": JSON.stringify(sessions), "@appkit/siwx-auth-token": "a.b.c" }
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
