import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageUnavailable } from "../src/errors/index.ts"

/** Key-value storage of small texts for one instance of the modal. */
export class Storage extends Context.Service<
  Storage,
  {
    /** Returns the stored text, or `undefined` if there is none or storage is blocked. Never fails. */
    read(key: string): Effect.Effect<string | undefined>
    /** Stores a text. If storage is full or blocked, fails and keeps the previous text. */
    write(key: string, value: string): Effect.Effect<void, StorageUnavailable>
    /** Removes a key. Never fails, even if storage is blocked. */
    remove(key: string): Effect.Effect<void>
  }
>()("portico/Storage") {}
