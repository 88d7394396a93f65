import { parseAbi } from "viem"
import contract from "./Guestbook.json" with { type: "json" }

/** The contract of the site, compiled from `Guestbook.sol`. */
export const guestbook = {
  abi: parseAbi([
    "function sign(string given)",
    "function words() view returns (string)",
    "function guest() view returns (address)",
  ]),
  bytecode: contract.bytecode as `0x${string}`,
}
