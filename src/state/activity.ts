import { signal } from "@preact/signals-core"
import { collection } from "../collection.ts"
import { byMonth, type Transaction } from "../domain/activity.ts"
import { idle, type Loadable } from "../domain/loadable.ts"
import { forgetWithOwner, ownerOf } from "./owner.ts"
import { slice } from "./slice.ts"

/** What the account in use did on the network in use, as far as it was paged through: the list is in the order of its months. */
export const activity = slice((instance) => {
  /** How reading a page goes; a page that could not be read empties the list. */
  const progress = signal<Loadable<void>>(idle)
  const transactions = collection<Transaction>(({ id }) => id)
  /** The months of the list, the newest first, and how many of it are of each. */
  const months = signal<readonly { readonly year: number; readonly month: number; readonly count: number }[]>([])
  /** Who the list is of: an account on a network. */
  const of = signal("")
  /** Where the page after the last one begins, if there is one. */
  const next = signal<string | undefined>(undefined)
  forgetWithOwner(instance, () => {
    // Reading the new owner's list may have begun already.
    if (of.peek() === ownerOf(instance.core)) return
    of.value = ""
    progress.value = idle
    next.value = undefined
    months.value = []
    transactions.reconcile([])
  })
  instance.parts.set("activity", () => {
    const all = transactions.order.value.flatMap((id) => transactions.get(id)?.value ?? [])
    const byYear: Record<number, Record<number, readonly Transaction[]>> = {}
    for (const { year, month, transactions } of byMonth(all)) byYear[year] = { ...byYear[year], [month]: transactions }
    return { transactions: all, transactionsByYear: byYear }
  })
  return { progress, transactions, months, of, next }
})
