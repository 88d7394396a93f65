// Logging in to the embedded wallet with a social account. Messages are quoted from the specification, section 8 unless a docstring names
// another one. A docstring that ends in "Beyond the catalogue." marks a message that the specification does not prescribe.

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
