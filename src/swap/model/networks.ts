import type { CaipNetworkId } from "../../options/networks.ts"

/** Networks with swaps (specification section 9). */
export const swapNetworks: readonly CaipNetworkId[] = [
  "eip155:1", // Ethereum
  "eip155:42161", // Arbitrum One
  "eip155:10", // Optimism
  "eip155:324", // zkSync Era
  "eip155:8453", // Base
  "eip155:56", // BNB Smart Chain
  "eip155:137", // Polygon
  "eip155:100", // Gnosis
  "eip155:43114", // Avalanche
  "eip155:250", // Fantom
  "eip155:8217", // Klaytn
  "eip155:1313161554", // Aurora
]

export const canSwap = (network: CaipNetworkId): boolean => swapNetworks.includes(network)
