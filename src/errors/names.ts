// Account names. Messages are quoted from the specification, section 8 unless a docstring names another one. A docstring that ends in
// "Beyond the catalogue." marks a message that the specification does not prescribe.

/** The name could not be resolved. The message is the API's reason, if it returned one. */
export class NameNotResolved extends Error {
  readonly _tag = "NameNotResolved"
  constructor(reason = "Error resolving name", options?: ErrorOptions) {
    super(reason, options)
  }
}

/** Name suggestions could not be loaded. The message is the API's reason, if it returned one. */
export class SuggestionsFailed extends Error {
  readonly _tag = "SuggestionsFailed"
  constructor(reason = "Error fetching name suggestions", options?: ErrorOptions) {
    super(reason, options)
  }
}

/** The names of an address could not be loaded. The message is the API's reason, if it returned one. */
export class NamesForAddressFailed extends Error {
  readonly _tag = "NamesForAddressFailed"
  constructor(reason = "Error fetching names for address", options?: ErrorOptions) {
    super(reason, options)
  }
}

/** The name was not registered. The message is the API's reason, if it returned one. `requestedName`: the name, without its suffix. */
export class RegisterNameFailed extends Error {
  readonly _tag = "RegisterNameFailed"
  readonly requestedName: string
  constructor(name: string, reason?: string, options?: ErrorOptions) {
    super(reason ?? `Error registering name ${name}`, options)
    this.requestedName = name
  }
}

/** `registerName` was called while no account is active. */
export class AddressOrAuthConnectorNotFound extends Error {
  readonly _tag = "AddressOrAuthConnectorNotFound"
  constructor(options?: ErrorOptions) {
    super("Address or auth connector not found", options)
  }
}
