/** Sign-in (not in the specification), with times in ms. */
export const signIn = {
  /** How long a session that Portico creates is valid. */
  lifetime: 7 * 86_400_000,
  /** Number of digits of the nonce. */
  nonceDigits: 8,
  /** Time limit for the site's methods, and for a wallet to switch back when the visitor cancels. */
  response: 30_000,
  /** Time limit for the site's message while a connection waits for it. */
  request: 3_000,
  /** Maximum interval at which expiry is checked. */
  look: 60_000,
} as const
