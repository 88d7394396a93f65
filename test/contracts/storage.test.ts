import { afterEach, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import { vi } from "vitest"
import * as keyValue from "../../layers/storage/keyValue.ts"
import * as local from "../../layers/storage/local.ts"
import * as memory from "../../layers/storage/memory.ts"
import { Storage } from "../../services/Storage.ts"
import { Shelf } from "../fixtures/shelf.ts"
import { storageContract } from "./storage.ts"

afterEach(() => vi.unstubAllGlobals())

const onShelf = (shelf: Shelf, prefix = "portico:test:") => {
  vi.stubGlobal("localStorage", shelf)
  return local.layer(prefix)
}

storageContract("local", () => onShelf(new Shelf()))
storageContract("memory", () => memory.layer())
storageContract("key-value store", () => Layer.provide(keyValue.layer("portico:test:"), KeyValueStore.layerMemory))

describe("Storage, local, beyond the contract", () => {
  it.effect("stays behind its prefix", () =>
    Effect.gen(function* () {
      const shelf = new Shelf()
      shelf.setItem("connector", "the site's own")
      const write = Effect.flatMap(Storage, (storage) => storage.write("connector", "halyard"))
      const read = Effect.flatMap(Storage, (storage) => storage.read("connector"))

      yield* Effect.provide(write, onShelf(shelf, "portico:one:"))

      assert.strictEqual(yield* Effect.provide(read, onShelf(shelf, "portico:other:")), undefined)
      assert.strictEqual(shelf.getItem("connector"), "the site's own")
      assert.strictEqual(shelf.getItem("portico:one:connector"), "halyard")
    }),
  )

  it.effect("fails when storage is full, and keeps what was there", () =>
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.write("connector", "halyard")
      const error = yield* Effect.flip(storage.write("connector", "x".repeat(1_000)))

      assert.strictEqual(error._tag, "StorageUnavailable")
      assert.strictEqual(yield* storage.read("connector"), "halyard")
    }).pipe(Effect.provide(onShelf(new Shelf(500)))),
  )

  it.effect("is empty and takes nothing where the browser forbids it", () =>
    Effect.gen(function* () {
      Object.defineProperty(globalThis, "localStorage", {
        configurable: true,
        get: () => {
          throw new DOMException("The operation is insecure", "SecurityError")
        },
      })
      yield* Effect.gen(function* () {
        const storage = yield* Storage
        const error = yield* Effect.flip(storage.write("connector", "halyard"))
        yield* storage.remove("connector")

        assert.strictEqual(error._tag, "StorageUnavailable")
        assert.strictEqual(yield* storage.read("connector"), undefined)
      }).pipe(Effect.provide(local.layer("portico:test:")))
    }).pipe(Effect.ensuring(Effect.sync(() => Reflect.deleteProperty(globalThis, "localStorage")))),
  )
})
