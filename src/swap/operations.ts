import * as Effect from "effect/Effect"
import { QuoteChanged } from "../errors/index.ts"
import { invalidInput } from "../options/guards.ts"
import { leastOf, type SwapQuote, type SwapToken } from "./model/quote.ts"
import { quoteProblem } from "./model/quoteProblem.ts"
import { contractOf } from "./model/tokens.ts"
import { checkedCalls } from "./steps/checkedCalls.ts"
import { renewQuote, requestQuote, swapTokens } from "./steps/quote.ts"
import { type SwapDone, sendAndConfirm, sendSwap, sendSwapBundle } from "./steps/sendSwap.ts"

/** Input of `quoteSwap`: two tokens by CAIP-10 ID, contract or symbol, and a decimal amount of the first. */
export interface QuoteSwap {
  readonly fromToken: string
  readonly toToken: string
  readonly amount: string
}

/**
 * Operation: quotes a swap. Fails with SwapNotSupported if swaps are not available on the network, with NoActiveCaipAddress if no account
 * is active, with InvalidInput if a token does not exist or both tokens are the same, with IncorrectAmount if the amount is not above 0,
 * with SwapFailed if there is no quote, and with GasPriceNotSupported or AllowanceFailed if the service has no gas price or allowance.
 */
export const quoteSwap = Effect.fn("quoteSwap")(function* ({ fromToken, toToken, amount }: QuoteSwap) {
  const tokens = yield* swapTokens()
  const from = findToken(tokens, fromToken)
  const to = findToken(tokens, toToken)
  if (!from) return yield* Effect.fail(invalidInput("token", fromToken, "fromToken"))
  if (!to || to === from) return yield* Effect.fail(invalidInput("another token", toToken, "toToken"))
  return yield* requestQuote(from, to, amount)
})

/**
 * Operation: executes a quoted swap. Returns once the network has confirmed it. Approves exactly the swap's amount if needed, in one bundle
 * with the swap if the wallet supports that (EIP-5792). Checks every transaction against the quote before the wallet receives it. Fails
 * with InvalidInput if the quote is malformed, like `quoteSwap` if a new quote cannot be loaded, and with QuoteChanged, which has a new
 * quote, if the price got worse, an approval is needed that the quote does not mention, or the site can no longer pay the network fee.
 * Fails with SwapNotBuilt, ApprovalNotBuilt or SwapUnverified if a transaction does not pass the checks, with SwapTransactionFailed if it
 * is not sent or fails, with SendUnclear if it may have been sent, and with SwapUnsettled if it is not confirmed within 5 minutes.
 */
export const swap = Effect.fn("swap")(function* ({ quote }: { readonly quote: SwapQuote }) {
  yield* validateQuote(quote)
  const now = yield* renewQuote(quote)
  if (now.needsApproval && !quote.needsApproval) return yield* Effect.fail(new QuoteChanged(now))
  const least = leastOf(quote)
  if (now.needsApproval || quote.sponsored) {
    const whole = yield* sendSwapBundle(now, least, quote.sponsored)
    if (whole) return whole
    if (quote.sponsored)
      return yield* Effect.fail(new QuoteChanged(yield* requestQuote(now.from, now.to, now.fromAmount)))
  }
  if (!now.needsApproval) return { ...(yield* sendSwap(now, least)), approvals: [] } satisfies SwapDone
  const { approvals: calls } = yield* checkedCalls(now, least)
  const approvals = yield* Effect.forEach(calls, (call) => sendAndConfirm(now, call))
  // An approval takes time, so the price may have changed.
  return { ...(yield* sendSwap(yield* renewQuote(quote), least)), approvals } satisfies SwapDone
})

/**
 * Step: approves exactly the swap's amount for the exchange. For tokens such as USDT, which reject raising an existing allowance, resets
 * the allowance to zero first. Returns the transaction hashes once all are confirmed. Fails like `swap`, except with QuoteChanged.
 */
export const approveSwap = Effect.fn("approveSwap")(function* ({ quote }: { readonly quote: SwapQuote }) {
  yield* validateQuote(quote)
  const { approvals } = yield* checkedCalls({ ...quote, needsApproval: true }, leastOf(quote))
  const hashes = yield* Effect.forEach(approvals, (call) => sendAndConfirm(quote, call))
  return { hashes }
})

const validateQuote = (quote: SwapQuote) => {
  const problem = quoteProblem(quote)
  return problem ? Effect.fail(problem) : Effect.void
}

const findToken = (tokens: readonly SwapToken[], name: string) =>
  tokens.find(({ address }) => address === name || contractOf(address) === String(name).toLowerCase()) ??
  tokens.find(({ symbol }) => symbol === name)
