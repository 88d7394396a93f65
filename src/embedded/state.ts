import { signal } from "@preact/signals-core"
import { slice } from "../core/first-paint/slice.ts"

/** Whether the embedded wallet is switching its account type. */
export const accountType = slice(() => ({ busy: signal(false) }))
