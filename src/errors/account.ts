// Names, balances, activity and sign-in. Messages are the specification's (section 8, or as a docstring says). A docstring that ends in
// "Beyond the catalogue." marks a message that the specification does not prescribe.

/** The name could not be resolved. The message is the API's reason, if it gave one. */
export class NameNotResolved extends Error {
  readonly _tag = "NameNotResolved"
  constructor(reason = "Error resolving name", options?: ErrorOptions) {
    super(reason, options)
  }
}

/** Name suggestions could not be loaded. The message is the API's reason, if it gave one. */
export class SuggestionsFailed extends Error {
  readonly _tag = "SuggestionsFailed"
  constructor(reason = "Error fetching name suggestions", options?: ErrorOptions) {
    super(reason, options)
  }
}

/** The names of an address could not be loaded. The message is the API's reason, if it gave one. */
export class NamesForAddressFailed extends Error {
  readonly _tag = "NamesForAddressFailed"
  constructor(reason = "Error fetching names for address", options?: ErrorOptions) {
    super(reason, options)
  }
}

/** The name was not registered. The message is the API's reason, if it gave one. */
export class RegisterNameFailed extends Error {
  readonly _tag = "RegisterNameFailed"
  readonly nameAsked: string
  constructor(name: string, reason?: string, options?: ErrorOptions) {
    super(reason ?? `Error registering name ${name}`, options)
    this.nameAsked = name
  }
}

/** Balances could not be loaded. The next request is made after 30 s at the earliest. */
export class BalancesFailed extends Error {
  readonly _tag = "BalancesFailed"
  constructor(options?: ErrorOptions) {
    super("Token Balance Unavailable", options)
  }
}

/** Activity could not be loaded. The list is then empty and its cursor is cleared. */
export class TransactionsFailed extends Error {
  readonly _tag = "TransactionsFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to fetch transactions", options)
  }
}

/** Sign-in could not start. The wallet is disconnected and the view resets to Connect. */
export class AuthenticationInitFailed extends Error {
  readonly _tag = "AuthenticationInitFailed"
  constructor(options?: ErrorOptions) {
    super("A problem occurred while trying initialize authentication", options)
  }
}

/** The provider's sign-in requires a confirmed email address before it accepts a signature. Beyond the catalogue. */
export class OtpRequired extends Error {
  readonly _tag = "OtpRequired"
  constructor(options?: ErrorOptions) {
    super("Confirm your email first", options)
  }
}

/** The one-time code could not be emailed. */
export class OtpNotSent extends Error {
  readonly _tag = "OtpNotSent"
  constructor(options?: ErrorOptions) {
    super("Failed to send email OTP", options)
  }
}

/** The emailed code is wrong or has expired. Beyond the catalogue. */
export class CodeRefused extends Error {
  readonly _tag = "CodeRefused"
  constructor(options?: ErrorOptions) {
    super("Incorrect or expired code", options)
  }
}
