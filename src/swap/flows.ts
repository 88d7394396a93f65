import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { Browser } from "../../services/Browser.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { canBatch } from "../capabilities/steps/callBatch.ts"
import { currentPaymaster } from "../capabilities/steps/walletCapabilities.ts"
import { isSmartAccount } from "../connections/opening/model.ts"
import { formatUnits, toUnits, unitsForValue } from "../core/amounts.ts"
import { latest } from "../core/first-paint/loadable.ts"
import { debounce } from "../core/limits.ts"
import { runTransaction } from "../embedded/steps/transactionStack.ts"
import { QuoteChanged } from "../errors/index.ts"
import type { SwapArguments } from "../navigation/first-paint/model/routes.ts"
import type { Words } from "../notifications/first-paint/model/snack.ts"
import { hideSnack, showSnack } from "../notifications/steps/snack.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { runInBackground } from "../runtime/prompt.ts"
import * as Router from "../runtime/router.ts"
import { attemptFresh, track } from "../runtime/track.ts"
import { swap as limits, refresh } from "./limits.ts"
import { canSwap } from "./model/networks.ts"
import type { SwapQuote, SwapToken } from "./model/quote.ts"
import { isNative } from "./model/tokens.ts"
import { approveSwap, quoteSwap, swap } from "./operations.ts"
import { swap as slice } from "./state.ts"
import { swapTokens } from "./steps/quote.ts"

/**
 * Flow: prepares the Swap view: enters the amount in `requested` if it is valid, loads the network's tokens, and selects those in
 * `requested` (by symbol). Shows a failure in a snack. If the network has no swaps, only shows UnsupportedChain instead.
 */
export const prepareSwap = Effect.fn("prepareSwap")(function* (requested: SwapArguments) {
  const { core } = yield* CurrentModal
  const { tokens, amount } = yield* slicesOf(slice)
  const network = core.network.peek()
  if (network && !canSwap(network.caipNetworkId))
    return yield* Router.change((stack) => [...stack.slice(0, -1), { name: "UnsupportedChain", swap: true }])

  if (requested.amount !== undefined && toUnits(requested.amount, 0) !== undefined) amount.value = requested.amount
  yield* loadTokens(requested)
  const now = tokens.peek()
  if (now.status === "failed") yield* showSnack(now.error.message, "error")
})

/** Flow: loads the tokens again every 10 s until they and the account's balances are known. Loads them at least once, after 10 s. */
export const completeTokens = Effect.fn("completeTokens")(function* (requested: SwapArguments) {
  const { known, lacks } = yield* slicesOf(slice)
  const again = Effect.suspend(() => loadTokens(known.peek().length === 0 ? requested : {}))
  yield* Effect.repeat(Effect.delay(again, refresh.prices), { while: () => lacks.peek() })
})

/**
 * Loads the tokens, then selects those in `requested` (by symbol). Without a requested token to pay with, keeps the selected one, or else
 * selects the native currency. If loading fails, changes no selection.
 */
const loadTokens = Effect.fnUntraced(function* (requested: SwapArguments) {
  const { tokens, known, source, target, from } = yield* slicesOf(slice)
  if (!(yield* track(tokens, swapTokens()))) return
  const named = (symbol: string | undefined) => known.peek().find((token) => token.symbol === symbol)?.address
  source.value = named(requested.fromToken) ?? from.peek()?.address ?? known.peek().find(isNative)?.address
  target.value = named(requested.toToken) ?? target.peek()
})

/** Flow: quotes the selection after 200 ms, then again 10 s after each quote while the page is visible. Never ends by itself. */
export const keepQuote = Effect.fn("keepQuote")(function* () {
  const { quote } = yield* slicesOf(slice)
  const browser = yield* Browser
  quote.value = { status: "loading", last: undefined }
  yield* Effect.scoped(
    Effect.gen(function* () {
      let hidden = browser.isHidden?.() ?? false
      yield* browser.watch((change) => {
        if (change === "hidden" || change === "visible") hidden = change === "hidden"
      })
      yield* Effect.sleep(debounce.quote)
      const whileVisible = Effect.suspend(() => (hidden ? Effect.void : requote))
      yield* Effect.repeat(whileVisible, Schedule.spaced(refresh.prices))
    }),
  )
})

const requote = Effect.gen(function* () {
  const { from, to, amount, quote, quotedAt, whole } = yield* slicesOf(slice)
  const [source, target] = [from.peek(), to.peek()]
  if (!source || !target || (toUnits(amount.peek(), source.decimals) ?? 0n) === 0n) {
    quote.value = { status: "idle" }
    return
  }
  const quoting = quoteSwap({ fromToken: source.address, toToken: target.address, amount: amount.peek() })
  // The active wallet or account may have changed since the last price, so its capability is read again.
  const found = yield* track(
    quote,
    Effect.tap(quoting, ({ needsApproval }) =>
      needsApproval
        ? Effect.map(canBatch, (can) => {
            whole.value = can
          })
        : Effect.void,
    ),
  )
  if (found) quotedAt.value = yield* Clock.currentTimeMillis
})

/** Flow: selects a token, and goes back one view, or to Swap if there is none. Choosing the token of the other side switches the sides. */
export const chooseSwapToken = Effect.fn("chooseSwapToken")(function* (
  kind: "sourceToken" | "toToken",
  { address }: SwapToken,
) {
  const { source, target } = yield* slicesOf(slice)
  const [chosen, other] = kind === "sourceToken" ? [source, target] : [target, source]
  if (other.peek() === address) other.value = chosen.peek()
  chosen.value = address
  yield* (yield* Telemetry).track({ event: "CLICK_SELECT_TOKEN_TO_SWAP" })
  yield* Router.change((stack) => (stack.length > 1 ? stack.slice(0, -1) : [{ name: "Swap" }]))
})

/** Flow: switches the two tokens. If there is a quote, the amount to receive becomes the amount to pay. */
export const turnSwap = Effect.fn("turnSwap")(function* () {
  const { source, target, amount, quote } = yield* slicesOf(slice)
  const known = latest(quote.peek())
  const before = source.peek()
  source.value = target.peek()
  target.value = before
  if (known) amount.value = known.toAmount
})

/**
 * Flow: sets the amount to the whole balance. For the native currency, leaves the network fee of the quote, or a high estimate if there is
 * no quote, unless the site pays the fee. Does nothing without a selected token.
 */
export const swapAll = Effect.fn("swapAll")(function* () {
  const { from, amount, quote } = yield* slicesOf(slice)
  const token = from.peek()
  if (!token) return
  const held = toUnits(token.quantity ?? "0", token.decimals) ?? 0n
  const known = latest(quote.peek())?.networkFee ?? "0"
  const free = isNative(token) && (yield* currentPaymaster) !== undefined
  const fee = isNative(token) ? unitsForValue(known, token.decimals, token.price, feePlaces) : undefined
  const kept = !isNative(token) || free ? 0n : fee || BigInt(limits.gasFallback) * fallbackGasPrice
  amount.value = formatUnits(held > kept ? held - kept : 0n, token.decimals)
})

/** Flow: opens the review of the current quote, or of the swap in progress. */
export const reviewSwap = Effect.fn("reviewSwap")(function* () {
  const { sending, reviewed, quote, whole } = yield* slicesOf(slice)
  // A swap in progress is shown again, with its outcome.
  if (sending.peek().status !== "loading") {
    sending.value = { status: "idle" }
    reviewed.value = latest(quote.peek())
  }
  yield* Router.push({ name: "SwapPreview" })
  whole.value = yield* canBatch
})

/**
 * Flow: executes a swap in the background. If it needs an approval and the wallet does not support bundles, sends only the approval; the
 * visitor then confirms the swap itself. Does nothing while a swap is in progress. After QuoteChanged, shows the new quote, which the
 * visitor can confirm.
 */
export const confirmSwap = Effect.fn("confirmSwap")(function* (quote: SwapQuote, messages: SwapMessages) {
  const { sending, reviewed, whole } = yield* slicesOf(slice)
  if (sending.peek().status === "loading") return
  reviewed.value = quote
  yield* runInBackground(quote.needsApproval && !whole.peek() ? approving(quote, messages) : swapping(quote, messages))
})

/** Messages shown before the approval prompt, before the swap prompt, and after the swap. */
export interface SwapMessages {
  readonly approve: Words
  readonly confirm: Words
  readonly swapped: Words
}

const approving = Effect.fnUntraced(function* (quote: SwapQuote, messages: SwapMessages) {
  const { sending, reviewed, quote: shown } = yield* slicesOf(slice)
  const done = Effect.gen(function* () {
    yield* hideSnack()
    const now = latest(shown.peek())
    if (now) shown.value = { status: "loaded", value: { ...now, needsApproval: false } }
    // This quote stays until the next one, and must not request another approval.
    reviewed.value = { ...quote, needsApproval: false }
    sending.value = { status: "idle" }
  })
  yield* runTransaction(
    attemptFresh(sending, Effect.andThen(showSnack(messages.approve, "loading"), approveSwap({ quote }))),
    {
      onSuccess: () => done,
      onError: (error) => failed("SWAP_APPROVAL_ERROR", quote, showSnack(error.message, "error")),
      // The preview shows that the visitor rejected the approval.
      onCancel: failed("SWAP_APPROVAL_ERROR", quote, hideSnack()),
    },
  )
})

const swapping = Effect.fnUntraced(function* (quote: SwapQuote, messages: SwapMessages) {
  const { core } = yield* CurrentModal
  const { sending, amount, reviewed, quote: shown } = yield* slicesOf(slice)
  const telemetry = yield* Telemetry
  const begun = Effect.andThen(
    Effect.flatMap(swapProperties(quote), (properties) => telemetry.track({ event: "INITIATE_SWAP", properties })),
    showSnack(messages.confirm, "loading"),
  )
  const done = Effect.gen(function* () {
    yield* telemetry.track({ event: "SWAP_SUCCESS", properties: yield* swapProperties(quote) })
    yield* showSnack(messages.swapped)
    amount.value = ""
    reviewed.value = undefined
    shown.value = { status: "idle" }
    if (core.stack.peek().some(({ name }) => name === "SwapPreview")) yield* Router.reset({ name: "Account" })
  })
  yield* runTransaction(attemptFresh(sending, Effect.andThen(begun, swap({ quote }))), {
    onSuccess: () => done,
    onError: (error) => failed("SWAP_ERROR", quote, showSnack(error.message, "error")),
    onCancel: failed("SWAP_ERROR", quote, hideSnack()),
  })
})

const failed = Effect.fnUntraced(function* <R>(
  event: "SWAP_ERROR" | "SWAP_APPROVAL_ERROR",
  quote: SwapQuote,
  notify: Effect.Effect<void, never, R>,
) {
  const { sending, reviewed, whole, quote: shown } = yield* slicesOf(slice)
  whole.value = yield* canBatch
  const now = sending.peek()
  if (now.status !== "failed") return yield* hideSnack()
  const { error } = now
  if (error instanceof QuoteChanged) {
    reviewed.value = error.quote
    shown.value = { status: "loaded", value: error.quote }
  }
  yield* notify
  yield* (yield* Telemetry).track({ event, properties: { ...(yield* swapProperties(quote)), message: error.message } })
})

const swapProperties = ({ network, from, to, fromAmount, toAmount }: SwapQuote) =>
  Effect.map(CurrentModal, ({ core }) => ({
    network,
    swapFromToken: from.symbol,
    swapToToken: to.symbol,
    swapFromAmount: fromAmount,
    swapToAmount: toAmount,
    isSmartAccount: isSmartAccount(core.connection.peek()),
  }))

/** Number of decimals with which a fee in US dollars converts to tokens exactly. */
const feePlaces = 36
/** Gas price, in wei, that is high enough for a busy chain. */
const fallbackGasPrice = 30_000_000_000n
