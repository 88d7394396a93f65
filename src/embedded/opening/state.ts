import { computed, signal } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"

/** Request that waits for the visitor's approval in the secure frame. */
export interface Approval {
  readonly id: string
  readonly method: string
  /** Whether it belongs to an entry of the transaction stack. Its outcome then leads back to the view that the entry began in. */
  readonly stacked: boolean
}

/** Requests to the embedded wallet. */
export const requests = slice(() => {
  const approvals = signal<readonly Approval[]>([])
  /** Number of entries of the transaction stack. */
  const transactions = signal(0)
  return { approvals, transactions, waiting: computed(() => approvals.value.length > 0) }
})
