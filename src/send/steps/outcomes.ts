import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import { Chains } from "../../../services/Chains.ts"
import { renewAccount } from "../../account/flows.ts"
import { refreshMovedBalances } from "../../balances/flows/tokens.ts"
import { slice } from "../../core/first-paint/slice.ts"
import { isSameAddress, namespaceTable } from "../../namespaces/model/namespaceTable.ts"
import { snack } from "../../notifications/first-paint/state.ts"
import { showSnack } from "../../notifications/steps/snack.ts"
import { isNamespace } from "../../options/isNamespace.ts"
import * as Persisted from "../../persistence/opening/persisted.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { runInBackground } from "../../runtime/prompt.ts"
import { untilSignal } from "../../runtime/untilSignal.ts"
import { sending as times } from "../limits.ts"
import type { PastReceiver } from "../model/receiver.ts"
import { movedBy, type SentTransfer, type TransferOutcome } from "../model/transfer.ts"
import { readReceivers, readTransfers } from "../schema/persisted.ts"
import { transfers } from "../state/transfers.ts"

/**
 * Step: records a sent transfer and its recipient, and tracks the transfer in the background. Does nothing if its ID is already recorded.
 */
export const recordSent = Effect.fn("recordSent")(function* (transfer: SentTransfer) {
  if (!(yield* note(transfer))) return
  yield* noteReceiver(transfer)
  yield* keep
  yield* watch(transfer)
})

/** Step: records a sent swap without tracking it, for `markReported` or `recordUnresolved`. Does nothing if its ID is already recorded. */
export const recordSwap = Effect.fn("recordSwap")(function* (transfer: SentTransfer) {
  if (yield* note(transfer)) yield* keep
})

/**
 * Step: records the outcome of a transfer or swap without having `reportOutcomes` show it, and refreshes the account and the balances that
 * changed.
 */
export const markReported = Effect.fn("markReported")(function* (
  id: string,
  outcome: Exclude<TransferOutcome, Pending>,
) {
  const { sent } = yield* slicesOf(transfers)
  const status = outcome.status
  const hash = hashOf(outcome)
  sent.value = sent.peek().map((one) => (one.id === id ? { ...one, status, ...(hash !== undefined && { hash }) } : one))
  yield* moved(id)
  yield* keep
})

type Pending = { readonly status: "pending" }

/** Step: tracks a recorded transfer or swap in the background, and records its nonce if given. Does nothing if the ID is not recorded. */
export const recordUnresolved = Effect.fn("recordUnresolved")(function* (id: string, nonce?: number) {
  const { sent } = yield* slicesOf(transfers)
  const transfer = sent.peek().find((one) => one.id === id)
  if (!transfer) return
  if (nonce !== undefined) {
    sent.value = sent.peek().map((one) => (one === transfer ? { ...one, nonce } : one))
    yield* keep
  }
  yield* watch(transfer)
})

/** Adds a transfer to the list. Returns whether it was new. */
const note = Effect.fnUntraced(function* (transfer: SentTransfer) {
  yield* loadSentTransfers
  const { sent } = yield* slicesOf(transfers)
  if (sent.peek().some(({ id }) => id === transfer.id)) return false
  sent.value = [transfer, ...sent.peek()].slice(0, times.kept)
  return true
})

const noteReceiver = Effect.fnUntraced(function* (transfer: SentTransfer) {
  const { receivers } = yield* slicesOf(transfers)
  // The visitor may be on another network by now, and another tab may have sent something too.
  const namespace = transfer.network.slice(0, transfer.network.indexOf(":"))
  if (!isNamespace(namespace)) return
  const known = (yield* keptReceivers.read) ?? receivers.peek()
  const { to: address, name } = transfer
  const isIt = (one: PastReceiver) => one.namespace === namespace && isSameAddress(namespace, one.address, address)
  const before = known.find(isIt)
  receivers.value = [
    { namespace, address, ...(name !== undefined && { name }), times: (before?.times ?? 0) + 1 },
    ...known.filter((one) => !isIt(one)),
  ].slice(0, times.receivers)
  yield* keptReceivers.write(receivers.peek())
})

/** Step: loads the transfers and recipients of earlier visits, once, and tracks the transfers that are pending. */
export const loadSentTransfers = Effect.gen(function* () {
  const { inTurn } = yield* slicesOf(recalled)
  yield* inTurn(load)
})

const load = Effect.gen(function* () {
  const { state } = yield* slicesOf(recalled)
  if (state.done) return
  const { sent, unreported, receivers } = yield* slicesOf(transfers)
  receivers.value = (yield* keptReceivers.read) ?? []
  const before = (yield* keptTransfers.read) ?? []
  const now = new Set(sent.peek().map(({ id }) => id))
  sent.value = [...sent.peek(), ...before.filter(({ id }) => !now.has(id))]
  unreported.value = before.filter(({ status }) => status !== "pending").map(({ id }) => id)
  for (const transfer of before) if (transfer.status === "pending") yield* watch(transfer)
  // Only now, because a flow that is interrupted while storage is read must not leave the transfers unloaded.
  state.done = true
})

/** Step: records that the outcome of a transfer was shown to the visitor. */
export const markOutcomeShown = Effect.fn("markOutcomeShown")(function* (id: string) {
  const { unreported } = yield* slicesOf(transfers)
  if (!unreported.peek().includes(id)) return
  unreported.value = unreported.peek().filter((one) => one !== id)
  yield* keep
})

/** Step: removes a payment's ID from its transfers, because the visitor pays another way. */
export const recordAbandoned = Effect.fn("recordAbandoned")(function* (payment: string) {
  const { sent } = yield* slicesOf(transfers)
  sent.value = sent
    .peek()
    .map(({ payment: of, ...one }) => (of === undefined || of === payment ? one : { ...one, payment: of }))
  yield* keep
})

/** Messages for outcomes, as functions of the amount and, for a swap, of the amount received (`to`). */
export interface OutcomeMessages {
  readonly sent: Sentences
  readonly swapped: Sentences
}

type Sentences = Readonly<
  Record<Exclude<SentTransfer["status"], "pending">, (of: { readonly amount: string; readonly to: string }) => string>
>

/** Flow: shows the visitor the outcomes of transfers that have not been shown yet, one after the other. */
export const reportOutcomes = Effect.fn("reportOutcomes")(function* (messages: OutcomeMessages) {
  yield* loadSentTransfers
  const { sent, unreported } = yield* slicesOf(transfers)
  const { shown } = yield* slicesOf(snack)
  const next = () =>
    sent.peek().flatMap(({ status, ...one }) => {
      if (status === "pending" || !unreported.peek().includes(one.id)) return []
      return [{ ...one, status }]
    })[0]
  while (next()) {
    // Another snack would close the open one before the visitor has read it.
    yield* untilSignal(() => !shown.value.open || undefined)
    const transfer = next()
    if (!transfer) return
    const { id, status, amount, symbol, swap } = transfer
    const sentence = messages[swap ? "swapped" : "sent"][status]
    const of = { amount: `${amount} ${symbol}`, to: swap ? `${swap.amount} ${swap.symbol}` : "" }
    yield* showSnack(() => sentence(of), status === "confirmed" ? "success" : "error")
    yield* markOutcomeShown(id)
  }
})

/** Polls a transfer in the background until its outcome is final or the time limit is over. */
const watch = Effect.fnUntraced(function* (transfer: SentTransfer) {
  const { state } = yield* slicesOf(recalled)
  if (state.watched.has(transfer.id)) return
  state.watched.add(transfer.id)
  const looking = Effect.gen(function* () {
    const outcome = yield* Effect.orElseSucceed(look(transfer.id), (): TransferOutcome => ({ status: "pending" }))
    return yield* noteOutcome(transfer.id, outcome)
  }).pipe(
    Effect.repeat({
      schedule: Schedule.spaced(times.watch),
      times: times.watchFor / times.watch - 1,
      until: (isSettled) => isSettled,
    }),
    Effect.delay(times.watch),
  )
  yield* runInBackground(
    Effect.ensuring(
      looking,
      Effect.sync(() => state.watched.delete(transfer.id)),
    ),
  )
})

const look = Effect.fnUntraced(function* (id: string) {
  const { core } = yield* CurrentModal
  const { sent } = yield* slicesOf(transfers)
  const transfer = sent.peek().find((one) => one.id === id)
  const network = core.networks.peek().find(({ caipNetworkId }) => caipNetworkId === transfer?.network)
  const pending: TransferOutcome = { status: "pending" }
  if (!transfer || !network) return pending
  const { transfers: sending } = yield* (yield* Chains).get(network.chainNamespace)
  const outcome = sending ? yield* sending.outcome({ ...transfer, network }) : pending
  const hash = hashOf(outcome)
  if (hash === undefined) return outcome
  // If `hash` is another transfer's ID, that transaction replaced this one. Its outcome is shown separately, here or in another tab.
  const all = [...sent.peek(), ...((yield* keptTransfers.read) ?? [])]
  return all.some((one) => one.id === hash && one.id !== id) ? ({ status: "replaced" } as const) : outcome
})

/** Returns the transaction hash, if it differs from the ID that the wallet returned. */
const hashOf = (outcome: TransferOutcome): string | undefined => ("hash" in outcome ? outcome.hash : undefined)

/** Records the outcome of a transfer. Returns whether it is final. A reorganization can make it pending again. */
const noteOutcome = Effect.fnUntraced(function* (id: string, outcome: TransferOutcome) {
  const { sent, unreported } = yield* slicesOf(transfers)
  const before = sent.peek().find((one) => one.id === id)
  if (!before) return true
  const status = outcome.status
  const nonce = outcome.status === "pending" ? outcome.nonce : undefined
  const hash = hashOf(outcome)
  if (status !== before.status || (nonce !== undefined && nonce !== before.nonce)) {
    const now = { ...before, status, ...(nonce !== undefined && { nonce }), ...(hash !== undefined && { hash }) }
    // `unreported` changes before `sent`, because a caller waiting for the outcome marks it as shown at once.
    if (status !== before.status)
      unreported.value = [...unreported.peek().filter((one) => one !== id), ...(status === "pending" ? [] : [id])]
    sent.value = sent.peek().map((one) => (one === before ? now : one))
    if (status !== before.status) {
      if (status !== "pending") yield* moved(id)
    }
    yield* keep
  }
  return outcome.status === "confirmed" ? outcome.settled : outcome.status !== "pending"
})

/** Refreshes the account and the balances that a transfer changed. */
const moved = Effect.fnUntraced(function* (id: string) {
  const { sent } = yield* slicesOf(transfers)
  const transfer = sent.peek().find((one) => one.id === id)
  const namespace = transfer?.network.slice(0, transfer.network.indexOf(":"))
  if (!transfer || !isNamespace(namespace)) return
  const ids = movedBy(transfer, namespaceTable[namespace].nativeToken)
  yield* Effect.all([renewAccount(), refreshMovedBalances(`${transfer.network}:${transfer.from}`, ids)])
})

/** Persists transfers that are pending, or whose outcome was not shown. Transfers of other tabs stay until those tabs remove them. */
const keep = Effect.gen(function* () {
  const { sent, unreported } = yield* slicesOf(transfers)
  const knownIds = new Set(sent.peek().map(({ id }) => id))
  const others = ((yield* keptTransfers.read) ?? []).filter(({ id }) => !knownIds.has(id))
  const own = sent.peek().filter(({ id, status }) => status === "pending" || unreported.peek().includes(id))
  const left = [...own, ...others].slice(0, times.kept)
  yield* left.length > 0 ? keptTransfers.write(left) : keptTransfers.forget
})

const recalled = slice(() => ({
  state: { done: false, watched: new Set<string>() },
  /** Concurrent callers wait for the one that reads storage. */
  inTurn: Semaphore.makeUnsafe(1).withPermits(1),
}))

const keptTransfers = Persisted.persistedItem<readonly SentTransfer[]>("sent_transfers", (value) =>
  readTransfers(value)?.slice(0, times.kept),
)

const keptReceivers = Persisted.persistedItem<readonly PastReceiver[]>("past_receivers", (value) =>
  readReceivers(value)?.slice(0, times.receivers),
)
