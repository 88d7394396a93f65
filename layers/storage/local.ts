import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Storage } from "../../services/Storage.ts"
import { StorageUnavailable } from "../../src/errors/index.ts"

/**
 * Storage backed by `localStorage`, with every key prefixed. If storage is blocked, it reads as empty. If it is blocked or full, writes
 * fail with StorageUnavailable.
 */
export const layer = (prefix: string): Layer.Layer<Storage> =>
  Layer.succeed(Storage, {
    read: (key) => Effect.sync(() => attempt(() => localStorage.getItem(prefix + key)) ?? undefined),
    write: (key, value) =>
      Effect.try({
        try: () => localStorage.setItem(prefix + key, value),
        catch: (cause) => new StorageUnavailable({ cause }),
      }),
    remove: (key) => Effect.sync(() => attempt(() => localStorage.removeItem(prefix + key))),
  })

const attempt = <A>(use: () => A): A | undefined => {
  try {
    return use()
  } catch {
    return undefined
  }
}
