// Wallet requests and sending (section 5). Sentences are the specification's own (section 8, or as a docstring says).
// A docstring that ends in "Beyond the catalogue" marks a sentence of ours: the specification names the case or leaves it open.

/** `wallet_getCapabilities` was asked without an address. */
export class MissingAddressForCapabilities extends Error {
  readonly _tag = "MissingAddressForCapabilities"
  constructor(options?: ErrorOptions) {
    super("Missing address parameter in wallet_getCapabilities request", options)
  }
}

/** The session does not let the site ask how its calls are doing. */
export class CallStatusNotApproved extends Error {
  readonly _tag = "CallStatusNotApproved"
  constructor(options?: ErrorOptions) {
    super("Fetching call status not approved by the wallet.", options)
  }
}

/** The wallet did not sign. */
export class SigningFailed extends Error {
  readonly _tag = "SigningFailed"
  constructor(options?: ErrorOptions) {
    super("Error signing message", options)
  }
}

/** The wallet answered with what does not say whether it sent anything. Beyond the catalogue. */
export class SendUnclear extends Error {
  readonly _tag = "SendUnclear"
  constructor(options?: ErrorOptions) {
    super("It may have been sent. Look in your wallet before you try again.", options)
  }
}

/** The wallet does not let the site pay the network's fee after all; nothing was sent. Beyond the catalogue. */
export class NotSponsored extends Error {
  readonly _tag = "NotSponsored"
  constructor(options?: ErrorOptions) {
    super("This site cannot pay the network fee after all. Look at the transfer again.", options)
  }
}

/** A transfer without amount or receiver. */
export class AmountAndReceiverRequired extends Error {
  readonly _tag = "AmountAndReceiverRequired"
  constructor(options?: ErrorOptions) {
    super("An amount and receiver address are required", options)
  }
}

/** A transfer without token. */
export class TokenRequired extends Error {
  readonly _tag = "TokenRequired"
  constructor(options?: ErrorOptions) {
    super("A token is required", options)
  }
}

/** A max fee above 2^256-1 (section 5). Beyond the catalogue. */
export class MaxFeeTooHigh extends Error {
  readonly _tag = "MaxFeeTooHigh"
  constructor(options?: ErrorOptions) {
    super("Max fee is above 2^256-1", options)
  }
}

/** A priority fee above the max fee (section 5). Beyond the catalogue. */
export class PriorityFeeTooHigh extends Error {
  readonly _tag = "PriorityFeeTooHigh"
  constructor(options?: ErrorOptions) {
    super("Priority fee is above the max fee", options)
  }
}

/** Blob data that no transaction can carry (section 5). Beyond the catalogue. */
export class BlobTooLarge extends Error {
  readonly _tag = "BlobTooLarge"
  constructor(options?: ErrorOptions) {
    super("Blob data is over 761855 bytes", options)
  }
}

/** An amount that is none, or finer than its token. Beyond the catalogue: the label that a visitor reads. */
export class AmountInvalid extends Error {
  readonly _tag = "AmountInvalid"
  constructor(options?: ErrorOptions) {
    super("Incorrect Value", options)
  }
}

/** A receiver that is no account on the network, or the very contract of the token. Beyond the catalogue: the label that a visitor reads. */
export class ReceiverInvalid extends Error {
  readonly _tag = "ReceiverInvalid"
  constructor(options?: ErrorOptions) {
    super("Invalid Address", options)
  }
}

/** More than the account holds: of what is sent, for its fee, or for what a new account has to keep. Beyond the catalogue: the label that a visitor reads. */
export class InsufficientFunds extends Error {
  readonly _tag = "InsufficientFunds"
  readonly lacks: "amount" | "fee" | "deposit"
  constructor(lacks: "amount" | "fee" | "deposit", options?: ErrorOptions) {
    super("Insufficient Funds", options)
    this.lacks = lacks
  }
}

/** No such token on the network. Beyond the catalogue. */
export class TokenNotFound extends Error {
  readonly _tag = "TokenNotFound"
  constructor(options?: ErrorOptions) {
    super("Token not found", options)
  }
}

/** What would leave, or has left, is not what the visitor was shown. Beyond the catalogue. */
export class TransactionDiffers extends Error {
  readonly _tag = "TransactionDiffers"
  constructor(options?: ErrorOptions) {
    super("The transaction is not the one that was shown", options)
  }
}
