/** Limits of deposits from an exchange and of payments. */
export const deposit = {
  /** Interval of a deposit's status checks, in ms. */
  poll: 5_000,
  /** Number of a deposit's status checks. */
  polls: 20,
  /** Interval of a payment's status checks, in ms. */
  payPoll: 4_000,
  /** Time limit for a payment's outcome, in ms. */
  payTimeout: 5 * 60_000,
  /** Time limit for reading a token's symbol, in ms. */
  naming: 4_000,
  /** How long a success is shown, in ms. */
  closeAfter: 3_000,
  /** Initial amount, in US dollars. */
  defaultAmount: 10,
  /** Amounts to choose from, in US dollars. */
  presets: [10, 50, 100],
  /** Maximum decimals of the amount in tokens. */
  tokenDecimals: 4,
  /** Maximum number of exchanges offered for a payment. */
  exchanges: 2,
} as const
