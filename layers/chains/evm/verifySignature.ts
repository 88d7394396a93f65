import { createClient } from "viem"
import { verifyMessage } from "viem/actions"
import type { SignedMessage } from "../../../services/Chains.ts"
import { messageOf } from "../../../src/core/nestedErrors.ts"
import { hasCode } from "../../../src/core/readRpcError.ts"
import { transportOf } from "../../rpc/viem.ts"

/**
 * Resolves with whether a signature is valid for the account. A key's signature is verified locally, and a contract's by a node, even
 * before the contract is deployed (ERC-1271, ERC-6492). Rejects with the request's error if a node is needed and fails.
 */
export const isSigned = async (
  { network, address, message, signature }: SignedMessage,
  request: (method: string, params: readonly unknown[]) => Promise<unknown>,
): Promise<boolean> => {
  // viem takes any failure of a call for an invalid signature.
  const failures: unknown[] = []
  const observed: typeof request = (method, params) =>
    request(method, params).catch((error: unknown) => {
      if (!isRevert(error)) failures.push(error)
      throw error
    })
  const valid = await verifyMessage(createClient({ transport: transportOf(network, observed) }), {
    address: address as `0x${string}`,
    message,
    signature: signature as `0x${string}`,
    // Verifies a key's signature first, without a node.
    mode: "eoa",
  })
  if (!valid && failures.length > 0) throw failures[0]
  return valid
}

/** Whether a node executed the call and the contract reverted. Nodes state it by different codes, or only in words. */
const isRevert = (error: unknown) =>
  hasCode(error, [3, -32015]) || /revert|invalid opcode|out of gas/i.test(messageOf(error))
