import { Effect, Layer } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import * as demoApi from "../../../layers/api/demo.ts"
import * as scripted from "../../../layers/browser/withoutWindow.ts"
import { createWorld } from "../../../layers/demo.ts"
import * as none from "../../../layers/siwx/none.ts"
import * as overridable from "../../../layers/siwx/overridable.ts"
import { Api } from "../../../services/Api.ts"
import { Siwx } from "../../../services/Siwx.ts"
import { lastMoment } from "../../../src/core/dates.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { changed } from "../../fixtures/layers.ts"
import { shelf } from "../../fixtures/modal.ts"

const holder = privateKeyToAccount(`0x${"1".repeat(64)}`)
const account = { chainId: "eip155:1", accountAddress: holder.address }

/** The provider's sign-in, whose sessions end at this time in seconds. */
const pageUntil = (exp: number) => {
  const api = changed(Api, demoApi.layer(createWorld()), ({ call }) => ({
    call: (row, input) =>
      Effect.map(call(row, input), (answer) => (row.name === "authMe" ? { ...answer, exp } : answer)),
  }))
  const browser = scripted.layer({ page: { origin: "https://site.example" } })
  return overridable
    .layer(none.layer, { authenticates: () => true, clientId: () => undefined })
    .pipe(Layer.provide([api, shelf().layer, browser]))
}

/** Times of the sessions of a visitor who has signed in. */
const ends = Effect.gen(function* () {
  const service = yield* Siwx
  const data = yield* service.message(account)
  const message = String(data)
  const signature = yield* Effect.promise(() => holder.signMessage({ message }))
  yield* service.add({ data, message, signature }, { type: "unknown" })
  return (yield* service.sessions(account)).map((session) => Date.parse(session.data.expirationTime ?? ""))
})

describe("A session of the provider's sign-in", () => {
  it.live.each([8.64e12, 8.64e12 + 1, 1e300, Number.MAX_VALUE, Number.POSITIVE_INFINITY])(
    "that would end after the latest possible date ends at that date: %d",
    function* (exp) {
      assert.deepStrictEqual(yield* Effect.provide(ends, pageUntil(exp)), [lastMoment])
    },
  )

  it.live.each([0, -1, -1e300, Number.NaN, Number.NEGATIVE_INFINITY])(
    "is dropped if it has ended, or if its end is not a time: %d",
    function* (exp) {
      assert.isEmpty(yield* Effect.provide(ends, pageUntil(exp)))
    },
  )
})
