import { createClient } from "viem"
import { verifyMessage } from "viem/actions"
import type { SignedMessage } from "../../../services/Chains.ts"
import { transportOf } from "../../rpc/viem.ts"

/**
 * Resolves with whether a signature is valid for the account. A key's signature is verified locally, and a contract's by a node, even
 * before the contract is deployed (ERC-1271, ERC-6492). Resolves with false if the node fails.
 */
export const isSigned = (
  { network, address, message, signature }: SignedMessage,
  request: (method: string, params: readonly unknown[]) => Promise<unknown>,
): Promise<boolean> =>
  verifyMessage(createClient({ transport: transportOf(network, request) }), {
    address: address as `0x${string}`,
    message,
    signature: signature as `0x${string}`,
    // Verifies a key's signature first, without a node.
    mode: "eoa",
  })
