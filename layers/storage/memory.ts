import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Storage } from "../../services/Storage.ts"

/** Storage in memory, which is lost when the page is left. `start`: initial content. */
export const layer = (start: Readonly<Record<string, string>> = {}): Layer.Layer<Storage> =>
  Layer.sync(Storage, () => {
    const kept = new Map(Object.entries(start))
    return {
      read: (key) => Effect.sync(() => kept.get(key)),
      write: (key, value) => Effect.sync(() => void kept.set(key, value)),
      remove: (key) => Effect.sync(() => void kept.delete(key)),
    }
  })
