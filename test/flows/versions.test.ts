import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { keyOf } from "../../src/domain/stored.ts"
import { refreshAccount } from "../../src/flows/account.ts"
import { refreshBalances } from "../../src/flows/balances.ts"
import { connect } from "../../src/flows/connect.ts"
import { disconnect } from "../../src/flows/connections.ts"
import { use } from "../../src/modal.ts"
import { connecting } from "../../src/state/connecting.ts"
import { settled } from "../contracts/settled.ts"
import { storedItems } from "../fixtures/stored.ts"
import { cinderbox, halyard, rest, shelf, visit } from "./modal.ts"

const used = (wallet: string) => Effect.andThen(connect({ wallet }), rest)
const recent = Effect.map(use(connecting), ({ recentWallets }) => recentWallets.value.map(({ id }) => id))
const older = JSON.stringify([{ id: "old", name: "Old", imageUrl: "https://site.example/old.png" }])
const newer = JSON.stringify([{ id: "new", name: "New" }])

describe("What a release of the site kept, read by another", () => {
  it.effect("every item that is written is one whose version is known", () => {
    const { leaf, texts } = shelf()
    const keys = new Set<string>()
    const look = Effect.sync(() => {
      for (const key of texts.keys()) keys.add(key)
    })
    const run = Effect.gen(function* () {
      yield* used(halyard)
      yield* refreshAccount()
      yield* refreshBalances()
      yield* look
      yield* settled(connect({ wallet: "walletConnect" }))
      yield* look
      yield* disconnect()
      yield* look
    })
    const known = new Set(storedItems.map((item) => keyOf(item)))
    return Effect.andThen(
      visit({ relay: { connect: "approve", delay: 0 } }, run, { leaves: { storage: leaf } }),
      Effect.sync(() => {
        assert.isAbove(keys.size, 8)
        assert.deepStrictEqual(
          [...keys].filter((key) => !known.has(key)),
          [],
        )
      }),
    )
  })

  it.effect("an older value is taken over once: it moves to today's key", () => {
    const { leaf, texts, json } = shelf({ recent_wallets: older })
    const leaves = { storage: leaf }
    const run = Effect.gen(function* () {
      assert.deepStrictEqual(yield* recent, ["old"])
      assert.isFalse(texts.has("recent_wallets"))
      assert.deepStrictEqual(json(keyOf("recent_wallets")), [
        { id: "old", name: "Old", image_url: "https://site.example/old.png" },
      ])
    })
    return Effect.andThen(visit({}, run, { leaves }), visit({}, run, { leaves }))
  })

  it.effect("what an older release kept after a newer one is the last word", () => {
    const { leaf } = shelf({ recent_wallets: older, [keyOf("recent_wallets")]: newer })
    const run = Effect.map(recent, (ids) => assert.deepStrictEqual(ids, ["old"]))
    return visit({}, run, { leaves: { storage: leaf } })
  })

  it.effect("an older value that is foreign stays where it is, and today's counts", () => {
    const { leaf, texts } = shelf({ recent_wallets: '{"not":"ours"}', [keyOf("recent_wallets")]: newer })
    const run = Effect.gen(function* () {
      assert.deepStrictEqual(yield* recent, ["new"])
      assert.strictEqual(texts.get("recent_wallets"), '{"not":"ours"}')
    })
    return visit({}, run, { leaves: { storage: leaf } })
  })

  it.effect("an older value that there is no room to move is read, and stays", () => {
    const { leaf, texts } = shelf({ recent_wallets: older }, { room: 0 })
    const run = Effect.gen(function* () {
      assert.deepStrictEqual(yield* recent, ["old"])
      assert.strictEqual(texts.get("recent_wallets"), older)
    })
    return visit({}, run, { leaves: { storage: leaf } })
  })

  it.effect("what a newer release kept is left alone by one that the site went back to", () => {
    const next = Object.fromEntries(storedItems.map((item) => [`${item}@9`, `["what ${item} will be"]`]))
    const { leaf, texts } = shelf(next)
    const run = Effect.gen(function* () {
      yield* used(halyard)
      yield* used(cinderbox)
      yield* disconnect()
      for (const [key, text] of Object.entries(next)) assert.strictEqual(texts.get(key), text)
      assert.deepStrictEqual(yield* recent, [cinderbox, halyard])
    })
    return visit({}, run, { leaves: { storage: leaf } })
  })
})
