/**
 * Sign-in (not in the specification), with times in ms. `lifetime`: how long a session that Portico creates is valid. `nonceDigits`: number
 * of digits of the nonce. `answer`: time limit for the site's backend, and for a wallet to switch back when the visitor cancels. `request`:
 * time limit for the site's message while a connection waits for it. `look`: interval at which expiry is checked.
 */
export const signIn = {
  lifetime: 7 * 86_400_000,
  nonceDigits: 8,
  answer: 30_000,
  request: 3_000,
  look: 60_000,
} as const
