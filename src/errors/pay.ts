// Exchanges and payments. The codes are those of the provider's payment errors. The specification does not prescribe their messages.

/** The payment is missing or malformed, or names no exchange, or the project does not enable the required feature: payments or deposits. */
export class InvalidPaymentConfig extends Error {
  readonly _tag = "InvalidPaymentConfig"
  readonly code = "INVALID_PAYMENT_CONFIG"
  constructor(options?: ErrorOptions) {
    super("This payment is misconfigured", options)
  }
}

/** The recipient is not a valid address on the payment's network, or is the token's own contract or the paying account. */
export class InvalidRecipient extends Error {
  readonly _tag = "InvalidRecipient"
  readonly code = "INVALID_RECIPIENT"
  constructor(options?: ErrorOptions) {
    super("The recipient is not a valid address on this network", options)
  }
}

/** The payment's token is malformed, or its decimals differ from those that the site states. */
export class InvalidAsset extends Error {
  readonly _tag = "InvalidAsset"
  readonly code = "INVALID_ASSET"
  constructor(options?: ErrorOptions) {
    super("The payment token does not match its description", options)
  }
}

/** The amount is not a number above 0, or has more decimals than the token. */
export class InvalidAmount extends Error {
  readonly _tag = "InvalidAmount"
  readonly code = "INVALID_AMOUNT"
  constructor(options?: ErrorOptions) {
    super("The payment amount is not valid", options)
  }
}

/** The payment failed for an unknown reason. See `cause`. */
export class PaymentUnknownError extends Error {
  readonly _tag = "PaymentUnknownError"
  readonly code = "UNKNOWN_ERROR"
  constructor(options?: ErrorOptions) {
    super("Something went wrong with this payment", options)
  }
}

/** The wallet could not switch to the payment's network, so it was not asked to pay. See `cause`. */
export class PaymentNotInitiated extends Error {
  readonly _tag = "PaymentNotInitiated"
  readonly code = "UNABLE_TO_INITIATE_PAYMENT"
  constructor(options?: ErrorOptions) {
    super("The payment could not be started", options)
  }
}

/** The namespace does not support payments or deposits. */
export class InvalidChainNamespace extends Error {
  readonly _tag = "InvalidChainNamespace"
  readonly code = "INVALID_CHAIN_NAMESPACE"
  constructor(options?: ErrorOptions) {
    super("Payments are not supported on this chain", options)
  }
}

/** The payment failed on chain or at the exchange. `result`: the transaction ID, if there is one. */
export class PaymentFailed extends Error {
  readonly _tag = "PaymentFailed"
  readonly code = "GENERIC_PAYMENT_ERROR"
  readonly result: string | undefined
  constructor(result?: string, options?: ErrorOptions) {
    super("The payment failed", options)
    this.result = result
  }
}

/**
 * The payment was not confirmed in time, or its transaction was replaced. It may still arrive. `result`: ID of the transaction, the call
 * bundle or the exchange's session, to look up the payment.
 */
export class PaymentTimedOut extends Error {
  readonly _tag = "PaymentTimedOut"
  readonly code = "GENERIC_PAYMENT_ERROR"
  readonly result: string | undefined
  constructor(result?: string, options?: ErrorOptions) {
    super("The payment is not confirmed yet", options)
    this.result = result
  }
}

/** The exchanges could not be loaded. The message is the service's reason, if it returned one. */
export class ExchangesFailed extends Error {
  readonly _tag = "ExchangesFailed"
  readonly code = "UNABLE_TO_GET_EXCHANGES"
  constructor(reason = "The exchanges could not be loaded", options?: ErrorOptions) {
    super(reason, options)
  }
}

/** The payment's network is not in the option `networks`, or no asset was given and exchanges pay out none on the active network. */
export class AssetNotSupported extends Error {
  readonly _tag = "AssetNotSupported"
  readonly code = "ASSET_NOT_SUPPORTED"
  constructor(options?: ErrorOptions) {
    super("This token is not accepted here", options)
  }
}

/** The exchange returned no payment page. The message is the service's reason, if it returned one. */
export class PayUrlFailed extends Error {
  readonly _tag = "PayUrlFailed"
  readonly code = "UNABLE_TO_GET_PAY_URL"
  constructor(reason = "The exchange could not be opened", options?: ErrorOptions) {
    super(reason, options)
  }
}

/** The status of a payment could not be loaded. The message is the service's reason, if it returned one. */
export class BuyStatusFailed extends Error {
  readonly _tag = "BuyStatusFailed"
  readonly code = "UNABLE_TO_GET_BUY_STATUS"
  constructor(reason = "The payment status could not be loaded", options?: ErrorOptions) {
    super(reason, options)
  }
}
