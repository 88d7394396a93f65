/** Returns an EVM address with its checksum (EIP-55), as sign-in messages require it (ERC-4361). */
export { getAddress as spelled } from "viem/utils"
