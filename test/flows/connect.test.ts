import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { Storage } from "../../services/Storage.ts"
import { connect, connectExternal } from "../../src/flows/connect.ts"
import { disconnect } from "../../src/flows/connections.ts"
import { openModal } from "../../src/flows/open.ts"
import * as Kept from "../../src/kept.ts"
import { Modal, use } from "../../src/modal.ts"
import { snapshot } from "../../src/snapshot.ts"
import { account } from "../../src/state/account.ts"
import { connecting } from "../../src/state/connecting.ts"
import { wallets } from "../../src/state/wallets.ts"
import { createWorld, modal, started } from "./modal.ts"

const halyard = "example.halyard"

describe("Connecting", () => {
  it.effect("A visitor can connect through a browser wallet", () =>
    Effect.gen(function* () {
      const { core } = yield* Modal
      yield* started
      const connection = yield* connect({ wallet: halyard })

      assert.strictEqual(core.address.value, connection.accounts[0]?.address)
      assert.strictEqual(core.accounts.eip155.value.status, "connected")
      assert.strictEqual(core.network.value?.caipNetworkId, "eip155:1")
    }).pipe(Effect.scoped, Effect.provide(modal())),
  )

  it.effect("closes the modal once the wallet has approved", () =>
    Effect.gen(function* () {
      const { core } = yield* Modal
      yield* started
      yield* openModal()
      yield* connectExternal(halyard)

      assert.isFalse(core.open.value)
      assert.isDefined(core.connection.value)
    }).pipe(Effect.scoped, Effect.provide(modal())),
  )

  it.effect("'Connection rejected'", () =>
    Effect.gen(function* () {
      const { core } = yield* Modal
      const { progress } = yield* use(connecting)
      yield* started
      yield* openModal()
      yield* connectExternal(halyard)

      const now = progress.value
      assert.strictEqual(now.is === "failed" && now.error.message, "Connection rejected")
      assert.isTrue(core.open.value)
      assert.strictEqual(core.accounts.eip155.value.status, "disconnected")
    }).pipe(Effect.scoped, Effect.provide(modal({ wallets: { [halyard]: "reject" } }))),
  )

  it.effect("offers an approval that comes after the visitor left", () => {
    const world = createWorld({ wallets: { [halyard]: "slow" } })
    return Effect.gen(function* () {
      const { core } = yield* Modal
      const { offered } = yield* use(connecting)
      yield* started
      const view = yield* Effect.forkChild(connectExternal(halyard))
      yield* TestClock.adjust("100 millis")
      assert.strictEqual(core.accounts.eip155.value.status, "connecting")
      yield* Fiber.interrupt(view)
      assert.strictEqual(core.accounts.eip155.value.status, "disconnected")
      yield* TestClock.adjust("20 seconds")

      assert.strictEqual(offered.value?.connectorId, halyard)
      assert.isUndefined(core.connection.value)
    }).pipe(Effect.scoped, Effect.provide(modal(world)))
  })

  it.effect("a click on another wallet takes over: nothing follows the first one", () =>
    Effect.gen(function* () {
      const { core } = yield* Modal
      yield* started
      yield* Effect.forkChild(connectExternal(halyard))
      yield* TestClock.adjust("100 millis")
      yield* connectExternal("example.cinderbox")
      yield* TestClock.adjust("20 seconds")

      assert.strictEqual(core.connection.value?.connectorId, "example.cinderbox")
      assert.lengthOf(core.accounts.eip155.value.connections, 1)
    }).pipe(Effect.scoped, Effect.provide(modal({ wallets: { [halyard]: "slow" } }))),
  )

  it.effect("waits a named limit for a wallet to announce itself, then: 'No connector found for connection'", () =>
    Effect.gen(function* () {
      yield* started
      const asked = yield* Effect.forkChild(Effect.flip(connect({ wallet: "nobody" })))
      yield* TestClock.adjust("3 seconds")

      assert.strictEqual((yield* Fiber.join(asked)).message, "No connector found for connection")
    }).pipe(Effect.scoped, Effect.provide(modal())),
  )

  it.effect("a wallet used before keeps its picture, by its id too", () =>
    Effect.gen(function* () {
      const { installed } = yield* use(wallets)
      yield* started
      installed.value = installed.value.map(({ imageUrl: _, ...one }) => ({ ...one, imageId: "a-picture" }))
      yield* connect({ wallet: halyard })
      const [recent] = (yield* Kept.recent.read) ?? []

      assert.propertyVal(recent, "image_id", "a-picture")
      assert.notProperty(recent, "image_url")
    }).pipe(Effect.scoped, Effect.provide(modal())),
  )

  it.effect("Local storage holds connections and the connected connector id per namespace", () =>
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* started
      const { accounts } = yield* connect({ wallet: halyard })

      assert.deepInclude(JSON.parse((yield* storage.read("connections")) ?? "[]")[0], {
        connectorId: halyard,
        accounts,
      })
      assert.deepStrictEqual(JSON.parse((yield* storage.read("connected_connector_ids")) ?? ""), { eip155: halyard })
      assert.strictEqual(JSON.parse((yield* storage.read("active_namespace")) ?? ""), "eip155")
      assert.deepInclude(JSON.parse((yield* storage.read("active_caip_network_ids")) ?? ""), { eip155: "eip155:1" })
      assert.strictEqual(JSON.parse((yield* storage.read("recent_wallets@2")) ?? "[]")[0].id, halyard)
    }).pipe(Effect.scoped, Effect.provide(modal())),
  )

  it.effect("Disconnect: clears account, network, connector id, user and wallet info", () =>
    Effect.gen(function* () {
      const { core } = yield* Modal
      const storage = yield* Storage
      yield* started
      yield* use(account)
      const entry = Effect.map(Modal, (instance) => snapshot(instance).chains.eip155)
      yield* connect({ wallet: halyard })
      assert.nestedPropertyVal(yield* entry, "accountState.connectedWalletInfo.name", "Halyard")
      yield* disconnect()

      const left = yield* entry
      for (const field of ["address", "caipAddress", "balance", "profileName", "user", "connectedWalletInfo"])
        assert.propertyVal(left?.accountState, field, undefined)
      assert.propertyVal(left?.networkState, "approvedCaipNetworkIds", undefined)
      assert.isUndefined(left?.connectionClient)
      assert.isUndefined(core.connection.value)
      assert.strictEqual(core.accounts.eip155.value.status, "disconnected")
      assert.isUndefined(core.accounts.eip155.value.active)
      assert.deepStrictEqual(JSON.parse((yield* storage.read("connections")) ?? ""), [])
      assert.deepStrictEqual(JSON.parse((yield* storage.read("disconnected_connector_ids")) ?? ""), [
        `eip155:${halyard}`,
      ])
    }).pipe(Effect.scoped, Effect.provide(modal())),
  )
})
