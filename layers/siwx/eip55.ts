/** An EVM address as sign-in messages spell it (ERC-4361). */
export { getAddress as spelled } from "viem/utils"
