import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageUnavailable } from "../src/domain/errors.ts"

/** Small facts kept between visits, as text under short keys. The leaf adds the instance's prefix. */
export class Storage extends Context.Service<
  Storage,
  {
    /** What was written last, or nothing. Never fails: storage that cannot be read is empty. */
    read(key: string): Effect.Effect<string | undefined>
    /** Keeps a text. Fails when storage is full or forbidden; what was there before stays. */
    write(key: string, value: string): Effect.Effect<void, StorageUnavailable>
    /** Forgets a key. Forgetting what is not there is fine. */
    remove(key: string): Effect.Effect<void>
  }
>()("portico/Storage") {}
