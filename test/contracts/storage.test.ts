import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as keyValue from "../../layers/storage/keyValue.ts"
import * as local from "../../layers/storage/local.ts"
import * as memory from "../../layers/storage/memory.ts"
import { Storage } from "../../services/Storage.ts"
import { fails } from "../fixtures/fails.ts"
import { afterEach, assert, describe, it, vi } from "../fixtures/it.ts"
import { Shelf } from "../fixtures/shelf.ts"
import { storageContract } from "./storage.ts"

afterEach(() => vi.unstubAllGlobals())

const onShelf = (shelf: Shelf, prefix = "portico:test:") => {
  vi.stubGlobal("localStorage", shelf)
  return local.layer(prefix)
}
const storageOf = (layer: Layer.Layer<Storage>) => Effect.provide(Effect.service(Storage), layer)

storageContract("local", () => onShelf(new Shelf()))
storageContract("memory", () => memory.layer())
storageContract("key-value store", () => Layer.provide(keyValue.layer("portico:test:"), KeyValueStore.layerMemory))

describe("Storage, local, beyond the contract", () => {
  it.effect("prefixes its keys", function* () {
    const shelf = new Shelf()
    shelf.setItem("connector", "the site's own")
    const one = yield* storageOf(onShelf(shelf, "portico:one:"))
    const other = yield* storageOf(onShelf(shelf, "portico:other:"))
    yield* one.write("connector", "halyard")

    assert.isUndefined(yield* other.read("connector"))
    assert.strictEqual(shelf.getItem("connector"), "the site's own")
    assert.strictEqual(shelf.getItem("portico:one:connector"), "halyard")
  })

  it.effect("Browser-stored keys are prefixed, also in a site's own store", function* () {
    const store = yield* Effect.provide(Effect.service(KeyValueStore.KeyValueStore), KeyValueStore.layerMemory)
    const own = Layer.succeed(KeyValueStore.KeyValueStore, store)
    const storage = yield* storageOf(Layer.provide(keyValue.layer("portico:one:"), own))
    yield* store.set("connector", "the site's own")
    yield* storage.write("connector", "halyard")

    assert.strictEqual(yield* store.get("portico:one:connector"), "halyard")
    assert.strictEqual(yield* store.get("connector"), "the site's own")
    yield* storage.remove("connector")
    assert.strictEqual(yield* store.size, 1)
  })

  it.effect("fails if storage is full, and keeps its content", function* () {
    const storage = yield* storageOf(onShelf(new Shelf(500)))
    yield* storage.write("connector", "halyard")
    yield* fails(storage.write("connector", "x".repeat(1_000)), { _tag: "StorageUnavailable" })

    assert.strictEqual(yield* storage.read("connector"), "halyard")
  })

  it.effect("is empty and read-only if the browser blocks it", function* () {
    const get = () => {
      throw new DOMException("The operation is insecure", "SecurityError")
    }
    Object.defineProperty(globalThis, "localStorage", { configurable: true, get })
    yield* Effect.addFinalizer(() => Effect.sync(() => Reflect.deleteProperty(globalThis, "localStorage")))
    const storage = yield* storageOf(local.layer("portico:test:"))
    yield* fails(storage.write("connector", "halyard"), { _tag: "StorageUnavailable" })
    yield* storage.remove("connector")

    assert.isUndefined(yield* storage.read("connector"))
  })
})
