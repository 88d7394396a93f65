// Balances. Messages are the specification's (section 8, or as a docstring says). A docstring that ends in "Beyond the catalogue." marks a
// message that the specification does not prescribe.

/** Balances could not be loaded. Unless the visitor retries, the next request is made after 30 s at the earliest. */
export class BalancesFailed extends Error {
  readonly _tag = "BalancesFailed"
  constructor(options?: ErrorOptions) {
    super("Token Balance Unavailable", options)
  }
}
