import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageUnavailable } from "../src/errors/index.ts"

/** Storage for small texts between visits, under short keys. The layer adds the instance's prefix. */
export class Storage extends Context.Service<
  Storage,
  {
    /** Returns the last written text, or `undefined`. Never fails: storage that cannot be read is empty. */
    read(key: string): Effect.Effect<string | undefined>
    /** Stores a text. Fails if storage is full or blocked; the previous text then stays. */
    write(key: string, value: string): Effect.Effect<void, StorageUnavailable>
    /** Removes a key, which need not exist. */
    remove(key: string): Effect.Effect<void>
  }
>()("portico/Storage") {}
