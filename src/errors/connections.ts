// Connectors, connections and adapters. Messages are quoted from the specification, section 8 unless a docstring names another one. A
// docstring that ends in "Beyond the catalogue." marks a message that the specification does not prescribe.

/**
 * No connector on this page fits the requested wallet or connection, several wallets claim its ID, or the wallet granted no account of the
 * namespace. See `details`.
 */
export class NoConnectorForConnection extends Error {
  readonly _tag = "NoConnectorForConnection"
  /** Description of the problem, or "". Consoles print it as the cause. */
  readonly details: string
  constructor(details = "", options: ErrorOptions = details ? { cause: details } : {}) {
    super("No connector found for connection", options)
    this.details = details
  }
}

/** The connection to switch to is still being restored, so its status is unknown (specification section 4). */
export class InvalidConnectionStatus extends Error {
  readonly _tag = "InvalidConnectionStatus"
  constructor(options?: ErrorOptions) {
    super("Invalid connection status", options)
  }
}

/** The operation needs an account, but none is active. */
export class NoActiveCaipAddress extends Error {
  readonly _tag = "NoActiveCaipAddress"
  constructor(options?: ErrorOptions) {
    super("No ActiveCaipAddress found", options)
  }
}

/** The operation needs a namespace, but none was given. The specification does not give the message. */
export class NamespaceRequired extends Error {
  readonly _tag = "NamespaceRequired"
  constructor(options?: ErrorOptions) {
    super("Namespace is required", options)
  }
}

/** The namespace has no connected wallet, the `networks` option has no network of it, or the relay session does not include it. */
export class NamespaceNotConfigured extends Error {
  readonly _tag = "NamespaceNotConfigured"
  /** Description of what was not found, or "". Consoles print it as the cause. */
  readonly details: string
  constructor(details = "", options: ErrorOptions = details ? { cause: details } : {}) {
    super("Namespace is not configured. Please call connect() first", options)
    this.details = details
  }
}
