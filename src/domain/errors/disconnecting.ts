// Disconnecting. Sentences are the specification's own (section 8, or as a docstring says).
// A docstring that ends in "Beyond the catalogue" marks a sentence of ours: the specification names the case or leaves it open.

/** A wallet or its adapter refused to disconnect. */
export class DisconnectFailed extends Error {
  readonly _tag = "DisconnectFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to disconnect", options)
  }
}
