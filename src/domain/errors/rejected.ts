// The visitor's own no, which a site may want to tell from any failure. Sentences are the specification's own (section 8).

/** The visitor said no in the wallet. */
export class ConnectionRejected extends Error {
  readonly _tag = "ConnectionRejected"
  constructor(options?: ErrorOptions) {
    super("Connection rejected", options)
  }
}
