import { computed, signal } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"

/** Request that waits for the visitor's approval in the secure frame. */
export interface Approval {
  readonly id: string
  readonly method: string
  /**
   * Whether the request belongs to an entry of the transaction stack. Its outcome then leads back to the view in which the entry began.
   */
  readonly stacked: boolean
}

/** Requests to the embedded wallet that wait for approval, and the size of the transaction stack. */
export const requests = slice(() => {
  const approvals = signal<readonly Approval[]>([])
  /** Number of entries of the transaction stack. */
  const transactions = signal(0)
  return { approvals, transactions, waiting: computed(() => approvals.value.length > 0) }
})
