import { Effect, Layer } from "effect"
import * as scripted from "../../../layers/browser/withoutWindow.ts"
import { Relay } from "../../../services/Relay.ts"
import { Storage } from "../../../services/Storage.ts"
import { migrateFromAppKit } from "../../../src/connections/flows/migrateAppKit.ts"
import { appkitKept } from "../../fixtures/appkit.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { modal } from "../../fixtures/modal.ts"
import { connect, pageOn, signed, worldWith } from "./relayWorld.ts"

describe("A WalletConnect session stored by AppKit", () => {
  it.live("continues: the library finds it in the adopted storage, and the wallet still signs", function* () {
    const { relay, wallet, page: before } = yield* worldWith({ id: "before" })
    const { topic } = yield* Effect.provide(connect(wallet), before.layer)
    // AppKit's client uses no prefix, and stores its items as strings in a database.
    const database = new Map(
      [...before.kept].map(([key, text]) => [key.replace("relay:", "").replace(":before", ""), text]),
    )
    const stored = appkitKept({ active: "walletConnect", beside: "example.halyard", address: "0x1" })
    const page = pageOn(relay, { id: "default" })
    const layers = {
      relay: page.layer,
      storage: Layer.succeed(Storage, page.storage),
      browser: scripted.layer({ stored, database }),
    }

    yield* Effect.gen(function* () {
      yield* migrateFromAppKit
      assert.strictEqual((yield* (yield* Relay).restore)?.topic, topic)
      assert.match(String(yield* signed), /^0x[0-9a-f]{130}$/)
    }).pipe(Effect.provide(modal({}, { layers })))
  })
})
