// Logins to the embedded wallet by a social account. Sentences are the specification's own (section 8, or as a docstring says).
// A docstring that ends in "Beyond the catalogue" marks a sentence of ours: the specification names the case or leaves it open.

/** The visitor closed the social login's popup. */
export class PopupClosed extends Error {
  readonly _tag = "PopupClosed"
  constructor(options?: ErrorOptions) {
    super("Popup closed", options)
  }
}

/** A Farcaster login did not come about. */
export class FarcasterConnectFailed extends Error {
  readonly _tag = "FarcasterConnectFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to connect to farcaster", options)
  }
}
