import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as scripted from "../../layers/browser/scripted.ts"
import { Browser } from "../../services/Browser.ts"
import { authConnector } from "../../src/domain/wallets.ts"
import { connect } from "../../src/flows/connect.ts"
import { disconnect } from "../../src/flows/connections.ts"
import { Modal, use } from "../../src/modal.ts"
import { connecting } from "../../src/state/connecting.ts"
import { appkitKept, appkitLogin } from "../fixtures/appkit.ts"
import { mailbox, withLogins } from "./embedded.ts"
import { cinderbox, createWorld, halyard, rest, shelf, visit, walletOf } from "./modal.ts"

const kept = appkitKept({ active: halyard, beside: cinderbox, address: "0x7a3f6B0e2C915D84f7a0E6C35B1d28F04e9c41D2" })
const recent = Effect.map(use(connecting), ({ recentWallets }) => recentWallets.value.map(({ name }) => name))
const state = Effect.map(Modal, ({ core }) => core.accounts.eip155.value)

/** A browser in which AppKit has been, over a world whose wallets know the page already. */
const migrating = (stored: Readonly<Record<string, string>>, database?: ReadonlyMap<string, unknown>) =>
  Effect.map(
    Effect.gen(function* () {
      const world = createWorld()
      yield* visit(world, Effect.andThen(connect({ wallet: cinderbox }), connect({ wallet: halyard })))
      walletOf(world).move(137)
      return world
    }),
    (world) => ({ world, browser: scripted.layer({ stored, ...(database && { database }) }) }),
  )

describe("A site that changes over from AppKit", () => {
  it.effect("logs nobody out: connections, network and wallets used last are there at the first start", () =>
    Effect.gen(function* () {
      const { world, browser } = yield* migrating(kept)
      const storage = shelf()
      const given = { leaves: { storage: storage.leaf, browser } }
      const run = Effect.gen(function* () {
        yield* rest
        const { status, active, connections, caipNetworkId } = yield* state
        assert.deepStrictEqual([status, active, caipNetworkId], ["connected", halyard, "eip155:137"])
        assert.sameMembers(
          connections.map(({ connectorId }) => connectorId),
          [halyard, cinderbox],
        )
        assert.deepStrictEqual(yield* recent, ["Halyard"])
        assert.deepStrictEqual(storage.json("disconnected_connector_ids"), ["eip155:example.gone"])
        assert.deepStrictEqual(storage.json("deeplink_choice"), { href: "halyard://", name: "Halyard" })
        assert.strictEqual(storage.json("active_namespace"), "eip155")
      })
      yield* visit(world, run, given)
    }),
  )

  it.effect("before AppKit kept connections, the connector in use is enough", () =>
    Effect.gen(function* () {
      const { "@appkit/connections": _, ...before } = kept
      const { world, browser } = yield* migrating(before)
      const run = Effect.map(state, ({ active, status }) =>
        assert.deepStrictEqual([status, active], ["connected", halyard]),
      )
      yield* visit(world, run, { leaves: { browser } })
    }),
  )

  it.effect("reads it once: who signs out stays signed out", () =>
    Effect.gen(function* () {
      const { world, browser } = yield* migrating(kept)
      const given = { leaves: { storage: shelf().leaf, browser } }
      yield* visit(world, disconnect(), given)
      // The wallet would answer.
      yield* visit(world, Effect.andThen(connect({ wallet: halyard }), rest))

      yield* visit(
        world,
        Effect.map(state, ({ status }) => assert.strictEqual(status, "disconnected")),
        given,
      )
    }),
  )

  it.effect("what cannot be noted as read is not read", () =>
    Effect.gen(function* () {
      const { world, browser } = yield* migrating(kept)
      const run = Effect.map(state, ({ active }) => assert.isUndefined(active))
      yield* visit(world, run, { leaves: { storage: shelf({}, { room: 0 }).leaf, browser } })
      yield* visit(world, run, { leaves: { storage: shelf({}, { forbidden: true }).leaf, browser } })
    }),
  )

  it.effect("what we kept ourselves counts more", () =>
    Effect.gen(function* () {
      const { world, browser } = yield* migrating(kept)
      const own = { namespace: "eip155", connectorId: cinderbox, accounts: [] }
      const { leaf, json } = shelf({
        connections: JSON.stringify([own]),
        connected_connector_ids: JSON.stringify({ eip155: cinderbox }),
        "recent_wallets@2": JSON.stringify([{ id: cinderbox, name: "Cinderbox" }]),
      })
      const run = Effect.gen(function* () {
        yield* rest
        assert.strictEqual((yield* state).active, cinderbox)
        assert.deepStrictEqual(yield* recent, ["Cinderbox"])
        assert.deepStrictEqual(json("connections"), [own])
      })
      yield* visit(world, run, { leaves: { storage: leaf, browser } })
    }),
  )

  it.effect("who had signed out of AppKit is not signed in, and keeps network and wallets", () =>
    Effect.gen(function* () {
      const { world, browser } = yield* migrating({ ...kept, "@appkit/connection_status": "disconnected" })
      const run = Effect.gen(function* () {
        const { status, connections, caipNetworkId } = yield* state
        assert.deepStrictEqual([status, connections, caipNetworkId], ["disconnected", [], "eip155:137"])
        assert.deepStrictEqual(yield* recent, ["Halyard"])
      })
      yield* visit(world, run, { leaves: { browser } })
    }),
  )

  const odd: readonly (readonly [what: string, text: string])[] = [
    ["no JSON", "{"],
    ["nothing", ""],
    ["null", "null"],
    ["a number", "7"],
    ["a list of other things", '[null,1,"a",[],{}]'],
    ["a record of other things", '{"eip155":{"a":1},"__proto__":{},"tron":[{"connectorId":"x"}],"solana":[null,7]}'],
    ["connectors without ids", '{"eip155":[{"connectorId":7,"accounts":[]},{"accounts":[{"address":"0x1"}]}]}'],
    ["connectors that are none of ours", '{"eip155":[{"connectorId":"ID_AUTH"},{"connectorId":"announced"}]}'],
  ]
  for (const [what, text] of odd)
    it.effect(`takes nothing over that AppKit cannot have kept: ${what}`, () =>
      Effect.gen(function* () {
        const strange = Object.fromEntries(Object.keys(kept).map((key) => [key, text]))
        const { world, browser } = yield* migrating({ ...strange, "@appkit/connection_status": "connected" })
        const storage = shelf()
        const run = Effect.gen(function* () {
          const { status, active, connections } = yield* state
          assert.deepStrictEqual([status, active, connections], ["disconnected", undefined, []])
          assert.isEmpty(yield* recent)
          assert.deepStrictEqual(storage.json("connections"), [])
          yield* connect({ wallet: halyard })
        })
        yield* visit(world, run, { leaves: { storage: storage.leaf, browser } })
      }),
    )

  it.effect("takes the relay's session over, as the library named it, and no other item of the page's database", () =>
    Effect.gen(function* () {
      const relayed = appkitKept({ active: "walletConnect", beside: cinderbox, address: "0x1" })
      const database = new Map<string, unknown>([
        ["wc@2:core:0.3//keychain", '{"topic":"key"}'],
        ["wc@2:client:0.3//session", '[{"topic":"topic"}]'],
        ["wc@2:core:0.3//history", "[]"],
        ["wc@2:core:0.3:other//keychain", '{"other":"key"}'],
        ["wc@2:core:0.3//pairing", "{"],
        ["wc@2:core:0.3//expirer", 7],
        ["wc@2:universal_provider:/namespaces", "{}"],
        ["somebody else's", "secret"],
      ])
      const { world, browser } = yield* migrating(relayed, database)
      const storage = shelf()
      yield* visit(world, rest, { leaves: { storage: storage.leaf, browser } })

      assert.deepStrictEqual(storage.json("relay"), [
        "wc@2:core:0.3:default//keychain",
        "wc@2:client:0.3:default//session",
      ])
      assert.deepStrictEqual(storage.json("relay:wc@2:core:0.3:default//keychain"), { topic: "key" })
      assert.notInclude(JSON.stringify([...storage.texts]), "secret")
    }),
  )

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

  it.effect("logs nobody out of the embedded wallet whom the secure site still knows", () =>
    Effect.gen(function* () {
      const storage = shelf()
      const browser = scripted.layer({ stored: { ...appkitLogin("0x1", wallet), ...social } })
      const run = Effect.gen(function* () {
        yield* rest
        const { status, active, connections } = yield* state
        assert.deepStrictEqual([status, active], ["connected", authConnector])
        assert.deepInclude(connections[0]?.auth, { name: "google", email: mailbox })
        // Who prefers the plain account keeps it.
        assert.strictEqual(connections[0]?.accounts[0]?.type, "eoa")
      })
      yield* visit(createWorld({ ...withLogins, login: mailbox }), run, { leaves: { storage: storage.leaf, browser } })

      assert.strictEqual(storage.json("auth_session"), "token")
      assert.strictEqual(storage.json("auth_login_used"), true)
      assert.strictEqual(storage.json("auth_email"), mailbox)
      assert.strictEqual(storage.json("auth_username"), "linden")
      // The frame has said by then where it stands.
      assert.strictEqual(storage.json("auth_last_chain"), 1)
      assert.deepStrictEqual(storage.json("auth_smart_account_networks"), [1, 8453])
      assert.deepStrictEqual(storage.json("recent_emails"), [mailbox, "hall@fernhill.example"])
    }),
  )

  it.effect("whom the secure site knows no more is not connected", () =>
    Effect.gen(function* () {
      const storage = shelf()
      const browser = scripted.layer({ stored: { ...appkitLogin("0x1", wallet), ...social } })
      const run = Effect.gen(function* () {
        yield* rest
        const { status, connections } = yield* state
        assert.deepStrictEqual([status, connections], ["disconnected", []])
      })
      yield* visit(createWorld(withLogins), run, { leaves: { storage: storage.leaf, browser } })
      assert.deepStrictEqual(storage.json("connections"), [])
    }),
  )

  it.effect("takes no login over that is over, nor one from a page that says it otherwise", () =>
    Effect.gen(function* () {
      const { EMAIL_LOGIN_USED_KEY: _, ...over } = wallet
      for (const kept of [over, { ...wallet, EMAIL_LOGIN_USED_KEY: "yes" }]) {
        const storage = shelf()
        const browser = scripted.layer({ stored: appkitLogin("0x1", kept) })
        const run = Effect.map(state, ({ status }) => assert.strictEqual(status, "disconnected"))
        yield* visit(createWorld({ ...withLogins, login: mailbox }), run, {
          leaves: { storage: storage.leaf, browser },
        })
        assert.deepStrictEqual(
          [...storage.texts.keys()].filter((key) => key.startsWith("auth_")),
          [],
        )
      }
    }),
  )

  it.effect("takes the sessions of sign-in over, and that of the provider's", () =>
    Effect.gen(function* () {
      const storage = shelf()
      const sessions = [{ data: { chainId: "eip155:1" }, message: "text", signature: "0x1" }]
      const stored = {
        ...kept,
        "@appkit/siwx": JSON.stringify(sessions),
        "@appkit/siwx-auth-token": "a.b.c",
      }
      const { world, browser } = yield* migrating(stored)
      yield* visit(world, rest, { leaves: { storage: storage.leaf, browser } })
      assert.deepStrictEqual(storage.json("siwx"), sessions)
      assert.strictEqual(storage.texts.get("siwx_auth_token"), "a.b.c")
    }),
  )

  it.effect("whose database never opens starts without the relay's session", () =>
    Effect.gen(function* () {
      const { world, browser } = yield* migrating(
        appkitKept({ active: "walletConnect", beside: cinderbox, address: "0x1" }),
      )
      const stuck = Layer.effect(
        Browser,
        Effect.map(Browser, (own) => ({ ...own, database: () => Effect.never })),
      ).pipe(Layer.provide(browser))
      const storage = shelf()
      const run = Effect.map(Modal, ({ core }) => assert.isTrue(core.initialized.value))
      yield* visit(world, Effect.andThen(rest, run), { leaves: { storage: storage.leaf, browser: stuck } })

      assert.isNull(storage.json("relay"))
    }),
  )
})
