import { computed, signal } from "@preact/signals-core"
import { slice } from "./slice.ts"

/** A request that waits for the visitor's approval in the secure frame. */
export interface Approval {
  readonly id: string
  readonly method: string
  /** Whether it is of an entry of the transaction stack: what comes of it leads back to the view that it was begun in. */
  readonly stacked: boolean
}

/** What is asked of the embedded wallet. */
export const requests = slice(() => {
  const approvals = signal<readonly Approval[]>([])
  /** How many entries the transaction stack has. */
  const transactions = signal(0)
  return { approvals, transactions, waiting: computed(() => approvals.value.length > 0) }
})
