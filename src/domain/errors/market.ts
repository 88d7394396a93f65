// Buying, swapping, and paying from an exchange. Sentences are the specification's own, or the facts' where they name one.
// A docstring that ends in "Beyond the catalogue" marks a sentence of ours: the specification names the case or leaves it open.

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
