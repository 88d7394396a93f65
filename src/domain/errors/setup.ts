// What a modal may say before its engine is there: the only failures in every site's bundle. Sentences are the specification's own (section 8, or as a docstring says).
// A docstring that ends in "Beyond the catalogue" marks a sentence of ours: the specification names the case or leaves it open.

/** The options hold two ways to sign in (section 5). */
export class BothSiweAndSiwx extends Error {
  readonly _tag = "BothSiweAndSiwx"
  constructor(options?: ErrorOptions) {
    super("Cannot set both `siweConfig` and `siwx` options", options)
  }
}

/** Input of the wrong shape: 'Required' or 'Expected X, received Y'; `path` is where, such as `metadata.icons.0` ("" for all of it). */
export class InvalidInput extends Error {
  readonly _tag = "InvalidInput"
  readonly path: string
  constructor(message: string, path = "", options?: ErrorOptions) {
    super(message, options)
    this.path = path
  }
}

/** The operation needs an adapter and the namespace has none. The specification does not show its wording. */
export class AdapterRequired extends Error {
  readonly _tag = "AdapterRequired"
  constructor(options?: ErrorOptions) {
    super("Adapter is required", options)
  }
}
