// The embedded wallet's frame. Sentences are the specification's own (section 8, or as a docstring says).
// A docstring that ends in "Beyond the catalogue" marks a sentence of ours: the specification names the case or leaves it open.

/** The frame did not answer within 120 s. */
export class FrameTimeout extends Error {
  readonly _tag = "FrameTimeout"
  readonly code = "APKT004"
  constructor(options?: ErrorOptions) {
    super("Wallet Request Timeout", options)
  }
}

/** The frame refuses this page's domain. */
export class UnverifiedDomain extends Error {
  readonly _tag = "UnverifiedDomain"
  readonly code = "APKT005"
  constructor(options?: ErrorOptions) {
    super("Unverified Domain", options)
  }
}

/** The frame answered with an error; the message is the one it sent. */
export class FrameError extends Error {
  readonly _tag = "FrameError"
  constructor(message = "An error occurred", options?: ErrorOptions) {
    super(message, options)
  }
}

/** Any other request to the frame was withdrawn. */
export class SomethingWentWrong extends Error {
  readonly _tag = "SomethingWentWrong"
  constructor(options?: ErrorOptions) {
    super("Something went wrong", options)
  }
}

/** The method is on neither of the frame's lists (section 5). */
export class RequestNotAllowed extends Error {
  readonly _tag = "RequestNotAllowed"
  /** What the visitor reads of it. */
  readonly told = "Action not allowed"
  constructor(options?: ErrorOptions) {
    super("Requested RPC call is not allowed", options)
  }
}

/** An e-mail login or update so soon after the last one (section 5); `seconds` are left. */
export class CooldownActive extends Error {
  readonly _tag = "CooldownActive"
  readonly seconds: number
  constructor(seconds: number, options?: ErrorOptions) {
    super(`Please try again after ${seconds} seconds`, options)
    this.seconds = seconds
  }
}

/** An e-mail address that is not well-formed. */
export class InvalidEmail extends Error {
  readonly _tag = "InvalidEmail"
  readonly code = "APKTW002"
  constructor(options?: ErrorOptions) {
    super("Invalid Email Address", options)
  }
}
