// Smart sessions. The specification names the feature and its services, and no sentence.
// A docstring that ends in "Beyond the catalogue" marks a sentence of ours: the specification names the case or leaves it open.

/** Smart sessions are not offered: by this site, or in this namespace. Beyond the catalogue. */
export class SmartSessionsNotOffered extends Error {
  readonly _tag = "SmartSessionsNotOffered"
  constructor(options?: ErrorOptions) {
    super("Smart sessions are not offered here", options)
  }
}

/** The smart sessions of an account could not be read. Beyond the catalogue. */
export class SmartSessionsFailed extends Error {
  readonly _tag = "SmartSessionsFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to fetch smart sessions", options)
  }
}

/** The service would not stand beside a smart session, or not let it begin: nobody can use it. Beyond the catalogue. */
export class SmartSessionNotCreated extends Error {
  readonly _tag = "SmartSessionNotCreated"
  constructor(options?: ErrorOptions) {
    super("Failed to create the smart session", options)
  }
}

/** A smart session was not revoked, or there is none by its id. Beyond the catalogue. */
export class SmartSessionNotRevoked extends Error {
  readonly _tag = "SmartSessionNotRevoked"
  constructor(options?: ErrorOptions) {
    super("Failed to revoke the smart session", options)
  }
}
