import { signal } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"

/** Whether wallets are being disconnected. */
export const signingOut = slice(() => ({ busy: signal(false) }))
