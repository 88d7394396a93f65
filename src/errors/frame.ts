// The embedded wallet's frame. Messages are quoted from the specification, section 8 unless a docstring names another one. A docstring that
// ends in "Beyond the catalogue." marks a message that the specification does not prescribe.

/** The frame did not respond within 120 s. */
export class FrameTimeout extends Error {
  readonly _tag = "FrameTimeout"
  readonly code = "APKT004"
  constructor(options?: ErrorOptions) {
    super("Wallet Request Timeout", options)
  }
}

/** The frame did not load, and this page's origin is not on the project's allowlist. */
export class UnverifiedDomain extends Error {
  readonly _tag = "UnverifiedDomain"
  readonly code = "APKT005"
  constructor(options?: ErrorOptions) {
    super("Unverified Domain", options)
  }
}

/** The frame responded with an error, or its response was invalid. The message is the frame's, if it sent one. */
export class FrameError extends Error {
  readonly _tag = "FrameError"
  constructor(message = "An error occurred", options?: ErrorOptions) {
    super(message, options)
  }
}

/** A frame request other than an RPC request was aborted. */
export class SomethingWentWrong extends Error {
  readonly _tag = "SomethingWentWrong"
  constructor(options?: ErrorOptions) {
    super("Something went wrong", options)
  }
}

/** The method is on neither of the frame's allowlists (specification section 5). */
export class RequestNotAllowed extends Error {
  readonly _tag = "RequestNotAllowed"
  /** Message shown to visitors. */
  readonly visitorMessage = "Action not allowed"
  constructor(options?: ErrorOptions) {
    super("Requested RPC call is not allowed", options)
  }
}

/** The last email was requested less than 30 s ago (specification section 5). `seconds`: remaining wait. */
export class CooldownActive extends Error {
  readonly _tag = "CooldownActive"
  readonly seconds: number
  constructor(seconds: number, options?: ErrorOptions) {
    super(`Please try again after ${seconds} seconds`, options)
    this.seconds = seconds
  }
}

/** The email address is malformed. */
export class InvalidEmail extends Error {
  readonly _tag = "InvalidEmail"
  readonly code = "APKTW002"
  constructor(options?: ErrorOptions) {
    super("Invalid Email Address", options)
  }
}
