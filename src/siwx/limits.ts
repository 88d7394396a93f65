/**
 * Sign-in (not in the specification): lifetime of a session that Portico creates, digits of its nonce, time limits for the site's backend
 * (and for the wallet to switch back when the visitor cancels), and the interval at which expiry is checked.
 */
export const signIn = {
  lifetime: 7 * 86_400_000,
  nonceDigits: 8,
  answer: 30_000,
  request: 3_000,
  look: 60_000,
} as const
