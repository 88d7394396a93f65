// Names, balances, activity and signing in. Sentences are the specification's own (section 8, or as a docstring says).
// A docstring that ends in "Beyond the catalogue" marks a sentence of ours: the specification names the case or leaves it open.

/** A name could not be resolved; the message is the API's reason where it gave one. */
export class NameNotResolved extends Error {
  readonly _tag = "NameNotResolved"
  constructor(reason = "Error resolving name", options?: ErrorOptions) {
    super(reason, options)
  }
}

/** No suggestions came; the message is the API's reason where it gave one. */
export class SuggestionsFailed extends Error {
  readonly _tag = "SuggestionsFailed"
  constructor(reason = "Error fetching name suggestions", options?: ErrorOptions) {
    super(reason, options)
  }
}

/** The names of an address could not be read; the message is the API's reason where it gave one. */
export class NamesForAddressFailed extends Error {
  readonly _tag = "NamesForAddressFailed"
  constructor(reason = "Error fetching names for address", options?: ErrorOptions) {
    super(reason, options)
  }
}

/** The name was not registered; the message is the API's reason where it gave one. */
export class RegisterNameFailed extends Error {
  readonly _tag = "RegisterNameFailed"
  readonly nameAsked: string
  constructor(name: string, reason?: string, options?: ErrorOptions) {
    super(reason ?? `Error registering name ${name}`, options)
    this.nameAsked = name
  }
}

/** The balance fetch failed; nothing is asked again for 30 s. */
export class BalancesFailed extends Error {
  readonly _tag = "BalancesFailed"
  constructor(options?: ErrorOptions) {
    super("Token Balance Unavailable", options)
  }
}

/** The activity fetch failed; the list counts as empty and the cursor is cleared. */
export class TransactionsFailed extends Error {
  readonly _tag = "TransactionsFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to fetch transactions", options)
  }
}

/** Sign-in could not begin; the wallet is disconnected and the view resets to Connect. */
export class AuthenticationInitFailed extends Error {
  readonly _tag = "AuthenticationInitFailed"
  constructor(options?: ErrorOptions) {
    super("A problem occurred while trying initialize authentication", options)
  }
}

/** The provider's sign-in wants an e-mail address confirmed before it takes a signature. Beyond the catalogue. */
export class OtpRequired extends Error {
  readonly _tag = "OtpRequired"
  constructor(options?: ErrorOptions) {
    super("Your email has to be confirmed first", options)
  }
}

/** No code was mailed to an e-mail address. */
export class OtpNotSent extends Error {
  readonly _tag = "OtpNotSent"
  constructor(options?: ErrorOptions) {
    super("Failed to send email OTP", options)
  }
}

/** A mailed code is not the right one, or is over. Beyond the catalogue. */
export class CodeRefused extends Error {
  readonly _tag = "CodeRefused"
  constructor(options?: ErrorOptions) {
    super("The code was not accepted", options)
  }
}
