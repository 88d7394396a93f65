// Disconnecting. Messages are the specification's (section 8, or as a docstring says). A docstring that ends in "Beyond the catalogue."
// marks a message that the specification does not prescribe.

/** The wallet or its adapter failed to disconnect. */
export class DisconnectFailed extends Error {
  readonly _tag = "DisconnectFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to disconnect", options)
  }
}
