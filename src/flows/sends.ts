import * as Effect from "effect/Effect"
import { Chains } from "../../services/Chains.ts"
import { namespaces } from "../domain/capabilities.ts"
import { isNamespace } from "../domain/isNamespace.ts"
import { readReceivers, readTransfers } from "../domain/keptSends.ts"
import { sending as times } from "../domain/limits.ts"
import type { PastReceiver } from "../domain/receivers.ts"
import { movedBy, type Outcome, type SentTransfer } from "../domain/send.ts"
import { isSameAddress } from "../domain/switching.ts"
import * as Kept from "../kept.ts"
import { Modal, use } from "../modal.ts"
import { detach } from "../prompt.ts"
import { sends } from "../state/sends.ts"
import { slice } from "../state/slice.ts"
import { renewAccount } from "./account.ts"
import { noteMoved } from "./balances.ts"
import { say } from "./snack.ts"

/** Step: a transfer has left. It is kept until its outcome is known and told, and its receiver is one that is known from now on. */
export const noteSent = Effect.fn("noteSent")(function* (transfer: SentTransfer) {
  if (!(yield* note(transfer))) return
  yield* noteReceiver(transfer)
  yield* keep
  yield* watch(transfer)
})

/** Step: a swap has left. It is kept likewise; whoever waits for it tells its outcome (`noteTold`), or has it followed (`noteUnknown`). */
export const noteSwap = Effect.fn("noteSwap")(function* (transfer: SentTransfer) {
  if (yield* note(transfer)) yield* keep
})

/** Step: what became of a transfer is known to whoever waited for it, and is told by them. */
export const noteTold = Effect.fn("noteTold")(function* (id: string, outcome: Exclude<Outcome, Pending>) {
  const { sent } = yield* use(sends)
  const status = outcome.is
  const hash = hashOf(outcome)
  sent.value = sent.peek().map((one) => (one.id === id ? { ...one, status, ...(hash !== undefined && { hash }) } : one))
  yield* moved(id)
  yield* keep
})

type Pending = { readonly is: "pending" }

/** Step: nobody waits for it any more, and nobody knows what becomes of it; its nonce is kept where it is known by now. */
export const noteUnknown = Effect.fn("noteUnknown")(function* (id: string, nonce?: number) {
  const { sent } = yield* use(sends)
  const transfer = sent.peek().find((one) => one.id === id)
  if (!transfer) return
  if (nonce !== undefined) {
    sent.value = sent.peek().map((one) => (one === transfer ? { ...one, nonce } : one))
    yield* keep
  }
  yield* watch(transfer)
})

/** Whether it was not known before. */
const note = Effect.fnUntraced(function* (transfer: SentTransfer) {
  yield* recall
  const { sent } = yield* use(sends)
  if (sent.peek().some(({ id }) => id === transfer.id)) return false
  sent.value = [transfer, ...sent.peek()].slice(0, times.kept)
  return true
})

const noteReceiver = Effect.fnUntraced(function* (transfer: SentTransfer) {
  const { receivers } = yield* use(sends)
  // The visitor may look at another network by now, and another tab may have sent something too.
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

/** Step: what earlier visits sent, read once; what had not settled is followed further. */
export const recall = Effect.gen(function* () {
  const { state } = yield* use(recalled)
  if (state.done) return
  state.done = true
  const { sent, untold, receivers } = yield* use(sends)
  receivers.value = (yield* keptReceivers.read) ?? []
  const before = (yield* keptTransfers.read) ?? []
  const now = new Set(sent.peek().map(({ id }) => id))
  sent.value = [...sent.peek(), ...before.filter(({ id }) => !now.has(id))]
  untold.value = before.filter(({ status }) => status !== "pending").map(({ id }) => id)
  for (const transfer of before) if (transfer.status === "pending") yield* watch(transfer)
})

/** Step: the visitor has been told what became of a transfer. */
export const outcomeTold = Effect.fn("outcomeTold")(function* (id: string) {
  const { untold } = yield* use(sends)
  if (!untold.peek().includes(id)) return
  untold.value = untold.peek().filter((one) => one !== id)
  yield* keep
})

/** Step: who was to pay with a transfer pays another way. */
export const noteGivenUp = Effect.fn("noteGivenUp")(function* (payment: string) {
  const { sent } = yield* use(sends)
  sent.value = sent
    .peek()
    .map(({ payment: of, ...one }) => (of === undefined || of === payment ? one : { ...one, payment: of }))
  yield* keep
})

/** What a visitor reads of an outcome. `{amount}` is filled in here, and of a swap `{to}`, which is what it brings. */
export interface OutcomeSentences {
  readonly sent: Sentences
  readonly swapped: Sentences
}

type Sentences = Readonly<
  Record<Exclude<SentTransfer["status"], "pending">, (of: { readonly amount: string; readonly to: string }) => string>
>

/** Flow: tells the visitor what became of transfers that they have not been told of. */
export const tellOutcomes = Effect.fn("tellOutcomes")(function* (told: OutcomeSentences) {
  yield* recall
  const { sent, untold } = yield* use(sends)
  const ids = untold.peek()
  if (ids.length === 0) return
  untold.value = []
  for (const { id, status, amount, symbol, swap } of sent.peek()) {
    if (status === "pending" || !ids.includes(id)) continue
    const sentence = told[swap ? "swapped" : "sent"][status]
    const of = { amount: `${amount} ${symbol}`, to: swap ? `${swap.amount} ${swap.symbol}` : "" }
    yield* say(() => sentence(of), status === "confirmed" ? "success" : "error")
  }
  yield* keep
})

/** Looks what becomes of a transfer until it has settled, or nobody can know any more. */
const watch = Effect.fnUntraced(function* (transfer: SentTransfer) {
  const { state } = yield* use(recalled)
  if (state.watched.has(transfer.id)) return
  state.watched.add(transfer.id)
  const looking = Effect.gen(function* () {
    for (let since = 0; since < times.watchFor; since += times.watch) {
      yield* Effect.sleep(times.watch)
      const outcome = yield* Effect.orElseSucceed(look(transfer.id), (): Outcome => ({ is: "pending" }))
      if (yield* noteOutcome(transfer.id, outcome)) return
    }
  })
  yield* detach(
    Effect.ensuring(
      looking,
      Effect.sync(() => state.watched.delete(transfer.id)),
    ),
  )
})

const look = Effect.fnUntraced(function* (id: string) {
  const { core } = yield* Modal
  const { sent } = yield* use(sends)
  const transfer = sent.peek().find((one) => one.id === id)
  const network = core.networks.peek().find(({ caipNetworkId }) => caipNetworkId === transfer?.network)
  const pending: Outcome = { is: "pending" }
  if (!transfer || !network) return pending
  const { sending } = yield* (yield* Chains).get(network.chainNamespace)
  const outcome = sending ? yield* sending.outcome({ ...transfer, network }) : pending
  const hash = hashOf(outcome)
  if (hash === undefined) return outcome
  // The same was sent twice, and one took the other's place: that one is told for itself, here or in its own tab.
  const all = [...sent.peek(), ...((yield* keptTransfers.read) ?? [])]
  return all.some((one) => one.id === hash && one.id !== id) ? ({ is: "replaced" } as const) : outcome
})

/** The id that the chain knows a transfer by, where it is another than the wallet gave. */
const hashOf = (outcome: Outcome): string | undefined => ("hash" in outcome ? outcome.hash : undefined)

/** Writes what became of a transfer; answers whether that is the end of it. A chain that takes a block back makes it pending again. */
const noteOutcome = Effect.fnUntraced(function* (id: string, outcome: Outcome) {
  const { sent, untold } = yield* use(sends)
  const before = sent.peek().find((one) => one.id === id)
  if (!before) return true
  const status = outcome.is
  const nonce = outcome.is === "pending" ? outcome.nonce : undefined
  const hash = hashOf(outcome)
  if (status !== before.status || (nonce !== undefined && nonce !== before.nonce)) {
    const now = { ...before, status, ...(nonce !== undefined && { nonce }), ...(hash !== undefined && { hash }) }
    // First, since whoever waits for the outcome says at once that the visitor has been told.
    if (status !== before.status)
      untold.value = [...untold.peek().filter((one) => one !== id), ...(status === "pending" ? [] : [id])]
    sent.value = sent.peek().map((one) => (one === before ? now : one))
    if (status !== before.status) {
      if (status !== "pending") yield* moved(id)
    }
    yield* keep
  }
  return outcome.is === "confirmed" ? outcome.settled : outcome.is !== "pending"
})

/** What an account has is another than before. */
const moved = Effect.fnUntraced(function* (id: string) {
  const { sent } = yield* use(sends)
  const transfer = sent.peek().find((one) => one.id === id)
  const namespace = transfer?.network.slice(0, transfer.network.indexOf(":"))
  if (!transfer || !isNamespace(namespace)) return
  const ids = movedBy(transfer, namespaces[namespace].nativeToken)
  yield* Effect.all([renewAccount(), noteMoved(`${transfer.network}:${transfer.from}`, ids)])
})

/** Keeps what has not settled, and what nobody has been told; what other tabs have sent meanwhile is theirs to take away. */
const keep = Effect.gen(function* () {
  const { sent, untold } = yield* use(sends)
  const mine = new Set(sent.peek().map(({ id }) => id))
  const others = ((yield* keptTransfers.read) ?? []).filter(({ id }) => !mine.has(id))
  const own = sent.peek().filter(({ id, status }) => status === "pending" || untold.peek().includes(id))
  const left = [...own, ...others].slice(0, times.kept)
  yield* left.length > 0 ? keptTransfers.write(left) : keptTransfers.forget
})

const recalled = slice(() => ({ state: { done: false, watched: new Set<string>() } }))

const keptTransfers = Kept.fact<readonly SentTransfer[]>("sent_transfers", (value) =>
  readTransfers(value)?.slice(0, times.kept),
)

const keptReceivers = Kept.fact<readonly PastReceiver[]>("past_receivers", (value) =>
  readReceivers(value)?.slice(0, times.receivers),
)
