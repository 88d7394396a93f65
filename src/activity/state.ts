import { signal } from "@preact/signals-core"
import { forgetWithOwner, ownerOf } from "../account/state/owner.ts"
import { collection } from "../core/first-paint/collection.ts"
import { idle, type Loadable } from "../core/first-paint/loadable.ts"
import { slice } from "../core/first-paint/slice.ts"
import { byMonth, type Transaction } from "./model.ts"

/**
 * Transactions of the active account on the active network, newest first: the loaded pages, and transfers sent with this modal that these
 * lack.
 */
export const activity = slice((instance) => {
  /** Load state of the last requested page. A failure empties the list. */
  const progress = signal<Loadable<void>>(idle)
  const transactions = collection<Transaction>(({ id }) => id)
  /** Months of the list, newest first, with the number of transactions in each. */
  const months = signal<readonly { readonly year: number; readonly month: number; readonly count: number }[]>([])
  /** Owner of the list: an account on a network. */
  const of = signal("")
  /** Cursor of the next page. `undefined` before the first and after the last. */
  const next = signal<string | undefined>(undefined)
  forgetWithOwner(instance, () => {
    // The new owner's list may already be loading.
    if (of.peek() === ownerOf(instance.core)) return
    of.value = ""
    progress.value = idle
    next.value = undefined
    months.value = []
    transactions.reconcile([])
  })
  instance.snapshotParts.set("activity", () => {
    const all = transactions.order.value.flatMap((id) => transactions.get(id)?.value ?? [])
    const byYear: Record<number, Record<number, readonly Transaction[]>> = {}
    for (const { year, month, transactions } of byMonth(all)) byYear[year] = { ...byYear[year], [month]: transactions }
    return { transactions: all, transactionsByYear: byYear }
  })
  return { progress, transactions, months, of, next }
})
