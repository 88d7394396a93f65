// Pairing and sessions over the relay. Messages are quoted from the specification, section 8 unless a docstring names another one. A
// docstring that ends in "Beyond the catalogue." marks a message that the specification does not prescribe.

/** A connection over WalletConnect was requested, but WalletConnect is turned off. */
export class WalletConnectConnectorNotFound extends Error {
  readonly _tag = "WalletConnectConnectorNotFound"
  constructor(options?: ErrorOptions) {
    super("WalletConnectConnector not found", options)
  }
}

/** A request was made without a relay session. */
export class NotConnectedYet extends Error {
  readonly _tag = "NotConnectedYet"
  constructor(options?: ErrorOptions) {
    super("Please call connect() before request()", options)
  }
}

/** The relay session no longer exists (specification section 5). Beyond the catalogue. */
export class TopicNotFound extends Error {
  readonly _tag = "TopicNotFound"
  constructor(options?: ErrorOptions) {
    super("Session or pairing not found", options)
  }
}

/** The relay session has expired, or the pairing expired before the wallet responded (specification section 5). Beyond the catalogue. */
export class TopicExpired extends Error {
  readonly _tag = "TopicExpired"
  constructor(options?: ErrorOptions) {
    super("Session or pairing expired", options)
  }
}

/** Some wallets failed to disconnect. Their connections on this page have ended all the same. `reason`: the error messages. */
export class ChainsNotDisconnected extends Error {
  readonly _tag = "ChainsNotDisconnected"
  readonly reason: string
  constructor(reason: string, options?: ErrorOptions) {
    super(`Failed to disconnect chains: ${reason}`, options)
    this.reason = reason
  }
}

/** The relay refused the page's origin, which is not on the project's allowlist. */
export class OriginNotAllowed extends Error {
  readonly _tag = "OriginNotAllowed"
  readonly code = "APKT002"
  constructor(options?: ErrorOptions) {
    super("Invalid App Configuration", options)
  }
}

/** The relay rejected this page's token as expired or not yet valid, for example because the device's clock is wrong. */
export class SessionExpired extends Error {
  readonly _tag = "SessionExpired"
  readonly code = "APKT006"
  constructor(options?: ErrorOptions) {
    super("Session Expired", options)
  }
}

/** The relay refused the connection for any other reason, usually because it does not recognize the project ID. */
export class InvalidProjectId extends Error {
  readonly _tag = "InvalidProjectId"
  readonly code = "APKT007"
  constructor(options?: ErrorOptions) {
    super("Invalid Project ID", options)
  }
}
