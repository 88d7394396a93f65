import { signal } from "@preact/signals-core"
import { slice } from "../../../core/first-paint/slice.ts"

/** Region of the visitor, as far as the browser reports it: a name of the time zone database, or "" if unknown. */
export const region = slice(() => ({ timezone: signal("") }))
