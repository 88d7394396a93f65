import { signal } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"

/** Whether `signOutOfWallets` is running. */
export const signingOut = slice(() => ({ busy: signal(false) }))
