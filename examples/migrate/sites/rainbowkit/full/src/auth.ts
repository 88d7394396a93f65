import { createAuthenticationAdapter } from "@rainbow-me/rainbowkit"
import { verifyMessage } from "viem"
import { createSiweMessage, generateSiweNonce, parseSiweMessage } from "viem/siwe"

// A real site has these on its backend.
export const authenticationAdapter = createAuthenticationAdapter({
  getNonce: async () => generateSiweNonce(),
  createMessage: ({ nonce, address, chainId }) =>
    createSiweMessage({
      domain: window.location.host,
      address,
      statement: "Sign in to Fernhill.",
      uri: window.location.origin,
      version: "1",
      chainId,
      nonce,
    }),
  verify: async ({ message, signature }) => {
    const { address } = parseSiweMessage(message)
    return address !== undefined && verifyMessage({ address, message, signature: signature as `0x${string}` })
  },
  signOut: async () => {},
})
