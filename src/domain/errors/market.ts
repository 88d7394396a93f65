// Buying, swapping, and paying from an exchange. Sentences are the specification's own, or the facts' where they name one.
// A docstring that ends in "Beyond the catalogue" marks a sentence of ours: the specification names the case or leaves it open.

import type { SwapQuote } from "../swap.ts"

/** The on-ramp's service did not answer. Beyond the catalogue: options and quotes fall back to built-in data. */
export class OnrampFailed extends Error {
  readonly _tag = "OnrampFailed"
  constructor(options?: ErrorOptions) {
    super("The on-ramp did not answer", options)
  }
}

/** Buying is not offered: on this network, in this time zone, or by this site. Beyond the catalogue. */
export class OnrampNotOffered extends Error {
  readonly _tag = "OnrampNotOffered"
  constructor(options?: ErrorOptions) {
    super("Buying is not offered here", options)
  }
}

/** A quote that is our own estimate, since the service did not answer: nothing is bought on it. Beyond the catalogue. */
export class QuoteIsEstimate extends Error {
  readonly _tag = "QuoteIsEstimate"
  constructor(options?: ErrorOptions) {
    super("This price is an estimate and cannot be bought on", options)
  }
}

/** An amount that no way of paying takes. Beyond the catalogue. */
export class AmountOutsideLimits extends Error {
  readonly _tag = "AmountOutsideLimits"
  /** Decimal texts; nothing where there is no limit. */
  readonly limits: { readonly min: string; readonly max: string } | undefined
  constructor(limits?: { readonly min: string; readonly max: string }, options?: ErrorOptions) {
    super(limits ? `Amount is not between ${limits.min} and ${limits.max}` : "Amount is not payable", options)
    this.limits = limits
  }
}

/** The browser opened no window. Beyond the catalogue. */
export class PopupBlocked extends Error {
  readonly _tag = "PopupBlocked"
  constructor(options?: ErrorOptions) {
    super("The browser blocked the window", options)
  }
}

/** The exchange's tokens or prices did not come. */
export class SwapFailed extends Error {
  readonly _tag = "SwapFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to initialize swap", options)
  }
}

/** Prices did not come. */
export class PriceFailed extends Error {
  readonly _tag = "PriceFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to fetch network token price", options)
  }
}

/** Nobody told how much of a token the exchange may take. */
export class AllowanceFailed extends Error {
  readonly _tag = "AllowanceFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to check allowance", options)
  }
}

/** The exchange gave no approval to sign, or one that is not what was shown. */
export class ApprovalNotBuilt extends Error {
  readonly _tag = "ApprovalNotBuilt"
  constructor(options?: ErrorOptions) {
    super("Failed to create approval transaction", options)
  }
}

/** The exchange gave no swap to sign, or one that is not what was shown. */
export class SwapNotBuilt extends Error {
  readonly _tag = "SwapNotBuilt"
  constructor(options?: ErrorOptions) {
    super("Failed to create transaction", options)
  }
}

/** Neither the exchange's call nor a node shows what the swap would do. The wallet was not asked. Beyond the catalogue. */
export class SwapUnverified extends Error {
  readonly _tag = "SwapUnverified"
  constructor(options?: ErrorOptions) {
    super("This swap could not be verified. It was not sent to your wallet.", options)
  }
}

/** A transaction of a swap was not sent, or failed on the chain. */
export class SwapTransactionFailed extends Error {
  readonly _tag = "SwapTransactionFailed"
  constructor(options?: ErrorOptions) {
    super("Transaction error", options)
  }
}

/** A transaction of a swap was sent, and the chain has not carried it out for long. Beyond the catalogue: it may still be. */
export class SwapUnsettled extends Error {
  readonly _tag = "SwapUnsettled"
  constructor(options?: ErrorOptions) {
    super("The network has not carried it out yet", options)
  }
}

/** An amount that is none, or more than there is. */
export class IncorrectAmount extends Error {
  readonly _tag = "IncorrectAmount"
  constructor(options?: ErrorOptions) {
    super("Incorrect amount", options)
  }
}

/** The price has become worse since it was shown; `quote` has the new one. Beyond the catalogue. */
export class QuoteChanged extends Error {
  readonly _tag = "QuoteChanged"
  readonly quote: SwapQuote
  constructor(quote: SwapQuote, options?: ErrorOptions) {
    super("The price has changed", options)
    this.quote = quote
  }
}
