import { signal } from "@preact/signals-core"
import { slice } from "./slice.ts"

/** Whether a sign-out is under way. */
export const signingOut = slice(() => ({ busy: signal(false) }))
