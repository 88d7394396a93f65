import { signal } from "@preact/signals-core"
import type { PastReceiver } from "../domain/receivers.ts"
import type { SentTransfer } from "../domain/send.ts"
import { slice } from "./slice.ts"

/** Transfers that left this browser, and whom they went to. */
export const sends = slice((instance) => {
  /** Those of this visit, and those of before that have not settled, the newest first. */
  const sent = signal<readonly SentTransfer[]>([])
  /** The ids of those whose outcome the visitor has not been told. */
  const untold = signal<readonly string[]>([])
  /** The latest first. */
  const receivers = signal<readonly PastReceiver[]>([])
  instance.parts.set("sends", () => ({ sentTransfers: sent.value }))
  return { sent, untold, receivers }
})
