import { signal } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"
import type { PastReceiver } from "../model/receiver.ts"
import type { SentTransfer } from "../model/transfer.ts"

/** Transfers sent from this browser, and their recipients. */
export const transfers = slice((instance) => {
  /** Transfers of this visit, and those of earlier visits that were pending or not shown, newest first. */
  const sent = signal<readonly SentTransfer[]>([])
  /** IDs of transfers whose outcome has not been shown to the visitor. */
  const unreported = signal<readonly string[]>([])
  /** Past recipients, latest first. */
  const receivers = signal<readonly PastReceiver[]>([])
  instance.snapshotParts.set("sends", () => ({ sentTransfers: sent.value }))
  return { sent, unreported, receivers }
})
