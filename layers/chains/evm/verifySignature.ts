import { createClient } from "viem"
import { verifyMessage } from "viem/actions"
import type { SignedMessage } from "../../../services/Chains.ts"
import { transportOf } from "../../rpc/viem.ts"

/**
 * Whether a signature is the account's: signed by its key, or by its deployed or future contract, which a node verifies (ERC-1271,
 * ERC-6492).
 */
export const isSigned = (
  { network, address, message, signature }: SignedMessage,
  request: (method: string, params: readonly unknown[]) => Promise<unknown>,
): Promise<boolean> =>
  verifyMessage(createClient({ transport: transportOf(network, request) }), {
    address: address as `0x${string}`,
    message,
    signature: signature as `0x${string}`,
    // A key's signature is verified without a node.
    mode: "eoa",
  })
