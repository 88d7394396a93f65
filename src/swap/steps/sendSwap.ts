import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { Chains, type ContractCall } from "../../../services/Chains.ts"
import { canBatch, sendCallBatch } from "../../capabilities/steps/callBatch.ts"
import { currentPaymaster } from "../../capabilities/steps/walletCapabilities.ts"
import { asTransaction } from "../../embedded/steps/transactionStack.ts"
import {
  QuoteChanged,
  SendUnclear,
  SwapNotBuilt,
  SwapNotSupported,
  SwapTransactionFailed,
  SwapUnsettled,
} from "../../errors/index.ts"
import { CurrentModal } from "../../runtime/currentModal.ts"
import { withWalletPrompt } from "../../runtime/dialogDemotion.ts"
import { prompt } from "../../runtime/prompt.ts"
import type { SentTransfer, TrackedTransfer, TransferOutcome } from "../../send/model/transfer.ts"
import { markReported, recordSwap, recordUnresolved } from "../../send/steps/outcomes.ts"
import { swap as limits } from "../limits.ts"
import { type SwapQuote, type SwapToken, unitsOf } from "../model/quote.ts"
import { contractOf, isNative } from "../model/tokens.ts"
import { checkedCalls } from "./checkedCalls.ts"
import { swapContext } from "./context.ts"
import { isApproved } from "./quote.ts"

/** Confirmed swap, and the hashes of the approvals sent before it. */
export interface SwapDone {
  /** Transaction hash, or the bundle ID if the wallet reports no transaction for a bundle (EIP-5792). */
  readonly hash: string
  readonly approvals: readonly string[]
}

/**
 * Sends the swap, and the approval if it needs one, as one bundle, and waits for the outcome. Sends nothing and returns `undefined` if the
 * wallet cannot do that, or if `sponsored` is set but the site no longer pays the network fee. Fails with SwapUnsettled or
 * SwapTransactionFailed if the bundle is not confirmed.
 */
export const sendSwapBundle = Effect.fnUntraced(function* (
  quote: SwapQuote,
  least: bigint,
  sponsored: boolean | undefined,
) {
  const { core } = yield* CurrentModal
  const { network, connection, account } = yield* swapContext
  if (account !== quote.account) return yield* Effect.fail(new SwapNotBuilt())
  if (quote.needsApproval && !(yield* canBatch)) return undefined
  const paymaster = sponsored && (yield* currentPaymaster)
  if (sponsored && !paymaster) return undefined
  const { approvals, call: swapping } = yield* checkedCalls(quote, least)
  const calls = [...approvals, swapping]
  if (core.address.peek()?.toLowerCase() !== contractOf(account)) return yield* Effect.fail(new SwapNotBuilt())
  const from = account.slice(account.lastIndexOf(":") + 1)
  const { connectorId } = connection
  const left = (id: string) =>
    Effect.flatMap(trackedSwap(quote, swapping, connectorId, id), (one) => recordSwap({ ...one, bundle: true }))
  const outcome = yield* Effect.mapError(
    sendCallBatch(
      { connectorId, network, from, calls, ...(paymaster && { capabilities: { paymasterService: paymaster } }) },
      left,
    ),
    toSwapError,
  )
  if (!outcome) return undefined
  const { id, status, hash } = outcome
  const named = hash === undefined ? {} : { hash }
  if (status === "pending") {
    yield* recordUnresolved(id)
    return yield* Effect.fail(new SwapUnsettled())
  }
  if (status !== "confirmed") {
    yield* markReported(id, status === "partly" ? { status: "different" } : { status: "failed", ...named })
    return yield* Effect.fail(new SwapTransactionFailed())
  }
  yield* markReported(id, { status, settled: true, ...named })
  return { hash: hash ?? id, approvals: [] } satisfies SwapDone
})

/** Wraps an error of the wallet in SwapTransactionFailed. Keeps SendUnclear as it is. */
const toSwapError = (cause: unknown) => (cause instanceof SendUnclear ? cause : new SwapTransactionFailed({ cause }))

/**
 * Sends the swap's own transaction and waits until it is confirmed. Fails with QuoteChanged, without prompting, if the allowance is too
 * low.
 */
export const sendSwap = Effect.fnUntraced(function* (quote: SwapQuote, least: bigint) {
  if (!(yield* isApproved(quote))) return yield* Effect.fail(new QuoteChanged({ ...quote, needsApproval: true }))
  const { call } = yield* checkedCalls({ ...quote, needsApproval: false }, least)
  return { hash: yield* sendAndConfirm(quote, call, true) }
})

/**
 * Sends a transaction and waits until it is confirmed. Returns the hash. Equal concurrent calls share one prompt. Fails with SwapNotBuilt
 * if another account or network is active, with SwapUnsettled if it is not confirmed within 5 minutes, with SendUnclear if it may have been
 * sent, and with SwapTransactionFailed if it is not sent or fails. With `noted`, records the swap, so its outcome is reported even if the
 * page closes.
 */
export const sendAndConfirm = Effect.fnUntraced(function* (quote: SwapQuote, call: ContractCall, noted = false) {
  const { network: on, account } = quote
  const { core } = yield* CurrentModal
  const { network, connection } = yield* swapContext
  if (network.caipNetworkId !== on) return yield* Effect.fail(new SwapNotBuilt())
  const { sendTransaction: send, transfers } = yield* (yield* Chains).get("eip155")
  if (!send || !transfers) return yield* Effect.fail(new SwapNotSupported())
  const from = contractOf(account)
  if (core.address.peek()?.toLowerCase() !== from) return yield* Effect.fail(new SwapNotBuilt())

  const { connectorId } = connection
  const id = yield* prompt(`swap:${connectorId}:${account}:${JSON.stringify({ ...call, value: String(call.value) })}`, {
    request: asTransaction(
      withWalletPrompt(
        connectorId,
        Effect.mapError(
          send({ connectorId, network, from: account.slice(account.lastIndexOf(":") + 1), ...call }),
          toSwapError,
        ),
      ),
    ).pipe(
      Effect.tap((id) => (noted ? Effect.flatMap(trackedSwap(quote, call, connectorId, id), recordSwap) : Effect.void)),
    ),
    onApproved: () => Effect.void,
    onLateApproval: (id) => recordUnresolved(id),
  })
  let watched: TrackedTransfer = { ...(yield* trackedSwap(quote, call, connectorId, id)), network }
  const polled = Effect.suspend(() => transfers.outcome(watched)).pipe(
    Effect.orElseSucceed((): TransferOutcome => ({ status: "pending" })),
    // With the nonce, the transaction can be found if the wallet resends it with a higher fee.
    Effect.tap((now) =>
      Effect.sync(() => {
        if (now.status === "pending" && now.nonce !== undefined) watched = { ...watched, nonce: now.nonce }
      }),
    ),
  )
  const outcome = yield* Effect.repeat(polled, {
    schedule: Schedule.spaced(limits.receipt.every),
    while: ({ status }) => status === "pending",
  }).pipe(
    Effect.timeoutOrElse({
      duration: limits.receipt.wait,
      orElse: () => Effect.succeed<TransferOutcome>({ status: "pending" }),
    }),
    Effect.onInterrupt(() => recordUnresolved(id, watched.nonce)),
  )
  yield* outcome.status === "pending" ? recordUnresolved(id, watched.nonce) : markReported(id, outcome)
  if (outcome.status === "confirmed") return outcome.hash ?? id
  return yield* Effect.fail(outcome.status === "pending" ? new SwapUnsettled() : new SwapTransactionFailed())
})

/** Returns a swap, or an approval before it, in the form in which its outcome is tracked. */
const trackedSwap = Effect.fnUntraced(function* (
  quote: SwapQuote,
  { to: exchange, data, value }: ContractCall,
  connectorId: string,
  id: string,
) {
  const { network, account, from, to, fromAmount, toAmount } = quote
  const picture = (token: SwapToken) => (token.logoUri ? { iconUrl: token.logoUri } : {})
  return {
    id,
    connectorId,
    network,
    from: account.slice(account.lastIndexOf(":") + 1),
    to: exchange,
    amount: fromAmount,
    symbol: from.symbol,
    ...picture(from),
    ...(!isNative(from) && { token: contractOf(from.address) }),
    units: String(unitsOf(quote)),
    at: yield* Clock.currentTimeMillis,
    status: "pending",
    swap: {
      amount: toAmount,
      symbol: to.symbol,
      ...picture(to),
      ...(!isNative(to) && { token: contractOf(to.address) }),
      data,
      value: String(value),
    },
  } satisfies SentTransfer
})
