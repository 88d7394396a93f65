import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { polygon } from "../../src/domain/networks.ts"
import { connect } from "../../src/flows/connect.ts"
import { disconnect } from "../../src/flows/connections.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { Modal, use } from "../../src/modal.ts"
import { connecting } from "../../src/state/connecting.ts"
import { settled } from "../contracts/settled.ts"
import { halyard, rest, shelf, visit } from "./modal.ts"

const account = Effect.map(Modal, ({ core }) => core.accounts.eip155.value)
const address = Effect.map(Modal, ({ core }) => core.address.value)
const connected = (wallet: string) => Effect.tap(connect({ wallet }), () => rest)

describe("Storage that is not as it should be", () => {
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
  const odd: readonly (readonly [what: string, text: string])[] = [
    ["no JSON", "eip155"],
    ["cut JSON", '[{"namespace":"eip1'],
    ["nothing", ""],
    ["null", "null"],
    ["a number", "7"],
    ["a text", '"halyard"'],
    ["a list of other things", '[null,1,"a",[],{}]'],
    ["a record of other things", '{"eip155":1,"__proto__":{},"tron":"eip155:137","connections":null}'],
    ["entries of an unknown namespace", '[{"namespace":"tron","connectorId":"example.halyard","accounts":[]}]'],
    ["connectors that are gone", '[{"namespace":"eip155","connectorId":"gone","accounts":"none"}]'],
  ]
  for (const [what, text] of odd)
    it.effect(`foreign or broken values are ignored and stay where they are: ${what}`, () => {
      const { leaf, texts } = shelf(Object.fromEntries(keys.map((key) => [key, text])))
      const before = new Map(texts)
      const run = Effect.gen(function* () {
        const { core } = yield* Modal
        const { recentWallets } = yield* use(connecting)
        assert.deepInclude(yield* account, { status: "disconnected", connections: [] })
        assert.isEmpty(recentWallets.value)
        assert.strictEqual(core.network.value?.caipNetworkId, "eip155:1")
        // What the project says anew takes its own place.
        assert.notStrictEqual(texts.get("project_features"), before.get("project_features"))
        for (const key of before.keys())
          if (key !== "project_features") assert.strictEqual(texts.get(key), before.get(key))
        yield* connected(halyard)

        assert.isDefined(yield* address)
      })
      return visit({}, run, { leaves: { storage: leaf }, options: { excludeWalletIds: ["gone"] } })
    })

  it.effect("a broken value costs only itself", () =>
    Effect.gen(function* () {
      const { leaf, texts } = shelf()
      const leaves = { storage: leaf }
      const used = yield* visit({}, Effect.andThen(connected(halyard), address), { leaves })
      const good = JSON.parse(texts.get("connections") ?? "")
      texts.set("connections", JSON.stringify([null, { namespace: "tron" }, ...good]))
      for (const key of ["active_namespace", "active_caip_network_ids", "recent_wallets"]) texts.set(key, "{")

      assert.strictEqual(yield* visit({}, address, { leaves }), used)
    }),
  )

  for (const [what, storage] of [
    ["full", shelf({}, { room: 0 })],
    ["forbidden", shelf({}, { forbidden: true })],
  ] as const)
    it.effect(`${what} storage costs the visitor nothing but the memory`, () => {
      const run = Effect.gen(function* () {
        yield* connected(halyard)
        assert.isDefined(yield* address)
        yield* settled(switchNetwork({ network: polygon.caipNetworkId }))
        yield* disconnect()
        assert.strictEqual((yield* account).status, "disconnected")
      })
      return Effect.gen(function* () {
        const leaves = { storage: storage.leaf }
        yield* visit({}, run, { leaves })

        assert.isAbove(storage.writes(), 0)
        assert.isUndefined(yield* visit({}, address, { leaves }))
      })
    })
})
