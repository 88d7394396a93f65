// Balances. Messages are quoted from the specification, section 8 unless a docstring names another one. A docstring that ends in "Beyond
// the catalogue." marks a message that the specification does not prescribe.

/**
 * Balances could not be loaded. Further calls fail with the same error until 30 s have passed or the visitor retries. After an HTTP 503,
 * the modal polls again only once the visitor retries.
 */
export class BalancesFailed extends Error {
  readonly _tag = "BalancesFailed"
  constructor(options?: ErrorOptions) {
    super("Token Balance Unavailable", options)
  }
}
