import { signal } from "@preact/signals-core"
import { slice } from "./slice.ts"

/** Whether the embedded wallet is switching its account type. */
export const accountType = slice(() => ({ busy: signal(false) }))
