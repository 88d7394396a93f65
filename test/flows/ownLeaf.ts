import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layer } from "../../layers/storage/memory.ts"
import type { Leaves } from "../../layers/wire.ts"
import { Storage } from "../../services/Storage.ts"
import { modal } from "./modal.ts"

export { started } from "./modal.ts"

/** Storage that works as in the demo. */
export const memory = layer()

/** A modal with a storage layer that records each access. The given layers may replace it. */
export const watched = (storage: Layer.Layer<Storage>) => {
  const used: string[] = []
  const noting = Layer.effect(
    Storage,
    Effect.map(Storage, ({ read, write, remove }) => ({
      read: (key: string) => {
        used.push(`read ${key}`)
        return read(key)
      },
      write: (key: string, value: string) => {
        used.push(`write ${key}`)
        return write(key, value)
      },
      remove: (key: string) => {
        used.push(`remove ${key}`)
        return remove(key)
      },
    })),
  ).pipe(Layer.provide(storage))
  return { used, modal: (leaves: Partial<Leaves>) => modal({}, { leaves: { storage: noting, ...leaves } }) }
}
