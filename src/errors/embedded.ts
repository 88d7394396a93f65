// Email and social logins that are unavailable or fail, and the frame of the embedded wallet if it does not load. Messages are quoted from
// the specification, section 8 unless a docstring names another one. A docstring that ends in "Beyond the catalogue." marks a message that
// the specification does not prescribe.

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
