import { Effect, Layer } from "effect"
import * as scripted from "../../../layers/browser/withoutWindow.ts"
import { layer as site } from "../../../layers/siwx/site.ts"
import { Siwx } from "../../../services/Siwx.ts"
import { Storage } from "../../../services/Storage.ts"
import { storageKey } from "../../../src/persistence/first-paint/model/storageKeys.ts"
import { assert, describe, it } from "../../fixtures/it.ts"

const on = (chainId: string) => ({ chainId, accountAddress: "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9" }) as const

describe("Sessions that Portico stores for a site", () => {
  it.live("that end at the same time all end, also in a storage that responds later", function* () {
    const texts = new Map<string, string>()
    let reads = 0
    /** A storage that reads at once, and responds the later the more was read before. */
    const storage = Layer.succeed(Storage, {
      read: (key) =>
        Effect.suspend(() => {
          const text = texts.get(key)
          reads += 1
          return Effect.as(Effect.repeat(Effect.yieldNow, { times: 10 * reads }), text)
        }),
      write: (key, value) => Effect.sync(() => void texts.set(key, value)),
      remove: (key) => Effect.sync(() => void texts.delete(key)),
    })
    yield* Effect.gen(function* () {
      const service = yield* Siwx
      const [here, there] = [on("eip155:1"), on("eip155:8453")]
      for (const account of [here, there]) {
        const data = yield* service.message(account)
        yield* service.add({ data, message: String(data), signature: "0x00" })
      }
      yield* Effect.all([service.revoke(here), service.revoke(there)], { concurrency: "unbounded" })
    }).pipe(
      Effect.provide(
        site({}).pipe(Layer.provide([storage, scripted.layer({ page: { origin: "https://site.example" } })])),
      ),
    )

    assert.strictEqual(texts.get(storageKey("siwx")), "[]")
  })
})
