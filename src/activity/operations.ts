import { batch } from "@preact/signals-core"
import * as Effect from "effect/Effect"
import { Api } from "../../services/Api.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { actions } from "../account/state/actions.ts"
import { ownerOf } from "../account/state/owner.ts"
import { isSmartAccount } from "../connections/opening/model.ts"
import { slice } from "../core/first-paint/slice.ts"
import { TransactionsFailed, UnknownFailure } from "../errors/index.ts"
import { showSnack } from "../notifications/steps/snack.ts"
import { isServed } from "../options/providerNetworks.ts"
import { caches } from "../persistence/caches.ts"
import { project } from "../project/first-paint/state.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import * as Router from "../runtime/router.ts"
import { track } from "../runtime/track.ts"
import { asTransaction, ownTransaction } from "../send/model/transfer.ts"
import { transfers } from "../send/state/transfers.ts"
import type { EventProperties } from "../telemetry/opening/model.ts"
import { activity as limits } from "./limits.ts"
import { type ActivityPage, byMonth, shownTransactions, type Transaction } from "./model.ts"
import { activity } from "./state.ts"

/**
 * Operation: returns a page of the active account's transactions on the active network, newest first. `cursor` is the `next` of the
 * previous page, and missing for the first page. Spam is left out, so a page may be empty although another follows. Empty if no account is
 * connected, or if activity is unavailable or turned off. Fails with TransactionsFailed.
 */
export const fetchActivity = Effect.fn("fetchActivity")(function* (input: { readonly cursor?: string } = {}) {
  const { core } = yield* CurrentModal
  const { served } = yield* slicesOf(project)
  const { possible } = yield* slicesOf(actions)
  const api = yield* Api
  const network = core.network.peek()
  const address = core.address.peek()
  if (!network || address === undefined || !possible("activity")) return nothing
  const chainId = network.caipNetworkId
  if (!isServed(chainId, served.peek())) return nothing
  const { historyEndpoint } = yield* row
  const response = yield* api.call(historyEndpoint, { address, chainId, ...input })
  const { state } = yield* slicesOf(pages)
  // A repeated response must not renew the age of its cache entry.
  if (input.cursor === undefined && !state.kept.has(response)) {
    yield* caches.transactions.set(response, address, chainId)
    state.kept.add(response)
  }
  const page: ActivityPage = {
    transactions: shownTransactions(response.data, chainId),
    next: response.next === input.cursor ? undefined : response.next,
  }
  return page
})

/**
 * Flow: refreshes the newest page. Until it arrives, the cached page of the account is shown, if still fresh. Requests nothing while
 * disconnected or offline.
 */
export const refreshActivity = Effect.fn("refreshActivity")(function* () {
  const { core } = yield* CurrentModal
  const { of } = yield* slicesOf(activity)
  const whose = ownerOf(core)
  if (of.peek() !== whose) {
    of.value = whose
    yield* clear
    const before = yield* lastPage
    if (ownerOf(core) === whose) yield* show(before)
  }
  if (core.address.peek() !== undefined && core.online.peek()) yield* load(undefined)
})

/** Flow: loads the next page. Does nothing while a page is loading, after the last page, or offline. */
export const moreActivity = Effect.fn("moreActivity")(function* () {
  const { core } = yield* CurrentModal
  const { progress, next } = yield* slicesOf(activity)
  const cursor = next.peek()
  if (progress.peek().status === "loading" || cursor === undefined || !core.online.peek()) return
  yield* (yield* Telemetry).track({ event: "LOAD_MORE_TRANSACTIONS", properties: yield* pageProperties(cursor) })
  yield* load(cursor)
})

/** Flow: opens the view with the full list of transactions. */
export const showActivity = Effect.fn("showActivity")(function* () {
  const { core } = yield* CurrentModal
  const properties = { isSmartAccount: isSmartAccount(core.connection.peek()) }
  yield* (yield* Telemetry).track({ event: "CLICK_TRANSACTIONS", properties })
  yield* Router.push({ name: "Transactions" })
})

/**
 * Loads pages, starting at a cursor, until one has something to show. Ends the list at a cursor that was read before, at a page that only
 * repeats listed transactions, and after 10 consecutive empty pages. A failure empties the list and is shown in a snack.
 */
const load = Effect.fnUntraced(function* (cursor: string | undefined) {
  const { core } = yield* CurrentModal
  const { progress, transactions, next } = yield* slicesOf(activity)
  const { state } = yield* slicesOf(pages)
  const whose = ownerOf(core)

  const reading = Effect.gen(function* () {
    let from = cursor
    for (let count = 1; ; count += 1) {
      const page = yield* fetchActivity(from === undefined ? {} : { cursor: from })
      if (ownerOf(core) !== whose) return
      const listed = transactions.peek().filter(({ id }) => !id.startsWith(ownTransaction))
      const known = new Set(listed.map(({ id }) => id))
      const news = page.transactions.filter(({ id }) => !known.has(id))
      if (from === undefined) {
        const older = news.length < page.transactions.length ? olderThan(page.transactions, listed) : []
        yield* show([...page.transactions, ...older])
        // A visitor who has loaded further pages continues after those.
        if (older.length > 0 && state.read.size > 0) return
        state.read.clear()
      } else yield* show([...listed, ...news])

      state.read.add(from)
      const repeats = from !== undefined && page.transactions.length > 0 && news.length === 0
      const empty = page.transactions.length === 0
      const ended = repeats || (empty && count === limits.emptyPages) || state.read.has(page.next)
      next.value = ended ? undefined : page.next
      if (next.peek() === undefined || !empty) return
      from = page.next
    }
  })
  yield* track(progress, reading)
  const outcome = progress.peek()
  if (outcome.status !== "failed" || ownerOf(core) !== whose) return
  yield* show("nothing")
  next.value = undefined
  state.read.clear()
  yield* (yield* Telemetry).track({ event: "ERROR_FETCH_TRANSACTIONS", properties: yield* pageProperties(cursor) })
  yield* showSnack(outcome.error.message, "error")
})

/** Flow: updates the listed transfers that were sent with this modal. Does nothing before the list has loaded. */
export const showSent = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { of, progress, transactions } = yield* slicesOf(activity)
  if (of.peek() !== ownerOf(core) || progress.peek().status !== "loaded") return
  yield* show(transactions.peek().filter(({ id }) => !id.startsWith(ownTransaction)))
})

/** Returns the active account's transfers sent with this modal that `listed` lacks, as transactions. */
const ownBeside = Effect.fnUntraced(function* (listed: readonly Transaction[]) {
  const { core } = yield* CurrentModal
  const { sent } = yield* slicesOf(transfers)
  const own = sent.peek().filter(({ network, from }) => `${network}:${from}` === ownerOf(core))
  if (own.length === 0) return []
  const hashes = new Set(listed.map(({ metadata }) => metadata.hash?.toLowerCase()))
  return own.filter(({ id, hash = id }) => !hashes.has(hash.toLowerCase())).map(asTransaction)
})

/**
 * Replaces the list with `next` and the transfers sent with this modal, or empties it for `nothing`. Unchanged transactions and an
 * unchanged list of months keep their objects, so their rows do not re-render.
 */
const show = Effect.fnUntraced(function* (next: readonly Transaction[] | "nothing") {
  const { transactions, months } = yield* slicesOf(activity)
  const seen = new Set<string>()
  const all = next === "nothing" ? [] : [...(yield* ownBeside(next)), ...next]
  const unique = all.filter(({ id }) => !seen.has(id) && seen.add(id))
  const grouped = byMonth(
    unique.map((one) => {
      const known = transactions.get(one.id)?.peek()
      return known && known !== one && JSON.stringify(known) === JSON.stringify(one) ? known : one
    }),
  )
  const counted = grouped.map(({ year, month, transactions: { length } }) => ({ year, month, count: length }))
  batch(() => {
    transactions.reconcile(grouped.flatMap((month) => month.transactions))
    if (JSON.stringify(counted) !== JSON.stringify(months.peek())) months.value = counted
  })
})

const clear = Effect.gen(function* () {
  const { progress, next } = yield* slicesOf(activity)
  const { state } = yield* slicesOf(pages)
  yield* show("nothing")
  next.value = undefined
  progress.value = { status: "idle" }
  state.read.clear()
})

/**
 * Returns the entries of `listed` that the page lacks and that are not newer than its oldest entry. Newer ones that the page lacks no
 * longer exist.
 */
const olderThan = (page: readonly Transaction[], listed: readonly Transaction[]) => {
  const ids = new Set(page.map(({ id }) => id))
  const oldest = Math.min(...page.map(({ metadata }) => Date.parse(metadata.minedAt)))
  return listed.filter(({ id, metadata }) => !ids.has(id) && Date.parse(metadata.minedAt) <= oldest)
}

/** Returns the cached page of the active account, decoded like a response. Empty if there is none. */
const lastPage = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { possible } = yield* slicesOf(actions)
  const address = core.address.peek()
  const network = core.network.peek()
  if (!network || address === undefined || !possible("activity")) return []
  const kept = yield* caches.transactions.get(address, network.caipNetworkId)
  if (!kept) return []
  const { readPersistedPage } = yield* row
  return shownTransactions(readPersistedPage(kept)?.data ?? [], network.caipNetworkId)
}).pipe(Effect.orElseSucceed((): readonly Transaction[] => []))

const row = Effect.tryPromise({
  try: () => import("./endpoints.ts"),
  catch: (cause) => new TransactionsFailed({ cause: new UnknownFailure({ cause }) }),
})

/** Returns the analytics properties of a page. */
const pageProperties = Effect.fnUntraced(function* (cursor: string | undefined) {
  const { core, options } = yield* CurrentModal
  const properties: EventProperties["LOAD_MORE_TRANSACTIONS"] = {
    address: core.address.peek() ?? "",
    projectId: options.projectId,
    cursor,
    isSmartAccount: isSmartAccount(core.connection.peek()),
  }
  return properties
})

const nothing: ActivityPage = { transactions: [], next: undefined }

/** `read`: cursors of the pages that were read (`undefined` for the first). `kept`: the cached responses. */
const pages = slice(() => ({ state: { read: new Set<string | undefined>(), kept: new WeakSet<object>() } }))
