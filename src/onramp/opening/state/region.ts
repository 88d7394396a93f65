import { signal } from "@preact/signals-core"
import { slice } from "../../../core/first-paint/slice.ts"

/** Visitor's region. `timezone`: time zone by its name in the IANA database, or "" if unknown or before the first account is connected. */
export const region = slice(() => ({ timezone: signal("") }))
