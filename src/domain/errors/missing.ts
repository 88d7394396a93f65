// Parts that are not set up, do not come, or are given up. Sentences are the specification's own (section 8, or as a docstring says).
// A docstring that ends in "Beyond the catalogue" marks a sentence of ours: the specification names the case or leaves it open.

/** No adapter serves the namespace. */
export class AdapterNotFound extends Error {
  readonly _tag = "AdapterNotFound"
  constructor(options?: ErrorOptions) {
    super("Adapter not found", options)
  }
}

/** E-mail or social login was asked for where no embedded wallet is set up. */
export class NoAuthConnector extends Error {
  readonly _tag = "NoAuthConnector"
  constructor(options?: ErrorOptions) {
    super("No auth connector found", options)
  }
}

/** Sign-in was asked for where the site configured none. */
export class SiwxNotEnabled extends Error {
  readonly _tag = "SiwxNotEnabled"
  constructor(options?: ErrorOptions) {
    super("SIWX is not enabled", options)
  }
}

/** The frame did not load within 20 s. */
export class FrameLoadFailed extends Error {
  readonly _tag = "FrameLoadFailed"
  readonly code = "APKT003"
  constructor(options?: ErrorOptions) {
    super("Network Error: Wallet Load Failed", options)
  }
}

/** An RPC request to the frame was withdrawn. */
export class RequestAborted extends Error {
  readonly _tag = "RequestAborted"
  constructor(options?: ErrorOptions) {
    super("Request was aborted", options)
  }
}

/** Why a social login failed, where that is known. `unheard`: this page isolates itself, and hears of no window that it opens. */
export type SocialFailure = "blocked" | "unheard" | "untrusted" | "late"

/** A social login did not come about; `reason` tells what the visitor or the site can do about it. */
export class SocialConnectFailed extends Error {
  readonly _tag = "SocialConnectFailed"
  readonly reason: SocialFailure | undefined
  constructor({ reason, ...options }: ErrorOptions & { readonly reason?: SocialFailure } = {}) {
    super("Failed to initiate social connection", options)
    this.reason = reason
  }
}

/** The options hold no project id. */
export class ProjectIdMissing extends Error {
  readonly _tag = "ProjectIdMissing"
  readonly code = "APKT008"
  constructor(options?: ErrorOptions) {
    super("Project ID Missing", options)
  }
}
