// Rejection by the visitor, which a site may want to distinguish from a failure. Messages are quoted from the specification (section 8).

/** The visitor rejected the request in the wallet. */
export class ConnectionRejected extends Error {
  readonly _tag = "ConnectionRejected"
  constructor(options?: ErrorOptions) {
    super("Connection rejected", options)
  }
}
