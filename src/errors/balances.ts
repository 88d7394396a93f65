// Balances. Messages are quoted from the specification, section 8 unless a docstring names another one. A docstring that ends in "Beyond
// the catalogue." marks a message that the specification does not prescribe.

/**
 * The provider's balances could not be loaded. For 30 s, further calls for the account fail with the same error, unless the visitor retries
 * in the modal.
 */
export class BalancesFailed extends Error {
  readonly _tag = "BalancesFailed"
  constructor(options?: ErrorOptions) {
    super("Token Balance Unavailable", options)
  }
}
