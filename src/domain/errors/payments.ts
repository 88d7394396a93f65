// Exchanges and payments. The codes are the catalogue's (facts, "Payment error codes"); its sentences are not told, so that these are ours.

/** A payment that is no payment, or that this site does not take. */
export class InvalidPaymentConfig extends Error {
  readonly _tag = "InvalidPaymentConfig"
  readonly code = "INVALID_PAYMENT_CONFIG"
  constructor(options?: ErrorOptions) {
    super("This payment is not set up right", options)
  }
}

/** A payment to what is no address on its network. */
export class InvalidRecipient extends Error {
  readonly _tag = "InvalidRecipient"
  readonly code = "INVALID_RECIPIENT"
  constructor(options?: ErrorOptions) {
    super("The recipient is no address on this network", options)
  }
}

/** A payment in what is no token, or is another than the site says. */
export class InvalidAsset extends Error {
  readonly _tag = "InvalidAsset"
  readonly code = "INVALID_ASSET"
  constructor(options?: ErrorOptions) {
    super("The token of this payment is not as described", options)
  }
}

/** An amount that is none, or finer than its token. */
export class InvalidAmount extends Error {
  readonly _tag = "InvalidAmount"
  readonly code = "INVALID_AMOUNT"
  constructor(options?: ErrorOptions) {
    super("The amount of this payment is not valid", options)
  }
}

/** Paying failed for a reason that nobody knows; `cause` has what is known. */
export class PaymentUnknownError extends Error {
  readonly _tag = "PaymentUnknownError"
  readonly code = "UNKNOWN_ERROR"
  constructor(options?: ErrorOptions) {
    super("Something went wrong with this payment", options)
  }
}

/** The wallet was not asked, or could not be. */
export class PaymentNotInitiated extends Error {
  readonly _tag = "PaymentNotInitiated"
  readonly code = "UNABLE_TO_INITIATE_PAYMENT"
  constructor(options?: ErrorOptions) {
    super("The payment could not be started", options)
  }
}

/** A payment on a kind of chain that nothing is paid on. */
export class InvalidChainNamespace extends Error {
  readonly _tag = "InvalidChainNamespace"
  readonly code = "INVALID_CHAIN_NAMESPACE"
  constructor(options?: ErrorOptions) {
    super("Nothing can be paid on this kind of chain", options)
  }
}

/** The chain did not carry the payment out, or the exchange did not. `result` is the transaction's id on its chain, where there is one. */
export class PaymentFailed extends Error {
  readonly _tag = "PaymentFailed"
  readonly code = "GENERIC_PAYMENT_ERROR"
  readonly result: string | undefined
  constructor(result?: string, options?: ErrorOptions) {
    super("The payment failed", options)
    this.result = result
  }
}

/** Nobody told in time what became of a payment, or another transaction took its place: it may still arrive, or have arrived. `result` is what it can be looked up by. Beyond the catalogue. */
export class PaymentTimedOut extends Error {
  readonly _tag = "PaymentTimedOut"
  readonly code = "GENERIC_PAYMENT_ERROR"
  readonly result: string | undefined
  constructor(result?: string, options?: ErrorOptions) {
    super("The payment is not confirmed yet", options)
    this.result = result
  }
}

/** The exchanges did not come; `reason` is the service's own. */
export class ExchangesFailed extends Error {
  readonly _tag = "ExchangesFailed"
  readonly code = "UNABLE_TO_GET_EXCHANGES"
  constructor(reason = "The exchanges could not be loaded", options?: ErrorOptions) {
    super(reason, options)
  }
}

/** A token, or a network, that is none of this site's. */
export class AssetNotSupported extends Error {
  readonly _tag = "AssetNotSupported"
  readonly code = "ASSET_NOT_SUPPORTED"
  constructor(options?: ErrorOptions) {
    super("This token cannot be paid with here", options)
  }
}

/** The exchange gave no page to pay on; `reason` is the service's own. */
export class PayUrlFailed extends Error {
  readonly _tag = "PayUrlFailed"
  readonly code = "UNABLE_TO_GET_PAY_URL"
  constructor(reason = "The exchange could not be opened", options?: ErrorOptions) {
    super(reason, options)
  }
}

/** Nobody could be asked what has become of a payment; `reason` is the service's own. */
export class BuyStatusFailed extends Error {
  readonly _tag = "BuyStatusFailed"
  readonly code = "UNABLE_TO_GET_BUY_STATUS"
  constructor(reason = "The state of the payment could not be loaded", options?: ErrorOptions) {
    super(reason, options)
  }
}
