import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Storage } from "../../../services/Storage.ts"
import { connect } from "../../../src/connect/operations.ts"
import { memory, started, watched } from "../../fixtures/ownLayer.ts"

it.effect("a site's storage layer replaces the default in five lines, and no service uses the default", () => {
  const kept = new Map<string, string>()
  const ours = watched(memory)

  // The README's five lines.
  const mine = Layer.succeed(Storage, {
    read: (key) => Effect.sync(() => kept.get(key)),
    write: (key, value) => Effect.sync(() => void kept.set(key, value)),
    remove: (key) => Effect.sync(() => void kept.delete(key)),
  })

  return Effect.gen(function* () {
    yield* started
    yield* connect({ wallet: "example.halyard" })

    assert.isTrue(kept.has("connections"))
    assert.deepStrictEqual(ours.used, [])
  }).pipe(Effect.scoped, Effect.provide(ours.modal({ storage: mine })))
})

it.effect("the check above can fail: without the site's layer the default is used", () => {
  const ours = watched(memory)
  return Effect.gen(function* () {
    yield* started
    yield* connect({ wallet: "example.halyard" })

    assert.include(ours.used, "write connections")
  }).pipe(Effect.scoped, Effect.provide(ours.modal({})))
})
