/** Input of `solana:signIn`. The wallet copies its fields into the message unchanged. */
export interface SignInInput {
  readonly domain?: string
  readonly address?: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** Returns the Sign-In With Solana message. Missing fields are omitted, except that the domain defaults to the page's. */
export const signInText = ({ resources, ...input }: SignInInput, address: string): string => {
  const fields = [
    ["URI", input.uri],
    ["Version", input.version],
    ["Chain ID", input.chainId],
    ["Nonce", input.nonce],
    ["Issued At", input.issuedAt],
    ["Expiration Time", input.expirationTime],
    ["Not Before", input.notBefore],
    ["Request ID", input.requestId],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  const facts = [...fields, ...(resources ? ["Resources:", ...resources.map((uri) => `- ${uri}`)] : [])]
  const domain = input.domain ?? globalThis.location?.host ?? "localhost"
  const head = `${domain} wants you to sign in with your Solana account:\n${address}`
  return [head, ...(input.statement ? [input.statement] : []), ...(facts.length > 0 ? [facts.join("\n")] : [])].join(
    "\n\n",
  )
}
