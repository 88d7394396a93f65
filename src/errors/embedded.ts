// The embedded wallet: email and social logins, and its frame. Messages are quoted from the specification, section 8 unless a docstring
// names another one. A docstring that ends in "Beyond the catalogue." marks a message that the specification does not prescribe.

/** The request needs the embedded wallet, which is not available on this site. */
export class NoAuthConnector extends Error {
  readonly _tag = "NoAuthConnector"
  constructor(options?: ErrorOptions) {
    super("No auth connector found", options)
  }
}

/**
 * The frame or its code did not load, or the frame was removed, reloaded or left its page while in use. The time limit for loading is 20 s.
 */
export class FrameLoadFailed extends Error {
  readonly _tag = "FrameLoadFailed"
  readonly code = "APKT003"
  constructor(options?: ErrorOptions) {
    super("Network Error: Wallet Load Failed", options)
  }
}

/**
 * Reason for the failure of a social login. `blocked`: the browser blocked the pop-up. `unheard`: this page's cross-origin isolation cuts
 * it off from its pop-ups. `untrusted`: the result came from an unexpected origin. `late`: the login took longer than 45 s.
 */
export type SocialFailure = "blocked" | "unheard" | "untrusted" | "late"

/** The social login failed. `reason`: one of `SocialFailure`, or `undefined` for any other reason. */
export class SocialConnectFailed extends Error {
  readonly _tag = "SocialConnectFailed"
  readonly reason: SocialFailure | undefined
  constructor({ reason, ...options }: ErrorOptions & { readonly reason?: SocialFailure } = {}) {
    super("Failed to initiate social connection", options)
    this.reason = reason
  }
}

/** An RPC request to the frame was aborted, or an operation was interrupted, for example by a newer attempt to connect. */
export class RequestAborted extends Error {
  readonly _tag = "RequestAborted"
  constructor(options?: ErrorOptions) {
    super("Request was aborted", options)
  }
}

/** The operation works only with an email or social account, and no such account is active. */
export class NotConnectedToEmailOrSocial extends Error {
  readonly _tag = "NotConnectedToEmailOrSocial"
  constructor(options?: ErrorOptions) {
    super("Not connected to email or social", options)
  }
}

/** The visitor closed the pop-up of the social login. */
export class PopupClosed extends Error {
  readonly _tag = "PopupClosed"
  constructor(options?: ErrorOptions) {
    super("Popup closed", options)
  }
}

/** The Farcaster login failed. */
export class FarcasterConnectFailed extends Error {
  readonly _tag = "FarcasterConnectFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to connect to farcaster", options)
  }
}

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
