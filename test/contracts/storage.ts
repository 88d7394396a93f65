import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Storage } from "../../services/Storage.ts"
import { assert, describe } from "../fixtures/it.ts"
import { contract } from "./contract.ts"

/** Contract of every layer of `Storage`. `make` returns an empty one. */
export const storageContract = (name: string, make: () => Layer.Layer<Storage>) =>
  describe(`Storage, ${name}`, () => {
    const test = contract(
      Effect.sync(() => ({ layer: make() })),
      () => Effect.map(Storage, (storage) => [storage] as const),
    )

    test("returns undefined for a key that was never written", function* (storage) {
      assert.isUndefined(yield* storage.read("connector"))
    })

    test("returns the last text written", function* (storage) {
      yield* storage.write("connector", "halyard")
      yield* storage.write("connector", "cinderbox")

      assert.strictEqual(yield* storage.read("connector"), "cinderbox")
    })

    test("stores texts unchanged: empty, long, any characters", function* (storage) {
      for (const text of ["", '{"a":[1,null]}', "Grüße\n👋\u202e", "x".repeat(100_000)]) {
        yield* storage.write("text", text)

        assert.strictEqual(yield* storage.read("text"), text)
      }
    })

    test("removes only the given key", function* (storage) {
      yield* storage.write("one", "1")
      yield* storage.write("other", "2")
      yield* storage.remove("one")
      yield* storage.remove("one")

      assert.isUndefined(yield* storage.read("one"))
      assert.strictEqual(yield* storage.read("other"), "2")
    })

    test("has no inherited keys", function* (storage) {
      for (const key of ["constructor", "__proto__", "length"]) assert.isUndefined(yield* storage.read(key))
    })
  })
