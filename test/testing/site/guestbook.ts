import { parseAbi } from "viem"
import contracts from "../../fixtures/contracts/contracts.json" with { type: "json" }

/** A site's own contract: its interface and its code. `test/fixtures/contracts/Contracts.sol` is its source. */
export const guestbook = {
  abi: parseAbi([
    "function sign(string given)",
    "function words() view returns (string)",
    "function guest() view returns (address)",
  ]),
  bytecode: contracts.Guestbook.bytecode as `0x${string}`,
}
