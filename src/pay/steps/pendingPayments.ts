import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { safeText } from "../../core/first-paint/safeText.ts"
import { safeImageUrl, webUrl } from "../../core/first-paint/safeUrl.ts"
import { isRecord } from "../../options/guards.ts"
import * as Persisted from "../../persistence/opening/persisted.ts"
import { CurrentModal } from "../../runtime/currentModal.ts"
import { sending as age } from "../../send/limits.ts"
import { checkPayment, type PaymentState } from "../model.ts"

/**
 * Step: returns exchange payments whose outcome is unknown, including those of earlier visits. Omits payments that were started more than a
 * day ago, and those that the site no longer allows, such as on another network.
 */
export const pendingPayments = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const now = yield* Clock.currentTimeMillis
  const kept = (yield* keptPayments.read) ?? []
  return kept.flatMap((one): readonly PaymentState[] => {
    const of = checkPayment(one.of, core.networks.peek())
    return of instanceof Error || now - one.at > age.watchFor ? [] : [{ ...one, of }]
  })
})

/** Step: removes a payment from storage, so later visits do not resume it. */
export const forgetPayment = Effect.fnUntraced(function* (paymentId: string) {
  const left = ((yield* keptPayments.read) ?? []).filter((one) => one.paymentId !== paymentId)
  yield* left.length > 0 ? keptPayments.write(left) : keptPayments.forget
})

/** Step: persists a new payment, so a reload does not lose it. */
export const keepPayment = Effect.fnUntraced(function* (state: PaymentState) {
  const others = (yield* keptPayments.read) ?? []
  yield* keptPayments.write([state, ...others].slice(0, age.kept))
})

const keptPayments = Persisted.persistedItem<readonly PaymentState[]>("exchange_payments", (value) =>
  Array.isArray(value) ? value.flatMap((one: unknown) => readState(one) ?? []).slice(0, age.kept) : undefined,
)

/** Decodes the persisted state of a payment. Its field `of` is validated later, against the site's networks. */
const readState = (value: unknown): PaymentState | undefined => {
  if (!isRecord(value) || !isRecord(value.exchange)) return undefined
  const { paymentId, source, of, at, exchange, sessionId, url } = value
  const page = webUrl(url)
  if (typeof paymentId !== "string" || typeof sessionId !== "string" || typeof at !== "number") return undefined
  if (source !== "pay" && source !== "fund-from-exchange") return undefined
  if (typeof exchange.id !== "string" || page === undefined) return undefined
  return {
    paymentId,
    source,
    type: "exchange",
    of: of as PaymentState["of"],
    at,
    status: "waiting",
    exchange: { id: exchange.id, name: safeText(exchange.name), imageUrl: safeImageUrl(exchange.imageUrl) ?? "" },
    sessionId,
    url: page,
  }
}
