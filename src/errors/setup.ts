// Errors of the options, and of input to methods that do not need the engine. Messages are quoted from the specification, section 8 unless
// a docstring names another one. A docstring that ends in "Beyond the catalogue." marks a message that the specification does not
// prescribe.

/** The options configure sign-in twice, with `siwx` and `siweConfig` (specification section 5). */
export class BothSiweAndSiwx extends Error {
  readonly _tag = "BothSiweAndSiwx"
  override readonly name = this._tag
  constructor(options?: ErrorOptions) {
    super("Cannot set both `siweConfig` and `siwx` options", options)
  }
}

/**
 * The input or an option is invalid, or the page is not suitable. Most messages are 'Required' or 'Expected X, received Y'. `path`: where
 * the mistake is, such as `metadata.icons.0` ("" for the whole input).
 */
export class InvalidInput extends Error {
  readonly _tag = "InvalidInput"
  override readonly name = this._tag
  readonly path: string
  constructor(message: string, path = "", options?: ErrorOptions) {
    super(message, options)
    this.path = path
  }
}

/**
 * `addNetwork`, `removeNetwork` or `removeNamespace` was called for a namespace of which the modal has no network. The specification does
 * not give the message.
 */
export class AdapterRequired extends Error {
  readonly _tag = "AdapterRequired"
  override readonly name = this._tag
  constructor(options?: ErrorOptions) {
    super("Adapter is required", options)
  }
}
