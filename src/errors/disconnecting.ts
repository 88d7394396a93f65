// Disconnecting. Messages are quoted from the specification, section 8 unless a docstring names another one. A docstring that ends in
// "Beyond the catalogue." marks a message that the specification does not prescribe.

/** The code that disconnects the wallet failed to load. `disconnect` reports this as ChainsNotDisconnected. See `cause`. */
export class DisconnectFailed extends Error {
  readonly _tag = "DisconnectFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to disconnect", options)
  }
}
