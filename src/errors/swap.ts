// Swapping. Messages are quoted from the specification (section 8). A docstring that ends in "Beyond the catalogue." marks a message that
// the specification does not prescribe.

import type { SwapQuote } from "../swap/model/quote.ts"

/** The tokens or quotes of the swap service could not be loaded, or it has no quote for the swap. */
export class SwapFailed extends Error {
  readonly _tag = "SwapFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to initialize swap", options)
  }
}

/** A token's price could not be loaded, or the provider has none. */
export class PriceFailed extends Error {
  readonly _tag = "PriceFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to fetch network token price", options)
  }
}

/** The allowance of the swap service's contract could not be read. */
export class AllowanceFailed extends Error {
  readonly _tag = "AllowanceFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to check allowance", options)
  }
}

/** The swap service returned no approval transaction, or one that differs from what the visitor was shown. */
export class ApprovalNotBuilt extends Error {
  readonly _tag = "ApprovalNotBuilt"
  constructor(options?: ErrorOptions) {
    super("Failed to create approval transaction", options)
  }
}

/**
 * The swap service returned no swap transaction or one that does not match the quote, the tokens' decimals could not be confirmed on chain,
 * or the quote is for another account or network than the active one.
 */
export class SwapNotBuilt extends Error {
  readonly _tag = "SwapNotBuilt"
  constructor(options?: ErrorOptions) {
    super("Failed to create transaction", options)
  }
}

/** Portico could not verify what the swap would do, so the wallet was not prompted for it. See `cause`. Beyond the catalogue. */
export class SwapUnverified extends Error {
  readonly _tag = "SwapUnverified"
  constructor(options?: ErrorOptions) {
    super("This swap could not be verified. It was not sent to your wallet.", options)
  }
}

/** A transaction of the swap was not sent, for example because the visitor rejected it, or it failed on chain. */
export class SwapTransactionFailed extends Error {
  readonly _tag = "SwapTransactionFailed"
  constructor(options?: ErrorOptions) {
    super("Transaction error", options)
  }
}

/** A transaction of the swap was sent but not confirmed in time. It may still settle. Beyond the catalogue. */
export class SwapUnsettled extends Error {
  readonly _tag = "SwapUnsettled"
  constructor(options?: ErrorOptions) {
    super("The network has not confirmed the transaction yet", options)
  }
}

/** The amount is not a number above 0, or is less than the token's smallest unit. */
export class IncorrectAmount extends Error {
  readonly _tag = "IncorrectAmount"
  constructor(options?: ErrorOptions) {
    super("Incorrect amount", options)
  }
}

/**
 * The price got worse, an approval is needed that the quote does not mention, or the network fee cannot be sponsored as quoted. `quote`:
 * the new quote. Beyond the catalogue.
 */
export class QuoteChanged extends Error {
  readonly _tag = "QuoteChanged"
  readonly quote: SwapQuote
  constructor(quote: SwapQuote, options?: ErrorOptions) {
    super("The price has changed", options)
    this.quote = quote
  }
}
