// Buying. Messages are quoted from the specification, section 8 unless a docstring names another one. A docstring that ends in "Beyond the
// catalogue." marks a message that the specification does not prescribe.

/**
 * A request to the on-ramp service failed. `openOnramp` then fails; `onrampOptions` and `quoteOnramp` use built-in data instead. Beyond the
 * catalogue.
 */
export class OnrampFailed extends Error {
  readonly _tag = "OnrampFailed"
  constructor(options?: ErrorOptions) {
    super("The on-ramp did not respond", options)
  }
}

/**
 * Buying is not available on this network, in this time zone or on this site, or the token cannot be delivered to the active account as
 * quoted. Beyond the catalogue.
 */
export class OnrampNotOffered extends Error {
  readonly _tag = "OnrampNotOffered"
  constructor(options?: ErrorOptions) {
    super("Buying is not available here", options)
  }
}

/** The quote is a built-in estimate, which cannot be used to buy. Beyond the catalogue. */
export class QuoteIsEstimate extends Error {
  readonly _tag = "QuoteIsEstimate"
  constructor(options?: ErrorOptions) {
    super("This is only an estimate, so you cannot buy tokens at this price", options)
  }
}

/** No payment method accepts the amount. `limits`: the accepted range, if there is one. Beyond the catalogue. */
export class AmountOutsideLimits extends Error {
  readonly _tag = "AmountOutsideLimits"
  /** Decimal strings in the payment currency. `undefined` if no limits apply. */
  readonly limits: { readonly min: string; readonly max: string } | undefined
  constructor(limits?: { readonly min: string; readonly max: string }, options?: ErrorOptions) {
    super(
      limits ? `Amount must be between ${limits.min} and ${limits.max}` : "No payment method accepts this amount",
      options,
    )
    this.limits = limits
  }
}

/** The browser blocked the window of a seller or an exchange. Beyond the catalogue. */
export class PopupBlocked extends Error {
  readonly _tag = "PopupBlocked"
  constructor(options?: ErrorOptions) {
    super("The browser blocked the window", options)
  }
}
