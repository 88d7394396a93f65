import { assert, describe } from "@effect/vitest"
import { connect } from "../../src/connect/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { polygon } from "../../src/options/networks.ts"
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
