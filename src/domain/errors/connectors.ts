// Connectors, connections, adapters and relay sessions. Sentences are the specification's own (section 8, or as a docstring says).
// A docstring that ends in "Beyond the catalogue" marks a sentence of ours: the specification names the case or leaves it open.

/** The active account has no address, or no embedded wallet stands behind it. */
export class AddressOrAuthConnectorNotFound extends Error {
  readonly _tag = "AddressOrAuthConnectorNotFound"
  constructor(options?: ErrorOptions) {
    super("Address or auth connector not found", options)
  }
}

/** Something only an e-mail or social account can do was asked of another account. */
export class NotConnectedToEmailOrSocial extends Error {
  readonly _tag = "NotConnectedToEmailOrSocial"
  constructor(options?: ErrorOptions) {
    super("Not connected to email or social", options)
  }
}

/** A known connection, whose connector is not on this page. */
export class NoConnectorForConnection extends Error {
  readonly _tag = "NoConnectorForConnection"
  /** What was not found. Consoles print it as the cause. */
  readonly details: string
  constructor(details = "", options: ErrorOptions = details ? { cause: details } : {}) {
    super("No connector found for connection", options)
    this.details = details
  }
}

/** A connection of no known class was to be switched to (section 4). */
export class InvalidConnectionStatus extends Error {
  readonly _tag = "InvalidConnectionStatus"
  constructor(options?: ErrorOptions) {
    super("Invalid connection status", options)
  }
}

/** The operation needs an account and none is active. */
export class NoActiveCaipAddress extends Error {
  readonly _tag = "NoActiveCaipAddress"
  constructor(options?: ErrorOptions) {
    super("No ActiveCaipAddress found", options)
  }
}

/** A pairing was asked for where the relay is turned off. */
export class WalletConnectConnectorNotFound extends Error {
  readonly _tag = "WalletConnectConnectorNotFound"
  constructor(options?: ErrorOptions) {
    super("WalletConnectConnector not found", options)
  }
}

/** The wallet serves none of the networks that the site configured. */
export class ConnectorSupportsNoChain extends Error {
  readonly _tag = "ConnectorSupportsNoChain"
  constructor(options?: ErrorOptions) {
    super("The connector does not support any of the requested chains", options)
  }
}

/** The operation needs a namespace and none was given or active. The specification does not show its wording. */
export class NamespaceRequired extends Error {
  readonly _tag = "NamespaceRequired"
  constructor(options?: ErrorOptions) {
    super("Namespace is required", options)
  }
}

/** A request came before the relay session. */
export class NotConnectedYet extends Error {
  readonly _tag = "NotConnectedYet"
  constructor(options?: ErrorOptions) {
    super("Please call connect() before request()", options)
  }
}

/** A request for a namespace that the relay session does not have. */
export class NamespaceNotConfigured extends Error {
  readonly _tag = "NamespaceNotConfigured"
  /** What was not found. Consoles print it as the cause. */
  readonly details: string
  constructor(details = "", options: ErrorOptions = details ? { cause: details } : {}) {
    super("Namespace is not configured. Please call connect() first", options)
    this.details = details
  }
}

/** The relay knows no session or pairing of this topic (section 5). Beyond the catalogue. */
export class TopicNotFound extends Error {
  readonly _tag = "TopicNotFound"
  constructor(options?: ErrorOptions) {
    super("Session or pairing not found", options)
  }
}

/** The session or pairing of this topic is past its time (section 5). Beyond the catalogue. */
export class TopicExpired extends Error {
  readonly _tag = "TopicExpired"
  constructor(options?: ErrorOptions) {
    super("Session or pairing expired", options)
  }
}

/** Some namespaces stayed connected; `reason` lists what each said. */
export class ChainsNotDisconnected extends Error {
  readonly _tag = "ChainsNotDisconnected"
  readonly reason: string
  constructor(reason: string, options?: ErrorOptions) {
    super(`Failed to disconnect chains: ${reason}`, options)
    this.reason = reason
  }
}

/** The page's origin is not on the project's allow list. */
export class OriginNotAllowed extends Error {
  readonly _tag = "OriginNotAllowed"
  readonly code = "APKT002"
  constructor(options?: ErrorOptions) {
    super("Invalid App Configuration", options)
  }
}

/** The relay or the provider does not accept the session's token. */
export class SessionExpired extends Error {
  readonly _tag = "SessionExpired"
  readonly code = "APKT006"
  constructor(options?: ErrorOptions) {
    super("Session Expired", options)
  }
}

/** The provider does not know the project id. */
export class InvalidProjectId extends Error {
  readonly _tag = "InvalidProjectId"
  readonly code = "APKT007"
  constructor(options?: ErrorOptions) {
    super("Invalid Project ID", options)
  }
}
