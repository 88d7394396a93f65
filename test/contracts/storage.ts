import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Storage } from "../../services/Storage.ts"

/** What every leaf of `Storage` must do. `make` gives a leaf with nothing in it. */
export const storageContract = (name: string, make: () => Layer.Layer<Storage>) =>
  describe(`Storage, ${name}`, () => {
    const test = (title: string, run: (storage: Storage["Service"]) => Effect.Effect<void, unknown>) =>
      it.effect(title, () => Effect.provide(Effect.flatMap(Storage, run), make()))

    test("has nothing under a key that nobody wrote", (storage) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* storage.read("connector"), undefined)
      }))

    test("gives back what was written last", (storage) =>
      Effect.gen(function* () {
        yield* storage.write("connector", "halyard")
        yield* storage.write("connector", "cinderbox")

        assert.strictEqual(yield* storage.read("connector"), "cinderbox")
      }))

    test("keeps texts as they are: empty ones, long ones, any characters", (storage) =>
      Effect.gen(function* () {
        const texts = ["", '{"a":[1,null]}', "Grüße\n👋\u202e", "x".repeat(100_000)]
        for (const text of texts) {
          yield* storage.write("text", text)

          assert.strictEqual(yield* storage.read("text"), text)
        }
      }))

    test("forgets a key and no other", (storage) =>
      Effect.gen(function* () {
        yield* storage.write("one", "1")
        yield* storage.write("other", "2")
        yield* storage.remove("one")
        yield* storage.remove("one")

        assert.strictEqual(yield* storage.read("one"), undefined)
        assert.strictEqual(yield* storage.read("other"), "2")
      }))

    test("has no key by inheritance", (storage) =>
      Effect.gen(function* () {
        for (const key of ["constructor", "__proto__", "length"])
          assert.strictEqual(yield* storage.read(key), undefined)
      }))
  })
