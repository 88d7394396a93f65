// Activity. Messages are the specification's (section 8, or as a docstring says). A docstring that ends in "Beyond the catalogue." marks a
// message that the specification does not prescribe.

/** Activity could not be loaded. The list is then empty and its cursor is cleared. */
export class TransactionsFailed extends Error {
  readonly _tag = "TransactionsFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to fetch transactions", options)
  }
}
