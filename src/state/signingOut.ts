import { signal } from "@preact/signals-core"
import { slice } from "./slice.ts"

/** Whether wallets are being disconnected. */
export const signingOut = slice(() => ({ busy: signal(false) }))
