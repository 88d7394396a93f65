// Errors that a modal may raise before the engine loads: the only ones in every site's bundle. Messages are the specification's (section 8,
// or as a docstring says). A docstring that ends in "Beyond the catalogue." marks a message that the specification does not prescribe.

/** The options configure sign-in twice, with `siwx` and `siweConfig` (section 5). */
export class BothSiweAndSiwx extends Error {
  readonly _tag = "BothSiweAndSiwx"
  constructor(options?: ErrorOptions) {
    super("Cannot set both `siweConfig` and `siwx` options", options)
  }
}

/**
 * The input is malformed. The message is 'Required' or 'Expected X, received Y'. `path`: where the mistake is, such as `metadata.icons.0`
 * ("" for the whole input).
 */
export class InvalidInput extends Error {
  readonly _tag = "InvalidInput"
  readonly path: string
  constructor(message: string, path = "", options?: ErrorOptions) {
    super(message, options)
    this.path = path
  }
}

/** The operation needs an adapter, but the namespace has none. The specification does not give its message. */
export class AdapterRequired extends Error {
  readonly _tag = "AdapterRequired"
  constructor(options?: ErrorOptions) {
    super("Adapter is required", options)
  }
}
