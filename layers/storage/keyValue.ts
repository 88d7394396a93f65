import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import { Storage } from "../../services/Storage.ts"
import { StorageUnavailable } from "../../src/errors/index.ts"

/**
 * Storage backed by any Effect key-value store, such as `KeyValueStore.layerStorage(() => sessionStorage)`, with every key prefixed. If the
 * store fails, it reads as empty and writes fail with StorageUnavailable.
 */
export const layer = (prefix: string): Layer.Layer<Storage, never, KeyValueStore.KeyValueStore> =>
  Layer.effect(
    Storage,
    Effect.map(KeyValueStore.KeyValueStore, (all) => {
      const store = KeyValueStore.prefix(all, prefix)
      return {
        read: (key) => Effect.orElseSucceed(store.get(key), () => undefined),
        write: (key, value) => Effect.mapError(store.set(key, value), (cause) => new StorageUnavailable({ cause })),
        remove: (key) => Effect.orElseSucceed(store.remove(key), () => undefined),
      }
    }),
  )
