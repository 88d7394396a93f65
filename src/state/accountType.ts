import { signal } from "@preact/signals-core"
import { slice } from "./slice.ts"

/** Whether the embedded wallet is going over to its other kind of account. */
export const accountType = slice(() => ({ busy: signal(false) }))
