/** Returns an EVM address as sign-in messages contain it (ERC-4361). */
export { getAddress as spelled } from "viem/utils"
