import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as scripted from "../../layers/browser/scripted.ts"
import { Relay } from "../../services/Relay.ts"
import { Storage } from "../../services/Storage.ts"
import { takeOver } from "../../src/flows/appkit.ts"
import { appkitKept } from "../fixtures/appkit.ts"
import { assert, describe, it } from "../fixtures/it.ts"
import { modal } from "../flows/modal.ts"
import { accounts, relay as loopback, networks, pageOn, walletOn } from "./relayWorld.ts"

describe("A session over the relay that AppKit kept", () => {
  it.live("goes on: the library finds it among what was taken over, and the wallet still signs", function* () {
    const relay = yield* loopback
    const wallet = yield* walletOn(relay)
    const before = pageOn(relay, { id: "before" })
    const connecting = Effect.flatMap(Relay, (one) => one.connect({ networks, paired: (uri) => void wallet.pair(uri) }))
    const { topic } = yield* Effect.provide(connecting, before.leaf)
    // Its client has no prefix of its own, and keeps its items as texts in a database.
    const database = new Map(
      [...before.kept].map(([key, text]) => [key.replace("relay:", "").replace(":before", ""), text]),
    )
    const stored = appkitKept({ active: "walletConnect", beside: "example.halyard", address: "0x1" })
    const page = pageOn(relay, { id: "default" })
    const leaves = {
      relay: page.leaf,
      storage: Layer.succeed(Storage, page.storage),
      browser: scripted.layer({ stored, database }),
    }

    yield* Effect.gen(function* () {
      yield* takeOver
      const session = yield* (yield* Relay).restore
      assert.strictEqual(session?.topic, topic)
      const provider = yield* (yield* Relay).provider("eip155")
      const signed = yield* Effect.promise(() =>
        provider.request({ method: "personal_sign", params: ["0x68656c6c6f", accounts[0].address] }),
      )
      assert.match(String(signed), /^0x[0-9a-f]{130}$/)
    }).pipe(Effect.provide(modal({}, { leaves })))
  })
})
