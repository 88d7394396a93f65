import type { SIWEConfig, SIWESession } from "connectkit"
import { verifyMessage } from "viem"
import { createSiweMessage, generateSiweNonce, parseSiweMessage } from "viem/siwe"

// A real site has these on its backend.
let session: SIWESession | null = null

export const siweConfig: SIWEConfig = {
  getNonce: async () => generateSiweNonce(),
  createMessage: ({ nonce, address, chainId }) =>
    createSiweMessage({
      version: "1",
      domain: window.location.host,
      uri: window.location.origin,
      address,
      chainId,
      nonce,
      statement: "Sign in to Fernhill.",
    }),
  verifyMessage: async ({ message, signature }) => {
    const { address, chainId } = parseSiweMessage(message)
    if (!address || !chainId) return false
    const isValid = await verifyMessage({ address, message, signature: signature as `0x${string}` })
    session = isValid ? { address, chainId } : null
    return isValid
  },
  getSession: async () => session,
  signOut: async () => {
    session = null
    return true
  },
  sessionRefetchInterval: 60_000,
}
