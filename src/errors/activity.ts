// Activity. Messages are quoted from the specification, section 8 unless a docstring names another one. A docstring that ends in "Beyond
// the catalogue." marks a message that the specification does not prescribe.

/** Activity could not be loaded. */
export class TransactionsFailed extends Error {
  readonly _tag = "TransactionsFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to fetch transactions", options)
  }
}
