import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageUnavailable } from "../src/errors/index.ts"

/** Storage of small texts that outlive a visit, under short keys. The layer adds the instance's prefix to each key. */
export class Storage extends Context.Service<
  Storage,
  {
    /** Returns the stored text, or `undefined` if there is none or storage is blocked. Never fails. */
    read(key: string): Effect.Effect<string | undefined>
    /** Stores a text. If storage is full or blocked, fails and keeps the previous text. */
    write(key: string, value: string): Effect.Effect<void, StorageUnavailable>
    /** Removes a key, if it exists. Never fails. */
    remove(key: string): Effect.Effect<void>
  }
>()("portico/Storage") {}
