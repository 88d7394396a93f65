import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Storage } from "../../services/Storage.ts"
import { connect } from "../../src/connect/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { polygon } from "../../src/options/networks.ts"
import * as Persisted from "../../src/persistence/opening/persisted.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { settled } from "../contracts/settled.ts"
import { halyard, rest, shelf } from "../fixtures/modal.ts"
import { test } from "../fixtures/visits.ts"

describe("Broken storage", () => {
  const keys = [
    "connections",
    "connected_connector_ids",
    "active_caip_network_ids",
    "active_namespace",
    "disconnected_connector_ids",
    "recent_wallets",
    "wallet_lists",
    "excluded_wallets",
    "project_features",
    "deeplink_choice",
    "demo_wallets",
    "demo_relay",
  ]
  for (const [what, text] of [
    ["no JSON", "eip155"],
    ["cut JSON", '[{"namespace":"eip1'],
    ["nothing", ""],
    ["null", "null"],
    ["a number", "7"],
    ["a text", '"halyard"'],
    ["a list of other things", '[null,1,"a",[],{}]'],
    ["a record of other things", '{"eip155":1,"__proto__":{},"tron":"eip155:137","connections":null}'],
    ["entries of an unknown namespace", '[{"namespace":"tron","connectorId":"example.halyard","accounts":[]}]'],
    ["connectors that no longer exist", '[{"namespace":"eip155","connectorId":"gone","accounts":"none"}]'],
  ] as const) {
    const before = Object.fromEntries(keys.map((key) => [key, text]))
    const broken = () => ({ storage: shelf(before), options: { excludeWalletIds: ["gone"] } })
    test(`is ignored and left unchanged: ${what}`, broken, function* ({ account, core, storage: { texts } }) {
      const { recentWallets } = yield* slicesOf(connecting)
      assert.deepInclude(account(), { status: "disconnected", connections: [] })
      assert.isEmpty(recentWallets.value)
      assert.strictEqual(core.network.value?.caipNetworkId, "eip155:1")
      // The project configuration is fetched again, and replaces its own item.
      const { project_features, ...others } = before
      assert.notStrictEqual(texts.get("project_features"), project_features)
      for (const key of Object.keys(others)) assert.strictEqual(texts.get(key), text)
      yield* connect({ wallet: halyard })

      assert.isDefined(core.address.value)
    })
  }

  test.visits("loses only the broken value", function* ({ look, storage: { json, texts }, visit }) {
    const { accounts } = yield* visit(connect({ wallet: halyard }))
    texts.set("connections", JSON.stringify([null, { namespace: "tron" }, ...(json("connections") as [])]))
    for (const key of ["active_namespace", "active_caip_network_ids", "recent_wallets"]) texts.set(key, "{")

    assert.strictEqual(yield* look(({ core }) => core.address.value), accounts[0]?.address)
  })

  for (const [what, storage] of [
    ["full", shelf({}, { room: 0 })],
    ["blocked", shelf({}, { forbidden: true })],
  ] as const)
    test.visits(`loses nothing but the next visit if it is ${what}`, { storage }, function* ({ look, visit }) {
      yield* visit(function* ({ account, core }) {
        yield* connect({ wallet: halyard })
        yield* rest
        assert.isDefined(core.address.value)
        yield* settled(switchNetwork({ network: polygon.caipNetworkId }))
        yield* disconnect()
        assert.strictEqual(account().status, "disconnected")
      })

      assert.isAbove(storage.writes(), 0)
      assert.isUndefined(yield* look(({ core }) => core.address.value))
    })
})

describe("An item in storage", () => {
  const account = { address: "0x1", type: "smartAccount", publicKey: "02ab", path: "m/0" } as const
  const connection = { namespace: "eip155", connectorId: halyard, accounts: [account] } as const
  const textByNamespace = [
    [{ eip155: "a", solana: 1, tron: "b" }, { eip155: "a" }],
    [["a"], undefined],
  ] as const
  const login = { provider: "google", state: "abc", at: 1 }
  const wallet = { id: "a", name: "A" }
  const cases: readonly (readonly [Item, key: string, readonly (readonly [stored: unknown, read: unknown])[]])[] = [
    [
      Persisted.connections,
      "connections",
      [
        [
          [
            { ...connection, caipNetworkId: "eip155:1", chosen: "0x1", more: 1 },
            {
              ...connection,
              accounts: [{ address: "0x2", type: "x", publicKey: 1, path: 1 }, { address: 3 }, "0x4", null],
            },
            { namespace: "solana", connectorId: "b", accounts: "none", caipNetworkId: 1, chosen: 1 },
            { ...connection, connectorId: 1 },
            { ...connection, namespace: "tron" },
            "eip155",
          ],
          [
            { ...connection, caipNetworkId: "eip155:1", chosen: "0x1" },
            { ...connection, accounts: [{ address: "0x2" }] },
            { namespace: "solana", connectorId: "b", accounts: [] },
          ],
        ],
        [{ "0": connection }, undefined],
      ],
    ],
    [Persisted.connectorIds, "connected_connector_ids", textByNamespace],
    [Persisted.networkIds, "active_caip_network_ids", textByNamespace],
    [
      Persisted.activeNamespace,
      "active_namespace",
      [
        ["solana", "solana"],
        ["tron", undefined],
      ],
    ],
    [
      Persisted.disconnectedIds,
      "disconnected_connector_ids",
      [
        [
          ["eip155:a", 1, null, "solana:b"],
          ["eip155:a", "solana:b"],
        ],
        ["eip155:a", undefined],
      ],
    ],
    [
      Persisted.recentEmails,
      "recent_emails",
      [
        [
          ["a@x.example", 1, "b@x.example", "c@x.example", "d@x.example"],
          ["a@x.example", "b@x.example", "c@x.example"],
        ],
        ["a@x.example", undefined],
      ],
    ],
    [
      Persisted.deepLink,
      "deeplink_choice",
      [
        [
          { href: "a://", name: "A", more: 1 },
          { href: "a://", name: "A" },
        ],
        [{ href: "a://" }, undefined],
        [{ name: "A" }, undefined],
        ["a://", undefined],
      ],
    ],
    [
      Persisted.walletLists,
      "wallet_lists",
      [
        [
          { featured: [wallet, null], recommended: [{ id: "b" }, wallet], count: 2 },
          { featured: [wallet], recommended: [wallet], count: 2 },
        ],
        [[wallet], undefined],
      ],
    ],
    [
      Persisted.connectedSocial,
      "connected_social",
      [
        ["google", "google"],
        ["elsewhere", undefined],
      ],
    ],
    [
      Persisted.leftForSocial,
      "social_provider@2",
      [
        [{ ...login, more: 1 }, login],
        [{ ...login, provider: "elsewhere" }, undefined],
        [{ ...login, state: 1 }, undefined],
        [{ ...login, at: "1" }, undefined],
        ["google", undefined],
      ],
    ],
    [
      Persisted.appkit,
      "appkit_read",
      [
        [1, 1],
        ["1", undefined],
      ],
    ],
  ]
  type Item = { readonly read: Effect.Effect<unknown, never, Storage> }
  for (const [item, key, values] of cases)
    it.effect(`is read without what does not belong there: ${key}`, () =>
      Effect.gen(function* () {
        for (const [stored, read] of values) {
          const { layer } = shelf({ [key]: JSON.stringify(stored) })
          assert.deepStrictEqual(yield* Effect.provide(item.read, layer), read)
        }
      }),
    )

  it.effect("is read as it was written", () =>
    Effect.gen(function* () {
      const storage = shelf()
      const written = [
        Persisted.toPersisted({ ...connection, caipNetwork: polygon, chosen: "0x1", peer: "Halyard" }),
        Persisted.toPersisted(connection),
      ]
      yield* Effect.provide(Persisted.connections.write(written), storage.layer)
      const kept = [{ ...connection, caipNetworkId: "eip155:137", chosen: "0x1" }, connection]
      assert.deepStrictEqual(storage.json("connections"), kept)
      assert.deepStrictEqual(yield* Effect.provide(Persisted.connections.read, storage.layer), kept)
    }),
  )
})
