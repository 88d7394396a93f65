// Wallet requests and sending. Messages are quoted from the specification, section 8 unless a docstring names another one. A docstring that
// ends in "Beyond the catalogue." marks a message that the specification does not prescribe.

/** `capabilities` was called while no account is active, or a `wallet_getCapabilities` request over WalletConnect contains no address. */
export class MissingAddressForCapabilities extends Error {
  readonly _tag = "MissingAddressForCapabilities"
  constructor(options?: ErrorOptions) {
    super("Missing address parameter in wallet_getCapabilities request", options)
  }
}

/** The relay session does not permit requesting the status of a call bundle. */
export class CallStatusNotApproved extends Error {
  readonly _tag = "CallStatusNotApproved"
  constructor(options?: ErrorOptions) {
    super("Fetching call status not approved by the wallet.", options)
  }
}

/** The response of the wallet or the node does not show whether anything was sent. Beyond the catalogue. */
export class SendUnclear extends Error {
  readonly _tag = "SendUnclear"
  constructor(options?: ErrorOptions) {
    super("The transaction may have been sent. Check your wallet before you try again.", options)
  }
}

/**
 * The wallet does not support the site's sponsorship. Nothing was sent. `send` and `pay` then continue without sponsorship; the modal shows
 * the new fee for review. Beyond the catalogue.
 */
export class NotSponsored extends Error {
  readonly _tag = "NotSponsored"
  constructor(options?: ErrorOptions) {
    super("This site can no longer pay the network fee. Review the transfer again.", options)
  }
}

/** The transfer has no amount or no recipient. */
export class AmountAndReceiverRequired extends Error {
  readonly _tag = "AmountAndReceiverRequired"
  constructor(options?: ErrorOptions) {
    super("An amount and receiver address are required", options)
  }
}

/** The transfer has no token. */
export class TokenRequired extends Error {
  readonly _tag = "TokenRequired"
  constructor(options?: ErrorOptions) {
    super("A token is required", options)
  }
}

/** The max fee exceeds 2^256-1 (specification section 5). Beyond the catalogue. */
export class MaxFeeTooHigh extends Error {
  readonly _tag = "MaxFeeTooHigh"
  constructor(options?: ErrorOptions) {
    super("The max fee exceeds 2^256-1", options)
  }
}

/** The priority fee exceeds the max fee (specification section 5). Beyond the catalogue. */
export class PriorityFeeTooHigh extends Error {
  readonly _tag = "PriorityFeeTooHigh"
  constructor(options?: ErrorOptions) {
    super("The priority fee exceeds the max fee", options)
  }
}

/** The blob data is larger than a transaction can carry (specification section 5). Beyond the catalogue. */
export class BlobTooLarge extends Error {
  readonly _tag = "BlobTooLarge"
  constructor(options?: ErrorOptions) {
    super("The blob data exceeds 761855 bytes", options)
  }
}

/**
 * The amount is not a number above 0, or has more decimals than the token. The message is the label that visitors see. Beyond the
 * catalogue.
 */
export class AmountInvalid extends Error {
  readonly _tag = "AmountInvalid"
  constructor(options?: ErrorOptions) {
    super("Incorrect Value", options)
  }
}

/**
 * The recipient is neither an account on the network nor a name that resolves to one, or it is the token's own contract or, on Solana, any
 * mint or token account. The message is the label that visitors see. Beyond the catalogue.
 */
export class ReceiverInvalid extends Error {
  readonly _tag = "ReceiverInvalid"
  constructor(options?: ErrorOptions) {
    super("Invalid Address", options)
  }
}

/**
 * The account cannot cover the amount, the fee, or the minimum balances that Solana requires (`deposit`). `lacks`: which of these. The
 * message is the label that visitors see. Beyond the catalogue.
 */
export class InsufficientFunds extends Error {
  readonly _tag = "InsufficientFunds"
  readonly lacks: "amount" | "fee" | "deposit"
  constructor(lacks: "amount" | "fee" | "deposit", options?: ErrorOptions) {
    super("Insufficient Funds", options)
    this.lacks = lacks
  }
}

/** The active network has no such token, or on Solana the sender has no account for it. Beyond the catalogue. */
export class TokenNotFound extends Error {
  readonly _tag = "TokenNotFound"
  constructor(options?: ErrorOptions) {
    super("Token not found", options)
  }
}

/**
 * The prepared or signed transaction differs from what the visitor was shown, or the active account, wallet or network has changed. Nothing
 * was sent. Beyond the catalogue.
 */
export class TransactionDiffers extends Error {
  readonly _tag = "TransactionDiffers"
  constructor(options?: ErrorOptions) {
    super("The transaction does not match the one you reviewed", options)
  }
}
