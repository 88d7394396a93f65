/**
 * Deposits from an exchange and payments. `poll`, `polls`: interval and number of status checks of a deposit. `payPoll`, `payTimeout`:
 * interval and time limit of a payment's. `naming`: time limit for a token's name. `closeAfter`: how long a success stays. `defaultAmount`,
 * `presets`: US dollars. `tokenDecimals`: decimals of the amount in tokens. `exchanges`: number offered for a payment.
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
