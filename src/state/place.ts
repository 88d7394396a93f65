import { signal } from "@preact/signals-core"
import { slice } from "./slice.ts"

/** Where the visitor is, as far as the browser says: a name of the time zone database, or nothing. */
export const place = slice(() => ({ timezone: signal("") }))
