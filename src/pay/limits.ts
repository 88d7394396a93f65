/**
 * Limits of deposits from an exchange and of payments, with times in ms. `poll`, `polls`: interval and number of a deposit's status checks.
 * `payPoll`, `payTimeout`: interval and time limit of a payment's status checks. `naming`: time limit for reading a token's symbol.
 * `closeAfter`: how long a success is shown. `defaultAmount`, `presets`: amounts in US dollars. `tokenDecimals`: decimals of the amount in
 * tokens. `exchanges`: number of exchanges offered for a payment.
 */
export const deposit = {
  poll: 5_000,
  polls: 20,
  payPoll: 4_000,
  payTimeout: 5 * 60_000,
  naming: 4_000,
  closeAfter: 3_000,
  defaultAmount: 10,
  presets: [10, 50, 100],
  tokenDecimals: 4,
  exchanges: 2,
} as const
