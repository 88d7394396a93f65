import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { refreshAccount } from "../../src/account/flows.ts"
import { refreshBalances } from "../../src/balances/flows/tokens.ts"
import { connect } from "../../src/connect/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { storageKey } from "../../src/persistence/first-paint/model/storageKeys.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, halyard, rest, shelf } from "../fixtures/modal.ts"
import { storedItems } from "../fixtures/stored.ts"
import { test } from "../fixtures/visits.ts"

const used = (wallet: string) => Effect.andThen(connect({ wallet }), rest)
const recent = Effect.map(slicesOf(connecting), ({ recentWallets }) => recentWallets.value.map(({ id }) => id))
const older = JSON.stringify([{ id: "old", name: "Old", imageUrl: "https://site.example/old.png" }])
const newer = JSON.stringify([{ id: "new", name: "New" }])
const recentKey = storageKey("recent_wallets")

describe("Storage written by another release", () => {
  const phone = { script: { relay: { connect: "approve", delay: 0 } } } as const
  test("contains only items of a known version", phone, function* ({ storage: { texts } }) {
    const keys = new Set<string>()
    const note = () => {
      for (const key of texts.keys()) keys.add(key)
    }
    yield* used(halyard)
    yield* refreshAccount()
    yield* refreshBalances()
    note()
    yield* settled(connect({ wallet: "walletConnect" }))
    note()
    yield* disconnect()
    note()

    const known = new Set(storedItems.map((item) => storageKey(item)))
    assert.isAbove(keys.size, 8)
    assert.isEmpty([...keys].filter((key) => !known.has(key)))
  })

  const withOlder = { storage: shelf({ recent_wallets: older }) }
  test.visits("is migrated once to the current key", withOlder, function* ({ storage: { json, texts }, visit }) {
    for (const _ of ["first", "again"]) {
      assert.deepStrictEqual(yield* visit(recent), ["old"])
      assert.isFalse(texts.has("recent_wallets"))
      assert.deepStrictEqual(json(recentKey), [{ id: "old", name: "Old", image_url: "https://site.example/old.png" }])
    }
  })

  const foreign = '{"not":"ours"}'
  for (const [what, storage, ids, left] of [
    [
      "wins if an older release wrote it last",
      shelf({ recent_wallets: older, [recentKey]: newer }),
      ["old"],
      undefined,
    ],
    ["is left unchanged if it is invalid", shelf({ recent_wallets: foreign, [recentKey]: newer }), ["new"], foreign],
    ["is read but not migrated if storage is full", shelf({ recent_wallets: older }, { room: 0 }), ["old"], older],
  ] as const)
    test(what, { storage }, function* () {
      assert.deepStrictEqual(yield* recent, [...ids])
      assert.strictEqual(storage.texts.get("recent_wallets"), left)
    })

  const next = Object.fromEntries(storedItems.map((item) => [`${item}@9`, `["what ${item} will be"]`]))
  test("is left unchanged if a newer release wrote it", { storage: shelf(next) }, function* ({ storage: { texts } }) {
    yield* used(halyard)
    yield* used(cinderbox)
    yield* disconnect()
    for (const [key, text] of Object.entries(next)) assert.strictEqual(texts.get(key), text)
    assert.deepStrictEqual(yield* recent, [cinderbox, halyard])
  })
})
