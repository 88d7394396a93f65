import { computed, signal } from "@preact/signals-core"
import { formatUnits, unitsForValue } from "../core/amounts.ts"
import { idle, type Loadable, latest } from "../core/first-paint/loadable.ts"
import { slice } from "../core/first-paint/slice.ts"
import { floorDecimal } from "../core/formatAmount.ts"
import type { Prepared } from "../send/model/transfer.ts"
import { deposit as limits } from "./limits.ts"
import { assetsOn, type Exchange, isSameAsset, type Payment, type PaymentAsset, type PaymentState } from "./model.ts"

/** State of the deposit from an exchange to the visitor's own account. */
export const deposit = slice(({ core, snapshotParts }) => {
  /** Assets that exchanges pay out on the active network. */
  const assets = computed(() => assetsOn(core.network.value))
  const chosen = signal<PaymentAsset | undefined>(undefined)
  const asset = computed(() => {
    const mine = chosen.value
    return assets.value.find((one) => mine && isSameAsset(one, mine)) ?? assets.value[0]
  })
  /** Decimal amount in US dollars. */
  const amount = signal(String(limits.defaultAmount))
  /** US dollar price of one token of the asset `of`. */
  const price = signal<Loadable<{ readonly of: PaymentAsset; readonly price: number }>>(idle)
  /** Amount in tokens, as a decimal string. `undefined` if the price is not known or the amount rounds down to zero. */
  const tokenAmount = computed(() => {
    const known = latest(price.value)
    if (!asset.value || !known || !isSameAsset(known.of, asset.value)) return undefined
    const { decimals } = asset.value.metadata
    const units = unitsForValue(amount.value, decimals, known.price)
    const floored = units && floorDecimal(formatUnits(units, decimals), Math.min(decimals, limits.tokenDecimals))
    return floored && /[1-9]/.test(floored) ? floored : undefined
  })
  const exchanges = signal<Loadable<{ readonly of: PaymentAsset; readonly exchanges: readonly Exchange[] }>>(idle)
  /** Current or last deposit. */
  const current = signal<PaymentState | undefined>(undefined)
  const error = signal<Error | undefined>(undefined)

  snapshotParts.set("exchange", () => ({
    exchange: {
      paymentAsset: asset.value,
      amount: amount.value,
      tokenAmount: tokenAmount.value,
      priceLoading: price.value.status === "loading",
      exchanges: latest(exchanges.value)?.exchanges ?? [],
      assets: assets.value,
      isLoading: exchanges.value.status === "loading",
      currentPayment: shown(current.value),
      isPaymentInProgress: isGoing(current.value),
      paymentId: current.value?.paymentId,
      error:
        (error.value ?? (exchanges.value.status === "failed" ? exchanges.value.error : undefined))?.message ?? null,
    },
  }))
  return { assets, chosen, asset, amount, price, tokenAmount, exchanges, current, error }
})

/** State of the payment that the site requests. */
export const pay = slice(({ snapshotParts }) => {
  const payment = signal<Loadable<Payment>>(idle)
  const exchanges = signal<Loadable<readonly Exchange[]>>(idle)
  /** Cost of paying from the active wallet. */
  const cost = signal<Loadable<Prepared>>(idle)
  /** Current or last payment. */
  const current = signal<PaymentState | undefined>(undefined)
  const error = signal<Error | undefined>(undefined)

  snapshotParts.set("pay", () => {
    const known = latest(payment.value)
    return {
      pay: {
        paymentAsset: known?.paymentAsset,
        recipient: known?.recipient,
        amount: known?.amount,
        isConfigured: known !== undefined,
        exchanges: latest(exchanges.value) ?? [],
        isLoading: exchanges.value.status === "loading",
        currentPayment: shown(current.value),
        isPaymentInProgress: isGoing(current.value),
        paymentId: current.value?.paymentId,
        error: (error.value ?? (payment.value.status === "failed" ? payment.value.error : undefined))?.message ?? null,
      },
    }
  })
  return { payment, exchanges, cost, current, error }
})

/** Whether a payment is still in progress. */
export const isGoing = (now: PaymentState | undefined): boolean =>
  now?.status === "opening" || now?.status === "waiting"

const shown = (now: PaymentState | undefined) =>
  now && {
    type: now.type,
    exchangeId: now.exchange?.id,
    sessionId: now.sessionId,
    status: statuses[now.status],
    result: now.result,
  }

const statuses = {
  opening: "IN_PROGRESS",
  waiting: "IN_PROGRESS",
  success: "SUCCESS",
  failed: "FAILED",
  late: "UNKNOWN",
} as const satisfies Record<PaymentState["status"], string>
