// Sign-in, and the email address that it may require. Messages are quoted from the specification, section 8 unless a docstring names
// another one. A docstring that ends in "Beyond the catalogue." marks a message that the specification does not prescribe.

/** Sign-in is not configured, does not support the active account, or cannot store account metadata. */
export class SiwxNotEnabled extends Error {
  readonly _tag = "SiwxNotEnabled"
  constructor(options?: ErrorOptions) {
    super("SIWX is not enabled", options)
  }
}

/**
 * Sign-in could not be checked or started, or a message signed while connecting was not accepted. The wallet is disconnected. Shown to the
 * visitor in a snack; operations fail with this error only because of such a message.
 */
export class AuthenticationInitFailed extends Error {
  readonly _tag = "AuthenticationInitFailed"
  constructor(options?: ErrorOptions) {
    super("A problem occurred while trying initialize authentication", options)
  }
}

/**
 * The wallet did not sign the sign-in message, or the signature was not accepted. Shown to the visitor in a snack; no operation fails with
 * this error.
 */
export class SigningFailed extends Error {
  readonly _tag = "SigningFailed"
  constructor(options?: ErrorOptions) {
    super("Error signing message", options)
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

/** The service refused the emailed code, which may be wrong or expired, or no code was requested. Beyond the catalogue. */
export class CodeRefused extends Error {
  readonly _tag = "CodeRefused"
  constructor(options?: ErrorOptions) {
    super("Incorrect or expired code", options)
  }
}
