// Smart sessions. The specification names the feature and its services, but no messages. A docstring that ends in "Beyond the catalogue."
// marks a message that the specification does not prescribe.

/** Smart sessions are not available on this site or in this namespace. Beyond the catalogue. */
export class SmartSessionsNotOffered extends Error {
  readonly _tag = "SmartSessionsNotOffered"
  constructor(options?: ErrorOptions) {
    super("Smart sessions are not available here", options)
  }
}

/** The smart sessions of an account, or the code that handles them, could not be loaded. Beyond the catalogue. */
export class SmartSessionsFailed extends Error {
  readonly _tag = "SmartSessionsFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to fetch smart sessions", options)
  }
}

/**
 * The smart session could not be registered or activated: the service refused, did not respond, or sent an invalid response. The wallet may
 * have granted it already. Beyond the catalogue.
 */
export class SmartSessionNotCreated extends Error {
  readonly _tag = "SmartSessionNotCreated"
  constructor(options?: ErrorOptions) {
    super("Failed to create the smart session", options)
  }
}

/** The smart session was not revoked, or no active session has this ID. Beyond the catalogue. */
export class SmartSessionNotRevoked extends Error {
  readonly _tag = "SmartSessionNotRevoked"
  constructor(options?: ErrorOptions) {
    super("Failed to revoke the smart session", options)
  }
}
